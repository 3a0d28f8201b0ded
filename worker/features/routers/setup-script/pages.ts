import { quoted } from "../../../contract/values/routeros-text.ts";
import { loginPages } from "./login-pages.ts";
import { mark, type RouterosVersion, type RouterSetup, unless } from "./setup.ts";
import { ends } from "./tunnel.ts";

const ours = quoted(mark);
const noPages =
  "Mlango: the router did not lay out its login pages. The hotspot is still off: reboot the router and paste again, or paste the undo script.";
const laid = '[:len [/file find name=($mlgFolder . "/login.html")]]';

/**
 * Profile and server, the server off until the end of the script. Which folder the router takes, when it lays its own pages
 * out, and which of them, differs: so they are asked for, waited for, looked for where they can be, and written over.
 * Files of a router with a `flash` folder last only in there. Log-in by MAC survives reboots and closed browsers.
 */
export function hotspotLines({ interface: name, macAuthPassword }: RouterSetup): string[] {
  const on = quoted(name);
  const reset = quoted(`/ip hotspot reset-html [find name=${ours}]`);
  return [
    ':local mlgFolder "mlango"',
    ':if ([:len [/file find name="flash"]] > 0) do={ :set mlgFolder "flash/mlango" }',
    `:local mlgAddress [/ip address get [:pick [/ip address find interface=${on}] 0] address]`,
    unless(
      `/ip hotspot profile find name=${ours}`,
      `/ip hotspot profile add name=${ours} html-directory=$mlgFolder`,
    ),
    `/ip hotspot profile set [find name=${ours}] html-directory=$mlgFolder hotspot-address=[:pick $mlgAddress 0 [:find $mlgAddress "/"]] login-by=mac,http-chap mac-auth-mode=mac-as-username mac-auth-password=${quoted(macAuthPassword)} use-radius=no`,
    unless(
      `/ip hotspot find name=${ours}`,
      `/ip hotspot add name=${ours} interface=${on} profile=${ours} disabled=yes`,
    ),
    `:set mlgFolder [:tostr [/ip hotspot profile get [find name=${ours}] html-directory]]`,
    `:if (${laid} = 0) do={ :do { [[:parse ${reset}]] } on-error={}; :delay 3s }`,
    ...[1, 2, 3].map(() => `:if (${laid} = 0) do={ :delay 3s }`),
    ...["flash/mlango", "mlango"].map(
      (folder) =>
        `:if ((${laid} = 0) && ([:len [/file find name=${quoted(`${folder}/login.html`)}]] > 0)) do={ :set mlgFolder ${quoted(folder)} }`,
    ),
  ];
}

/** Version 6 cannot make a file, but fill one that is there; version 7 makes folders since 7.16. */
export function pageLines(setup: RouterSetup, version: RouterosVersion): string[] {
  const folder =
    version === "7.x"
      ? [
          `:if ([:len [/file find name=$mlgFolder]] = 0) do={ :do { [[:parse ("/file add type=directory name=\\"" . $mlgFolder . "\\"")]] } on-error={} }`,
        ]
      : [];
  const noPagesEnd = ends(setup, "pages", noPages);
  const pages = loginPages(setup).map(({ name, contents }) => {
    const file = `($mlgFolder . ${quoted(`/${name}`)})`;
    const isThere = `[:len [/file find name=${file}]] > 0`;
    const fill = `/file set [find name=${file}] contents=${quoted(contents)}`;
    const make = {
      "7.x": ` else={ :do { /file add name=${file} contents=${quoted(contents)} } on-error={ ${noPagesEnd} } }`,
      "6.x": name === "login.html" ? ` else={ ${noPagesEnd} }` : "",
    };
    return `:if (${isThere}) do={ ${fill} }${make[version]}`;
  });
  return [...folder, ...pages];
}
