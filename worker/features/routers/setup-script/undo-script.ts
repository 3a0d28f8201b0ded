import { setupUser, siteUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { rootNames } from "./checked-fetch.ts";
import { beforeScript, mark, quietly } from "./setup.ts";
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

const before = quoted(beforeScript);
const lists = "/ip firewall address-list";
const files = (pattern: string) => `/file remove [find name~${quoted(pattern)}]`;

/** In their order: what is used goes after what uses it. */
const lines = [
  `/ip hotspot remove [find name=${ours}]`,
  `/ip hotspot profile remove [find name=${ours}]`,
  '/ip hotspot user remove [find comment~"^MLG"]',
  '/ip hotspot user profile remove [find name~"^mlango-"]',
  ...marked.map((menu) => `${menu} remove [find ${marks}]`),
  `:foreach mlgRow in=[${lists} find ${marks}] do={ :do { ${lists} remove $mlgRow } on-error={} }`,
  `/ipv6 firewall filter remove [find ${marks}]`,
  `/system ntp client servers remove [find ${marks}]`,
  `/ip dhcp-server remove [find name=${ours}]`,
  `/ip pool remove [find name=${ours}]`,
  `/ip address remove [find ${marks}]`,
  ...undoTunnelLines,
  `/user remove [find name=${quoted(setupUser)} comment~"^mlango:"]`,
  `/user remove [find name=${quoted(siteUser)} comment~"^mlango:"]`,
  `/user group remove [find name=${ours}]`,
  // What lies in the folder, then the folder itself. A bare `?` would ask the terminal for help.
  files("^(flash/)?mlango/"),
  files("^(flash/)?mlango$"),
  // What an import that was cut off left there.
  files("^(flash/)?mlango-(setup.rsc|tunnel.pem|roots.pem)$"),
  `/certificate remove [find ${rootNames}]`,
  `/system script run [find name=${before}]`,
  `/system script remove [find name=${before}]`,
];

/**
 * The same for every router and version. It holds no secret, and leaves a router without anything of ours as it is. Each line stands for
 * itself: a package that is gone, or a row that something else uses by now, keeps no other line from running.
 */
export function undoScript(): string {
  return `${[
    "# Mlango: takes the set-up of this router back. Paste all of it into a terminal.",
    ...lines.map(quietly),
  ].join("\n")}\n`;
}
