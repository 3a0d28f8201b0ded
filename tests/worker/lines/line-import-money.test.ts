import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "#worker/db/sql";
import { settleAccount } from "#worker/features/lines/settle-account";
import { testContext } from "../../support/worker-context.ts";
import { booksOf } from "./account-world.ts";
import {
  begin,
  bring,
  demoId,
  lineImportWorld,
  listed,
  type Row,
  routerHas,
  undo,
} from "./line-import-world.ts";

// Balances that come along: owed to their customers to the cent, no sale, once each, and gone when they are undone.

lineImportWorld();

type Sums = { owed: number; ahead: number; balances: number; sales: number };
async function sums(): Promise<Sums> {
  const row = await testContext()
    .tenant(demoId())
    .first(
      sql<Sums>`SELECT
        (SELECT coalesce(-sum(cents), 0) FROM general_ledger WHERE account = 'owed to customers') AS owed,
        (SELECT coalesce(sum(cents), 0) FROM general_ledger WHERE account = 'paid ahead') AS ahead,
        (SELECT coalesce(sum(balance_cents), 0) FROM customer_accounts) AS balances,
        (SELECT coalesce(-sum(cents), 0) FROM ledger WHERE account = 'sales') AS sales`,
    );
  if (!row) throw new Error("no sums");
  return row;
}

/** A file: whose each row is, with which balance, and which rows are told a second time. */
const file = fc.array(
  fc.record({
    customer: fc.integer({ min: 0, max: 3 }),
    cents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 700_000 })),
    isBlocked: fc.boolean(),
    isToldTwice: fc.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
);

let turn = 0;
test("whatever a file says, the books agree, before and after it is undone", async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async (told, isSettled) => {
      turn += 1;
      routerHas([]);
      const before = await sums();
      const first = new Map<number, number>();
      const rows = told.map(({ customer, cents, isBlocked }, index): Row => {
        const row = index + 2;
        if (!first.has(customer)) first.set(customer, row);
        // Of one customer the file has one balance.
        const own = told.find((one) => one.customer === customer)?.cents ?? cents;
        const who = { name: `T${turn} C${customer}`, phone: `07${10_000_000 + turn * 10 + customer}` };
        const line: Row = { row, of: first.get(customer) ?? row, login: `t${turn}-${index}`, isBlocked };
        if (isBlocked) line.paidUntil = null;
        return Object.assign(line, who, { balance: own / 100 });
      });
      const { id } = await begin(rows.length);
      await bring(id, rows);
      const again = rows.filter((_, index) => told[index]?.isToldTwice);
      if (again.length > 0) await bring(id, again);
      const sum = [...first.keys()]
        .map((customer) => told.find((one) => one.customer === customer)?.cents ?? 0)
        .reduce((all, one) => all + one, 0);
      const after = await sums();
      expect(after.balances - before.balances).toBe(sum);
      expect(after).toMatchObject({ owed: after.balances, ahead: after.balances, sales: before.sales });
      const ids = new Set((await listed(`T${turn} C`)).map(({ customer }) => customer.id));
      expect(ids.size).toBe(first.size);
      if (isSettled) for (const one of ids) await settleAccount(testContext(), demoId(), one);
      let whole = 0;
      for (const one of ids) {
        const books = await booksOf(demoId(), one);
        whole += books.balance + books.spent;
        expect(books).toMatchObject({ owed: books.balance, entries: books.balance, sales: 0 });
      }
      // What was bought and what is left are what came along.
      expect(whole).toBe(sum);
      await undo(id);
      expect(await sums()).toEqual(before);
      expect(await listed(`T${turn} C`)).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
