import type { Router, RouterRow } from "../router.ts";
import { filledRows, parseFlag } from "../router-values.ts";
import { linesComment } from "./router-lines.ts";

/** A rule of ours, by the fields that it has. */
export type Rule = Readonly<Record<string, string>>;

/** @property firsts chains of the router's own in which ours come before anybody's */
export type Rules = { path: string; rules: readonly Rule[]; firsts: readonly string[] };

/** The rules stand, whole, in order and first. Made anew where they do not: the old ones go when the new ones are there. */
export async function ensureRules(router: Router, { path, rules, firsts }: Rules): Promise<void> {
  const conditions = [...new Set(rules.flatMap((rule) => Object.keys(rule)))];
  const rows = filledRows(
    await router.print(path, {}, [".id", "comment", "disabled", "dynamic", ...conditions]),
  );
  const own = rows.filter(({ comment }) => comment === linesComment);
  if (isWhole(own, rules, conditions) && firsts.every((chain) => isFirst(rows, chain))) return;
  const first = rows.find(({ dynamic }) => !parseFlag(dynamic));
  const place = first?.[".id"] === undefined ? {} : { "place-before": first[".id"] };
  for (const rule of rules) await router.add(path, { ...rule, comment: linesComment, ...place });
  for (const row of own) await router.remove(path, row[".id"] ?? "");
}

function isWhole(own: readonly RouterRow[], rules: readonly Rule[], conditions: readonly string[]): boolean {
  if (own.length !== rules.length) return false;
  return own.every((row, index) => {
    const rule = rules[index];
    const isSame = conditions.every((name) => told(name, row[name]) === told(name, rule?.[name]));
    return isSame && !parseFlag(row.disabled);
  });
}

/** A rate may be read back with its second, and how long it is remembered in other words. */
const told = (name: string, value = ""): string =>
  name === "dst-limit" ? value.replace(/^(\d+)\/1s,/, "$1,").replace(/\/[^/]*$/, "") : value;

/** Rules of our set-up script may stand before: they are about the hotspot's visitors. */
function isFirst(rows: readonly RouterRow[], chain: string): boolean {
  const there = rows.filter(
    (row) => row.chain === chain && !parseFlag(row.dynamic) && !parseFlag(row.disabled),
  );
  const foreign = there.findIndex(({ comment = "" }) => !comment.startsWith("mlango"));
  const last = there.findLastIndex(({ comment }) => comment === linesComment);
  return foreign === -1 || last < foreign;
}
