import { type Sql, sql } from "../../db/sql.ts";

// A purchase that goes on at another router gets a row, and an id, of its own: the first one's id and a number.

const separator = ".";

export function firstIdOf(entitlementId: string): string {
  return entitlementId.split(separator)[0] ?? entitlementId;
}

/** The same of an id in a statement. */
export const firstIdIn = (id: Sql): Sql =>
  sql`substr(${id}, 1, instr(${id} || ${separator}, ${separator}) - 1)`;

/** The id under which a purchase goes on: the same for every repeat of the move. */
export function successorIdOf(entitlementId: string): string {
  const [first = "", step = "1"] = entitlementId.split(separator);
  return `${first}${separator}${Number(step) + 1}`;
}

/** From the first id of a purchase, inclusive, to just after its last: all it ever had and will have lie between. */
export function idsOfPurchase(entitlementId: string): [first: string, end: string] {
  const first = firstIdOf(entitlementId);
  return [first, `${first}/`];
}
