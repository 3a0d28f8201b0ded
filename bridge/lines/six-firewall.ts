import { BlockList, isIPv6 } from "node:net";
import type { Router } from "../router.ts";
import { filledRows } from "../router-values.ts";
import { ensureRules, type Rule } from "./ensure-rules.ts";
import { linesComment, lists } from "./router-lines.ts";

const trackedPath = "/ipv6/firewall/connection";
const interfaceListPath = "/interface/list";

const [fromLines, toLines] = ["mlango-lines", "mlango-lines-to"];
const stands = { "connection-state": "established,related" };
const chainOf = (chain: string, own: string, ends: readonly Rule[]): Rule[] =>
  [{ action: "accept", ...stands, [own]: lists.open }, { action: "return", [own]: lists.open }, ...ends].map(
    (rule) => ({ chain, ...rule }),
  );
const byFrom = [{ "in-interface-list": lists.blocked }, { "src-address-list": lists.blocked }];
const byTo = [{ "out-interface-list": lists.blocked }, { "dst-address-list": lists.blocked }];

/**
 * The same as of IPv4 without a portal, which is reached by that: a browser that is refused here takes the other way at once. A session that
 * was dialled while blocked is told by its interface, from its first packet; one that stands by its prefixes. Names are asked by IPv4.
 */
const rules: readonly Rule[] = [
  ...chainOf(fromLines, "src-address-list", [
    { action: "reject", protocol: "tcp", "reject-with": "tcp-reset" },
    { action: "reject", "reject-with": "icmp-admin-prohibited" },
  ]),
  ...chainOf(toLines, "dst-address-list", [{ action: "drop" }]),
  ...byFrom.map((by) => ({ chain: "forward", action: "jump", "jump-target": fromLines, ...by })),
  ...byTo.map((by) => ({ chain: "forward", action: "jump", "jump-target": toLines, ...by })),
  ...["in-interface-list", "out-interface-list"].map((way) => ({
    chain: "forward",
    action: "accept",
    ...stands,
    [way]: lists.lines,
  })),
  ...["udp", "tcp"].flatMap((protocol) =>
    byFrom.map((by) => ({
      chain: "input",
      action: "jump",
      "jump-target": fromLines,
      protocol,
      "dst-port": "53",
      ...by,
    })),
  ),
];

/** Before profiles name them. */
export async function ensureInterfaceLists(router: Router): Promise<void> {
  const rows = filledRows(await router.print(interfaceListPath, {}, [".id", "name"]));
  for (const name of [lists.lines, lists.blocked])
    if (!rows.some((row) => row.name === name))
      await router.add(interfaceListPath, { name, comment: linesComment });
}

export const ensureSixRules = (router: Router): Promise<boolean> =>
  ensureRules(router, {
    path: "/ipv6/firewall/filter",
    comment: linesComment,
    rules,
    firsts: ["forward", "input"],
  });

/** What is tracked fast meets no rule. */
export async function cutSix(router: Router, prefix: string): Promise<void> {
  const [network = "", bits = ""] = prefix.split("/");
  if (!isIPv6(network)) return;
  const own = new BlockList();
  own.addSubnet(network, Number(bits), "ipv6");
  const isOf = (end = "") => {
    const address = /^\[?([0-9a-f:]+)/i.exec(end)?.[1] ?? "";
    return isIPv6(address) && own.check(address, "ipv6");
  };
  const tracked = await router.print(trackedPath, { fasttrack: "true" }, [
    ...[".id", "src-address", "dst-address"],
  ]);
  for (const row of filledRows(tracked))
    if (isOf(row["src-address"]) || isOf(row["dst-address"]))
      await router.remove(trackedPath, row[".id"] ?? "");
}
