import { nairobiDay } from "../../contract/values/duration.ts";
import { tellingSigns } from "./transaction-search.ts";
import type { listTransactions } from "./transactions.ts";

type Asked = Parameters<typeof listTransactions>[2];

/** So much of a number, a receipt or a code means one sale. */
const leastOfSearch = 7;

/** What a cashier may ask: the sales of today, and of other days one that is searched for. */
export function ofCashier(asked: Asked, now: number): Asked {
  const isSought = tellingSigns(asked.q ?? "").length >= leastOfSearch;
  const today = nairobiDay(now);
  return isSought ? asked : { ...asked, from: today, to: today };
}
