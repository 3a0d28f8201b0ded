import type { Router, RouterRow } from "../router.ts";
import { filledRows, parseFlag } from "../router-values.ts";

/** A rule of ours, by the fields that it has. */
export type Rule = Readonly<Record<string, string>>;

/** @property comment of ours at this path @property firsts chains of the router's own in which ours come before all others */
export type Rules = { path: string; comment: string; rules: readonly Rule[]; firsts: readonly string[] };

/**
 * The rules stand, whole, in order and first, and no others with their comment. Made anew where they do not: the old ones go when the new
 * ones are there, and of new ones that were not all taken none stays. Says whether it wrote.
 */
export async function ensureRules(router: Router, wanted: Rules): Promise<boolean> {
  const { path, comment, rules, firsts } = wanted;
  const conditions = [...new Set(["chain", ...rules.flatMap((rule) => Object.keys(rule))])];
  const rows = filledRows(
    await router.print(path, {}, [".id", "comment", "disabled", "dynamic", ...conditions]),
  );
  const own = rows.filter((row) => row.comment === comment);
  if (isWhole(own, rules, conditions) && firsts.every((chain) => isFirst(rows, chain, comment))) return false;
  const first = rows.find(({ dynamic }) => !parseFlag(dynamic));
  const place = first?.[".id"] === undefined ? {} : { "place-before": first[".id"] };
  const made: string[] = [];
  try {
    for (const rule of rules) made.push(await router.add(path, { ...rule, comment, ...place }));
  } catch (error) {
    for (const id of made.reverse()) await router.remove(path, id);
    throw error;
  }
  // What leads into a chain of ours goes before what is in it.
  const leading = own.filter(({ chain = "" }) => firsts.includes(chain));
  for (const row of [...leading, ...own.filter((one) => !leading.includes(one))])
    await router.remove(path, row[".id"] ?? "");
  return true;
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

/** Rules of our set-up script, and those of ours for other things, may stand before. */
function isFirst(rows: readonly RouterRow[], chain: string, comment: string): boolean {
  const there = rows.filter(
    (row) => row.chain === chain && !parseFlag(row.dynamic) && !parseFlag(row.disabled),
  );
  const foreign = there.findIndex((row) => !row.comment?.startsWith("mlango"));
  const last = there.findLastIndex((row) => row.comment === comment);
  return foreign === -1 || last < foreign;
}
