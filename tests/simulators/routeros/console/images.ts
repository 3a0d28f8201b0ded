import type { RouterVersion } from "../version.ts";
import { ConsoleRouter } from "./console-router.ts";
import type { Packages, Traits } from "./menus.ts";
import type { Row } from "./tables.ts";

// Routers as they come: with MikroTik's own configuration, or with none.

const both: Packages = { hotspot: true, ipv6: true };

export const bridgeMac = "D8:3A:DD:00:00:10";
export const ownerMac = "3C:52:82:00:00:07";

/** Settings that do not come from our scripts. */
function settings(router: ConsoleRouter, { timeZone, ntp }: { timeZone: Row; ntp: Row }): void {
  router.put("/system clock", timeZone);
  router.put("/system ntp client", ntp);
  for (const [name, port, disabled] of [
    ["www", "80", "no"],
    ["api", "8728", "yes"],
    ["winbox", "8291", "no"],
    ["api-ssl", "8729", "yes"],
  ] as const)
    router.put("/ip service", { name, port, disabled });
  for (const group of ["read", "write", "full"]) router.put("/user group", { name: group, policy: "read" });
  router.put("/user", { name: "admin", group: "full", password: "of the owner" });
  router.put("/file", { name: "skins" });
  router.put("/user active", { name: "admin", address: "192.168.88.7", via: "winbox" });
  router.connect("winbox", "192.168.88.7:51022");
}

/** Device modes of routers that are made since 7.17, and what each forbids (MikroTik's manual; hEX: home, hAP ax²: basic). */
const modes = {
  home: { hotspot: "no", scheduler: "no", fetch: "no", proxy: "no" },
  basic: { hotspot: "no", scheduler: "yes", fetch: "yes", proxy: "no" },
  advanced: { hotspot: "yes", scheduler: "yes", fetch: "yes", proxy: "yes" },
};

export function inMode(router: ConsoleRouter, mode: keyof typeof modes): ConsoleRouter {
  Object.assign(router.menu("/system device-mode")[0] ?? {}, { mode, ...modes[mode] });
  return router;
}

/** hAP lite: of the smallest architecture, on which the hotspot is a package of its own since 7.20. */
export function smallRouter(version: RouterVersion): ConsoleRouter {
  const router = homeRouter(version, { hotspot: version !== "7.22.3", ipv6: true });
  Object.assign(router.menu("/system resource")[0] ?? {}, {
    "board-name": "hAP lite",
    "architecture-name": "smips",
  });
  return router;
}

/** The box that most buy: a bridge of all ports with MikroTik's network, firewall and FastTrack; files last in `flash`. */
export function homeRouter(
  version: RouterVersion,
  packages: Packages = both,
  traits: Partial<Traits> = {},
): ConsoleRouter {
  const router = new ConsoleRouter(version, packages, traits);
  for (const name of ["ether1", "ether2", "ether3", "wlan1", "bridge"]) router.put("/interface", { name });
  for (const name of ["ether2", "ether3", "wlan1"])
    router.put("/interface bridge port", { interface: name, bridge: "bridge" });
  router.put("/ip dhcp-client", { interface: "ether1" });
  router.put("/ip address", { address: "192.168.88.1/24", interface: "bridge", network: "192.168.88.0" });
  router.put("/ip pool", { name: "default-dhcp", ranges: "192.168.88.10-192.168.88.254" });
  router.put("/ip dhcp-server", {
    name: "defconf",
    interface: "bridge",
    "address-pool": "default-dhcp",
    disabled: "no",
  });
  router.put("/ip dhcp-server network", { address: "192.168.88.0/24", gateway: "192.168.88.1" });
  const filter: Row[] = [
    { chain: "input", action: "accept", "connection-state": "established,related,untracked" },
    { chain: "input", action: "drop", "in-interface": "ether1" },
    { chain: "forward", action: "fasttrack-connection", "connection-state": "established,related" },
    { chain: "forward", action: "accept", "connection-state": "established,related,untracked" },
    { chain: "forward", action: "drop", "connection-state": "invalid" },
  ];
  router.put("/ip firewall filter", { chain: "forward", action: "passthrough", dynamic: "yes" });
  for (const rule of filter)
    router.put("/ip firewall filter", { dynamic: "no", comment: "defconf", ...rule });
  // Of our way into the VPN: another thing that the undo script leaves.
  router.put("/ip firewall filter", {
    chain: "input",
    action: "accept",
    dynamic: "no",
    comment: "mlango-vpn",
  });
  router.put("/ip firewall nat", {
    chain: "srcnat",
    action: "masquerade",
    dynamic: "no",
    comment: "defconf",
  });
  if (packages.ipv6)
    for (const chain of ["input", "forward"])
      router.put("/ipv6 firewall filter", { chain, action: "accept", dynamic: "no", comment: "defconf" });
  router.put("/file", { name: "flash" });
  if (packages.hotspot)
    router.put("/ip hotspot profile", { name: "default", "login-by": "cookie,http-chap" });
  router.put("/ip dhcp-server lease", {
    address: "192.168.88.10",
    "mac-address": bridgeMac,
    server: "defconf",
    dynamic: "yes",
  });
  router.neighbours.push({ address: "192.168.88.10", "mac-address": bridgeMac, interface: "bridge" });
  router.put("/ip arp", { address: "192.168.88.7", "mac-address": ownerMac, interface: "bridge" });
  router.put("/ip dns", { servers: "", "dynamic-servers": "192.168.1.1", "allow-remote-requests": "yes" });
  settings(router, {
    timeZone: { "time-zone-autodetect": "yes", "time-zone-name": "Etc/UTC" },
    ntp: { enabled: "no", ...(version.startsWith("6.") ? { "server-dns-names": "" } : {}) },
  });
  if (version === "7.18.2" || version === "7.22.3")
    router.put("/system device-mode", { mode: "advanced", ...modes.advanced });
  if (version === "7.10.2") router.put("/system device-mode", { mode: "enterprise" });
  return router;
}

/** Reset without any configuration, then given a way to the internet by its owner, and a time server. */
export function bareRouter(version: RouterVersion, traits: Partial<Traits> = {}): ConsoleRouter {
  const router = new ConsoleRouter(version, both, traits);
  for (const name of ["ether1", "hotspot-lan"]) router.put("/interface", { name });
  router.put("/ip address", { address: "10.0.0.2/30", interface: "ether1", network: "10.0.0.0" });
  router.neighbours.push({ address: "10.5.50.2", "mac-address": bridgeMac, interface: "hotspot-lan" });
  router.put("/ip dns", { servers: "", "dynamic-servers": "", "allow-remote-requests": "no" });
  settings(router, {
    timeZone: { "time-zone-autodetect": "no", "time-zone-name": "Africa/Nairobi" },
    ntp: { enabled: "yes", ...(version.startsWith("6.") ? { "server-dns-names": "ke.pool.ntp.org" } : {}) },
  });
  if (!version.startsWith("6.")) router.put("/system ntp client servers", { address: "ke.pool.ntp.org" });
  return router;
}
