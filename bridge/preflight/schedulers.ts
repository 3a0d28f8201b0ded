import { mostRows, type Read } from "#contract/router-facts";
import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { filledRows, parseFlag } from "../router-values.ts";

// Scripts that a router runs by the clock. They may hold passwords, so only the kinds of menus that they reach for are told.

/** Of a menu's path, which scripts write with spaces or slashes. */
const path = (...words: string[]) => new RegExp(words.join(String.raw`[\s/]+`), "i");
const tunnels =
  "(l2tp|pptp|sstp|ovpn|pppoe)-(client|server)|wireguard|wg|eoip|eoipv6|gre|gre6|ipip|vxlan|zerotier|6to4";
const reached: readonly [string, RegExp][] = [
  ["tunnels", path("interface", `(${tunnels})\\b`)],
  ["tunnels", path("(^|[^a-z-])ppp", "(secret|profile)")],
  ["tunnels", path("interface", "(enable|set)\\b")],
  ["users", path("(^|[\\s;{\\[(])/?user", "(add|set|enable|group)\\b")],
  ["users", path("hotspot", "(user|ip-binding)\\b")],
  ["fetch", path("tool", "fetch\\b")],
  ["fetch", /(^|[\s;{[(])\/?import\b/i],
];

/** Enabled ones, with what they reach for; of a script that is only named, what that does. @throws RouterFault */
export async function readSchedulers(router: Router): Promise<Read<"schedulers">> {
  const rows = await rowsOf(router, "/system/scheduler", ["name", "on-event", "disabled"]);
  const enabled = rows.filter((row) => !parseFlag(row.disabled));
  if (enabled.length === 0) return [];
  const scripts = await scriptsOf(router);
  return enabled.slice(0, mostRows).map((row) => {
    const event = row["on-event"] ?? "";
    const run = scripts.filter(({ name = "" }) => isNamed(event, name)).map(({ source = "" }) => source);
    const text = [event, ...run].join("\n");
    const does = reached.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));
    return { name: (row.name ?? "").slice(0, 200), does: [...new Set(does)] };
  });
}

async function rowsOf(router: Router, menu: string, fields: readonly string[]): Promise<RouterRow[]> {
  return filledRows(await router.print(menu, {}, fields));
}

/** Scripts may be hidden from the user; what stands in the scheduler itself is told all the same. */
async function scriptsOf(router: Router): Promise<RouterRow[]> {
  try {
    return await rowsOf(router, "/system/script", ["name", "source"]);
  } catch (error) {
    if (error instanceof RouterFault && error.kind === "trap") return [];
    throw error;
  }
}

function isNamed(event: string, name: string): boolean {
  return name !== "" && event.split(/[\s"';=[\](){}]+/).includes(name);
}
