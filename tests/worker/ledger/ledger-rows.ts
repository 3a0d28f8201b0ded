import { ownedRowsOfAll } from "../../support/tenant-rows.ts";

// What the ledger says, read line by line: beside every sum that the product keeps.

export type Line = {
  providerId: string;
  journalId: string;
  kind: string;
  account: string;
  cents: number;
  paymentId: string | null;
  routerId: string;
  method: string;
  settlement: string;
  day: string;
  at: number;
};
type Fits = Partial<Line> | ((line: Line) => boolean);

export type Books = {
  lines: readonly Line[];
  /** KES that came in by these lines, less what went out again. */
  sold(fits?: Fits): number;
  /** How many sales, less those that were taken back. */
  sales(fits?: Fits): number;
  /** A line of a sale, or of what took one back. */
  isSale(line: Line): boolean;
  /** KES on an account: what came to it, less what left it. */
  balance(account: string, fits?: Fits): number;
};

const counts = new Map([
  ["sale", 1],
  ["taken-back", -1],
]);

export async function readBooks(): Promise<Books> {
  const read = (from: string, more: string) =>
    ownedRowsOfAll<Omit<Line, "providerId">>(
      `SELECT journal_id AS journalId, kind, account, cents, day, at, ${more} FROM ${from}`,
    );
  const lines = [
    ...(await read("ledger", "payment_id AS paymentId, router_id AS routerId, method, settlement")),
    ...(await read("general_ledger", "NULL AS paymentId, '' AS routerId, '' AS method, '' AS settlement")),
  ];
  const those = (fits: Fits, account: string) =>
    lines.filter(
      (line) =>
        line.account === account &&
        (typeof fits === "function"
          ? fits(line)
          : Object.entries(fits).every(([name, value]) => line[name as keyof Line] === value)),
    );
  const sum = (found: readonly Line[]) => found.reduce((cents, line) => cents + line.cents, 0) / 100;
  return {
    lines,
    sold: (fits = {}) => -sum(those(fits, "sales")) || 0,
    sales: (fits = {}) =>
      those(fits, "sales").reduce((count, { kind }) => count + (counts.get(kind) ?? 0), 0),
    isSale: ({ kind }) => counts.has(kind),
    balance: (account, fits = {}) => sum(those(fits, account)),
  };
}
