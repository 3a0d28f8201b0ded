import type { Router, RouterRow } from "../router.ts";
import { filledRows, parseFlag } from "../router-values.ts";
import { linesComment, listPath, lists } from "./router-lines.ts";

const path = "/ip/firewall/filter";
const fromLines = "mlango-lines";
const toLines = "mlango-lines-to";

/** A chain for each direction: of two lines that speak to each other one may be open and the other blocked. */
const chainOf = (chain: string, own: "src" | "dst", ends: readonly Record<string, string>[]) => {
  const other = own === "src" ? "dst" : "src";
  const rules = [
    { action: "accept", "connection-state": "established,related", [`${own}-address-list`]: lists.open },
    { action: "return", [`${own}-address-list`]: lists.open },
    { action: "accept", [`${other}-address-list`]: lists.portal },
    ...ends,
  ];
  return rules.map((rule) => ({ chain, ...rule }));
};

/**
 * Before `accept established`, because a block must end what stands, and before FastTrack, because what is tracked there meets no rule
 * any more. Connections of lines are therefore accepted here before they could be tracked; a new one still meets the router's own
 * rules. What leads nowhere is refused with an answer: a browser need not wait until it gives up.
 */
const rules: readonly Record<string, string>[] = [
  ...chainOf(fromLines, "src", [
    { action: "reject", protocol: "tcp", "reject-with": "tcp-reset" },
    { action: "reject", "reject-with": "icmp-admin-prohibited" },
  ]),
  ...chainOf(toLines, "dst", [{ action: "drop" }]),
  // The chains are there before anything leads into them.
  { chain: "forward", action: "jump", "jump-target": fromLines, "src-address-list": lists.blocked },
  { chain: "forward", action: "jump", "jump-target": toLines, "dst-address-list": lists.blocked },
  ...["src", "dst"].map((way) => ({
    chain: "forward",
    action: "accept",
    "connection-state": "established,related",
    [`${way}-address-list`]: lists.lines,
  })),
];

const conditions = [
  ...["chain", "action", "jump-target", "src-address-list", "dst-address-list", "protocol", "reject-with"],
  "connection-state",
];

/** The rules stand, whole, in order and first. Made anew where they do not: the old ones go when the new ones are there. */
export async function ensureLineRules(router: Router): Promise<void> {
  const rows = filledRows(
    await router.print(path, {}, [".id", "comment", "disabled", "dynamic", ...conditions]),
  );
  const own = rows.filter(({ comment }) => comment === linesComment);
  if (isWhole(own) && isFirst(rows)) return;
  const first = rows.find(({ dynamic }) => !parseFlag(dynamic));
  const place = first?.[".id"] === undefined ? {} : { "place-before": first[".id"] };
  for (const rule of rules) await router.add(path, { ...rule, comment: linesComment, ...place });
  for (const row of own) await router.remove(path, row[".id"] ?? "");
}

function isWhole(own: readonly RouterRow[]): boolean {
  if (own.length !== rules.length) return false;
  return own.every((row, index) => {
    const rule = rules[index];
    const isSame = conditions.every((name) => (row[name] ?? "") === (rule?.[name] ?? ""));
    return isSame && !parseFlag(row.disabled);
  });
}

/** Of what leads through the router. Rules of our set-up script may stand before: they are about the hotspot's visitors. */
function isFirst(rows: readonly RouterRow[]): boolean {
  const forward = rows.filter(
    ({ chain, dynamic, disabled }) => chain === "forward" && !parseFlag(dynamic) && !parseFlag(disabled),
  );
  const foreign = forward.findIndex(({ comment = "" }) => !comment.startsWith("mlango"));
  const last = forward.findLastIndex(({ comment }) => comment === linesComment);
  return foreign === -1 || last < foreign;
}

/** A name, which the router resolves again and again itself; without a port, which a list knows none of. */
const hostIn = (text: string): string => text.replace(/:\d+$/, "").toLowerCase();
const isHost = (text: string): boolean => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text);

/** Where the blocked may go. What the set-up script put there stays. */
export async function ensurePortal(router: Router, portalHosts: readonly string[]): Promise<void> {
  const hosts = new Set(portalHosts.map(hostIn).filter(isHost));
  const rows = filledRows(
    await router.print(listPath, { list: lists.portal }, [".id", "list", "address", "comment"]),
  );
  for (const address of hosts)
    if (!rows.some((row) => row.address === address))
      await router.add(listPath, { list: lists.portal, address, comment: linesComment });
  for (const row of rows)
    if (row.comment === linesComment && !hosts.has(row.address ?? ""))
      await router.remove(listPath, row[".id"] ?? "");
}
