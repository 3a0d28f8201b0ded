import { setupUser, siteUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { rootNames } from "./checked-fetch.ts";
import { beforeScript, mark } from "./setup.ts";
import { undoTunnelLines } from "./tunnel.ts";

/** The set-up script, as the router stores it while it runs. */
export const scriptFile = "mlango-setup.rsc";

/** The undo script, as the router stores it while it runs. */
export const undoFile = "mlango-undo.rsc";

const ours = quoted(mark);
/** Not those of the way into the VPN, which carry a name of their own. */
const marks = `comment~${quoted(`^${mark}:`)}`;

/** Menus in which our rows carry our comment. */
const marked = [
  "/ip hotspot walled-garden",
  "/ip hotspot walled-garden ip",
  "/ip hotspot ip-binding",
  "/ip firewall filter",
  "/ip firewall nat",
  "/ip dhcp-server network",
  "/ip dhcp-server lease",
];

/** The same for every router and version. It holds no secret, and leaves a router without anything of ours as it is. */
export function undoScript(): string {
  return `${[
    "# Mlango: takes the set-up of this router back. Paste all of it into a terminal.",
    `/ip hotspot remove [find name=${ours}]`,
    `/ip hotspot profile remove [find name=${ours}]`,
    '/ip hotspot user remove [find comment~"^MLG"]',
    '/ip hotspot user profile remove [find name~"^mlango-"]',
    ...marked.map((menu) => `${menu} remove [find ${marks}]`),
    // Where the package of IPv6 is missing there is nothing to take away.
    `:do { [[:parse ${quoted(`/ipv6 firewall filter remove [find ${marks}]`)}]] } on-error={}`,
    `:do { [[:parse ${quoted(`/system ntp client servers remove [find ${marks}]`)}]] } on-error={}`,
    `/ip dhcp-server remove [find name=${ours}]`,
    `/ip pool remove [find name=${ours}]`,
    `/ip address remove [find ${marks}]`,
    ...undoTunnelLines,
    `/user remove [find name=${quoted(setupUser)} comment~"^mlango:"]`,
    `/user remove [find name=${quoted(siteUser)} comment~"^mlango:"]`,
    `/user group remove [find name=${ours}]`,
    // What lies in the folder, then the folder itself. A bare `?` would ask the terminal for help.
    `/file remove [find name~${quoted("^(flash/)?mlango/")}]`,
    `/file remove [find name~${quoted("^(flash/)?mlango$")}]`,
    `/file remove [find name=${quoted(scriptFile)}]`,
    `/certificate remove [find ${rootNames}]`,
    `:if ([:len [/system script find name=${quoted(beforeScript)}]] > 0) do={ /system script run ${beforeScript}; /system script remove [find name=${quoted(beforeScript)}] }`,
  ].join("\n")}\n`;
}
