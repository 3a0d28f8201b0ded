import { fileStem } from "../../../contract/values/file-stem.ts";
import { setupUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { fitnessLines } from "./fitness.ts";
import { loginPages } from "./login-pages.ts";
import { mark, ownNetwork, type RouterosVersion, type RouterSetup } from "./setup.ts";
import { beforeScript } from "./undo-script.ts";

const ours = quoted(mark);
const before = quoted(beforeScript);
const timeServer = "time.cloudflare.com";
const timeZone = "Africa/Nairobi";

/**
 * Commands that make a router a hotspot of ours, as a file for `/import`. What is there already is set right, what is
 * missing is added, so that a second run changes nothing; every row of ours carries our name or comment; of the settings
 * that a router has once only, what was before is kept on it (`mlango-before`) for the undo script.
 */
export function setUpScript(setup: RouterSetup, version: RouterosVersion): string {
  return `${[
    `# Mlango: sets up the hotspot of ${fileStem(setup.routerName)}. RouterOS ${version === "7.x" ? "7.9 or newer" : "6.45 or newer of version 6"}.`,
    "# It holds a password: keep it to yourself. May be run again; what is not ours is left alone.",
    ...fitnessLines(setup, version),
    unless(`/system script find name=${before}`, `/system script add name=${before} source=""`),
    ...apiUserLines(setup),
    ...clockLines(version),
    ...networkLines(setup),
    ...profileLines(setup),
    ...pageLines(setup, version),
    ...gardenLines(setup),
    ...firewallLines(setup, version),
    // Last: from here on nobody passes unpaid, and everything that they need is there.
    ...serverLines(setup),
    ':put "Mlango: this router is set up. Its bridge logs in within a minute."',
  ].join("\n")}\n`;
}

/** `found` is what a row of ours is found by, without brackets. */
function unless(found: string, command: string): string {
  return `:if ([:len [${found}]] = 0) do={ ${command} }`;
}

/** Changes a setting that exists once, and keeps how it was. `former` is an expression for the line that puts it back. */
function changed(condition: string, former: string, command: string): string {
  const kept = `/system script set [find name=${before}] source=([/system script get [find name=${before}] source] . ${former} . "\\n")`;
  return `:if (${condition}) do={ ${kept}; ${command} }`;
}

/** A user for the bridge alone: least rights, from its address only. Its own password it may change, and does at once. */
function apiUserLines({ id, bridgeAddress, bootstrapPassword, apiPort }: RouterSetup): string[] {
  const user = quoted(setupUser);
  const stamp = quoted(`mlango:${id}`);
  const service = apiPort === 8729 ? "api-ssl" : "api";
  return [
    unless(`/user group find name=${ours}`, `/user group add name=${ours}`),
    `/user group set [find name=${ours}] policy=api,read,write,sensitive,password`,
    // The same set-up a second time: the bridge may have given it another password since.
    `:if ([:len [/user find name=${user} comment=${stamp}]] = 0) do={ /user remove [find name=${user}]; /user add name=${user} group=${ours} password=${quoted(bootstrapPassword)} address=${bridgeAddress}/32 comment=${stamp} }`,
    changed(
      `[/ip service get ${service} disabled] = true`,
      `"/ip service set ${service} disabled=yes"`,
      `/ip service set ${service} disabled=no`,
    ),
  ];
}

/** Bought time and certificates need a clock that is right. A router that asks a time server already keeps it. */
function clockLines(version: RouterosVersion): string[] {
  const noTime = "[/system ntp client get enabled] = false";
  const disable = '"/system ntp client set enabled=no"';
  const ask = {
    "7.x": [
      changed(noTime, disable, "/system ntp client set enabled=yes"),
      unless(
        "/system ntp client servers find",
        `/system ntp client servers add address=${timeServer} comment=${comment("time")}`,
      ),
    ],
    // With the package "ntp" version 6 knows no names of servers; then the clock is the provider's to set.
    "6.x": [
      changed(
        noTime,
        disable,
        `:do { [[:parse ${quoted(askByName)}]] } on-error={}; /system ntp client set enabled=yes`,
      ),
    ],
  };
  return [
    changed(
      "[/system clock get time-zone-autodetect] = true",
      '"/system clock set time-zone-autodetect=yes"',
      "/system clock set time-zone-autodetect=no",
    ),
    changed(
      `[/system clock get time-zone-name] != ${quoted(timeZone)}`,
      '"/system clock set time-zone-name=" . [/system clock get time-zone-name]',
      `/system clock set time-zone-name=${timeZone}`,
    ),
    ...ask[version],
  ];
}

const askByName = changed(
  '[/system ntp client get server-dns-names] = ""',
  '"/system ntp client set server-dns-names=\\"\\""',
  `/system ntp client set server-dns-names=${timeServer}`,
);

/** An interface that has an address keeps its network and its DHCP; one without gets both. */
function networkLines({ interface: name }: RouterSetup): string[] {
  const on = quoted(name);
  const { address, cidr, gateway, ranges } = ownNetwork;
  const mine = comment("network");
  const own = (found: string, command: string) =>
    `:if (([:len [/ip address find comment=${mine}]] > 0) && ([:len [${found}]] = 0)) do={ ${command} }`;
  return [
    unless(
      `/ip address find interface=${on}`,
      `/ip address add address=${address} interface=${on} comment=${mine}`,
    ),
    own(`/ip pool find name=${ours}`, `/ip pool add name=${ours} ranges=${ranges}`),
    own(
      `/ip dhcp-server find interface=${on}`,
      `/ip dhcp-server add name=${ours} interface=${on} address-pool=${ours} lease-time=1h disabled=no`,
    ),
    own(
      `/ip dhcp-server network find address=${cidr}`,
      // The hotspot answers questions of names itself until somebody has paid.
      `/ip dhcp-server network add address=${cidr} gateway=${gateway} dns-server=1.1.1.1,9.9.9.9 comment=${mine}`,
    ),
    own(
      `/ip firewall nat find comment=${mine}`,
      `/ip firewall nat add chain=srcnat action=masquerade src-address=${cidr} comment=${mine}`,
    ),
  ];
}

/** Log-in by MAC: it survives reboots and closed browsers. Files of a router with a `flash` folder last only in there. */
function profileLines({ interface: name, macAuthPassword }: RouterSetup): string[] {
  return [
    ':local mlgFolder "mlango"',
    ':if ([:len [/file find name="flash"]] > 0) do={ :set mlgFolder "flash/mlango" }',
    `:local mlgAddress [/ip address get [:pick [/ip address find interface=${quoted(name)}] 0] address]`,
    // RouterOS lays its own pages into the folder, which takes it a moment.
    unless(
      `/ip hotspot profile find name=${ours}`,
      `/ip hotspot profile add name=${ours} html-directory=$mlgFolder; :delay 3s`,
    ),
    `/ip hotspot profile set [find name=${ours}] html-directory=$mlgFolder hotspot-address=[:pick $mlgAddress 0 [:find $mlgAddress "/"]] login-by=mac,http-chap mac-auth-mode=mac-as-username mac-auth-password=${quoted(macAuthPassword)} use-radius=no`,
  ];
}

/** Version 6 cannot make a file, but fill one that is there. */
function pageLines(setup: RouterSetup, version: RouterosVersion): string[] {
  return loginPages(setup).map(({ name, contents }) => {
    const file = `($mlgFolder . ${quoted(`/${name}`)})`;
    const isThere = `[:len [/file find name=${file}]] > 0`;
    const fill = `/file set [find name=${file}] contents=${quoted(contents)}`;
    const make = {
      "7.x": ` else={ /file add name=${file} contents=${quoted(contents)} }`,
      "6.x":
        name === "login.html"
          ? ` else={ :error ${quoted("Mlango: the router did not lay out its login pages. Reboot it and paste again.")} }`
          : "",
    };
    return `:if (${isThere}) do={ ${fill} }${make[version]}`;
  });
}

/** The portal's host and the bridge's voucher page, which has to see devices' own addresses: no translation on that way. */
function gardenLines({ portalOrigin, bridgeAddress, pagePort }: RouterSetup): string[] {
  const { hostname, port, protocol } = new URL(portalOrigin);
  const host = quoted(hostname);
  const dstPort = port || (protocol === "https:" ? "443" : "80");
  const garden = "/ip hotspot walled-garden";
  const binding = "/ip hotspot ip-binding";
  const bridge = comment("bridge");
  return [
    ...row(garden, "portal", "action=allow", `dst-host=${host}`),
    ...row(`${garden} ip`, "portal", "action=accept", `dst-host=${host} protocol=tcp dst-port=${dstPort}`),
    ...row(
      `${garden} ip`,
      "vouchers",
      "action=accept",
      `dst-address=${bridgeAddress} protocol=tcp dst-port=${pagePort}`,
    ),
    ...firstRow(
      ...(["/ip firewall nat", "vouchers", "srcnat", "action=accept protocol=tcp"] as const),
      `dst-address=${bridgeAddress} dst-port=${pagePort}`,
    ),
    `${binding} remove [find comment=${bridge} address!=${bridgeAddress}]`,
    unless(
      `${binding} find address=${bridgeAddress}`,
      `${binding} add address=${bridgeAddress} type=bypassed comment=${bridge}`,
    ),
  ];
}

const comment = (what: string) => quoted(`${mark}: ${what}`);

/** A row of ours: found by its comment, added where it is missing, its values as they shall be now. */
function row(menu: string, what: string, fixed: string, values: string, place = ""): string[] {
  const mine = comment(what);
  return [
    unless(`${menu} find comment=${mine}`, `${menu} add ${fixed} ${values} comment=${mine}${place}`),
    `${menu} set [find comment=${mine}] ${values}`,
  ];
}

/** As `row`; a new one goes before everything else of its chain. Where it is the only one, it stands there already. */
function firstRow(menu: string, what: string, chain: string, rule: string, values: string): string[] {
  const mine = comment(what);
  const first = `[:pick [${menu} find chain=${chain} dynamic=no] 0]`;
  return row(menu, what, `chain=${chain} ${rule}`, values).map((line, index) =>
    index > 0
      ? line
      : line.replace(
          / \}$/,
          `; :do { ${menu} move [find comment=${mine}] destination=${first} } on-error={} }`,
        ),
  );
}

/** The bridge's way to the API; what would pass the hotspot by: FastTrack and IPv6, which it does not know. */
function firewallLines(setup: RouterSetup, version: RouterosVersion): string[] {
  const { interface: name, bridgeAddress, apiPort } = setup;
  const on = quoted(name);
  const filter = "/ip firewall filter";
  const fastTrack = `${filter} find chain=forward action=fasttrack-connection`;
  const slow = (direction: "in" | "out") => {
    const what = `no FastTrack ${direction}`;
    const rule = "chain=forward action=accept connection-state=established,related";
    const values = `${direction}-interface=${on}`;
    const [add = "", set = ""] = row(filter, what, rule, values, ` place-before=[:pick [${fastTrack}] 0]`);
    return [`:if ([:len [${fastTrack}]] > 0) do={ ${add} }`, set];
  };
  const ipv6 = ipv6Lines(on);
  return [
    ...firstRow(
      ...([filter, "api", "input"] as const),
      "action=accept protocol=tcp",
      `dst-port=${apiPort} src-address=${bridgeAddress}`,
    ),
    ...slow("in"),
    ...slow("out"),
    // In version 6 IPv6 is a package, and may be missing.
    ...(version === "7.x" ? ipv6 : ipv6.map((line) => `:do { [[:parse ${quoted(line)}]] } on-error={}`)),
  ];
}

/** Nothing is forwarded from the visitors over IPv6, and nobody there is offered an address of it. */
function ipv6Lines(on: string): string[] {
  const filter = "/ipv6 firewall filter";
  const reject = "action=reject reject-with=icmp-no-route";
  const silence = "action=drop protocol=icmpv6 icmp-options=134:0-255";
  return [
    ...firstRow(filter, "no IPv6", "forward", reject, `in-interface=${on}`),
    ...firstRow(filter, "no IPv6 offered", "output", silence, `out-interface=${on}`),
  ];
}

function serverLines({ interface: name }: RouterSetup): string[] {
  const on = quoted(name);
  return [
    unless(
      `/ip hotspot find name=${ours}`,
      `/ip hotspot add name=${ours} interface=${on} profile=${ours} disabled=no`,
    ),
    `/ip hotspot set [find name=${ours}] interface=${on} profile=${ours} address-pool=none addresses-per-mac=1 idle-timeout=5m keepalive-timeout=none disabled=no`,
  ];
}
