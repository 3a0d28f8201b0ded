/** The query words of `print`: a property's value, or that it is there (MikroTik manual, "API", queries). */

import { Trap } from "./trap.ts";

export type Row = Readonly<Record<string, string>>;

/** `yes`/`no` in a query mean the `true`/`false` that rows carry. */
function same(value: string | undefined, wanted: string): boolean {
  if (value === undefined) return false;
  if (value === wanted) return true;
  return (value === "true" && wanted === "yes") || (value === "false" && wanted === "no");
}

function fits(word: string, row: Row): boolean {
  if (/^[#<>-]/.test(word)) throw new Trap("invalid query", 1);
  const [name = "", ...value] = word.replace(/^=/, "").split("=");
  return value.length === 0 ? row[name] !== undefined : same(row[name], value.join("="));
}

/** A row passes if it fits every word. Words come without their "?". */
export function matches(queries: readonly string[], row: Row): boolean {
  return queries.every((word) => fits(word, row));
}
