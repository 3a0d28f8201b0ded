import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "#worker/context";
import { names, Sql, sql } from "#worker/db/sql";
import { columnsOf, copiedTables } from "#worker/features/copies/copied-tables";
import { compareCopies, copyToPlatform } from "#worker/features/copies/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { forgetCopies } from "../../support/copies.ts";
import { failStatements } from "../../support/database-faults.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { putPayment } from "../transactions/sales-rows.ts";

// What the operator lists of all providers is copied from each provider's tables, at least once, and applied once.

let seeded: TwoProviders;
let provider: string;
let paymentId: string;

beforeAll(async () => {
  seeded = await seedBoth();
  provider = seeded.demo.id;
  paymentId = (await putPayment(seeded.demo)).id;
  // Else one test's payout would stand before the next.
  for (const { id } of [seeded.demo, seeded.savanna])
    await tenantDatabase(id).prepare("DROP TRIGGER payouts_refuse_delete").run();
});
beforeEach(forget);

async function forget(): Promise<void> {
  await emptyTenantTables("sales_daily", "reviews", "refunds", "payouts", "credit_entries");
  await forgetCopies();
}

const run = (text: string, ...values: unknown[]) =>
  tenantDatabase(provider)
    .prepare(text)
    .bind(...values)
    .run();
/** On the platform's tables. */
const damage = (text: string) => testContext().platform.run(new Sql([text], []));

/** As the ledger's trigger does. */
const sale = (router: number, day: number, cents: number) =>
  run(
    `INSERT INTO sales_daily (router_id, day, method, settlement, count, cents)
    VALUES (?1, ?2, 'mpesa', 'direct', 1, ?3)
    ON CONFLICT DO UPDATE SET count = count + 1, cents = cents + excluded.cents`,
    `r${router}`,
    `2031-03-0${day}`,
    cents,
  );
const review = (id: number, text: string) =>
  run(
    `INSERT INTO reviews (id, at, payment_id, kind, detail) VALUES (?1, 5, 'p', 'lost', ?2)
    ON CONFLICT DO UPDATE SET resolved_at = coalesce(resolved_at, 0) + 1, resolution = ?2`,
    `v${id}`,
    JSON.stringify({ text }),
  );
const refund = (id: number, text: string) =>
  run(
    `INSERT INTO refunds (id, seq, payment_id, cents, status, reason, requested_by, created_at, updated_at)
    VALUES (?1, 1, ?3, 700, 'requested', ?2, 'op', 5, 5)
    ON CONFLICT DO UPDATE SET seq = seq + 1, status = 'done', detail = ?2, updated_at = updated_at + 1`,
    `b${id}`,
    text,
    id === 0 ? paymentId : `other ${id}`,
  );
const payout = (id: number, text: string) =>
  run(
    `INSERT INTO payouts (id, seq, status, cents, fee_cents, kind, account, environment, short_code, requested_by,
      detail, created_at, updated_at)
    VALUES (?1, 1, 'reserved', 700, 0, 'phone', '254712345678', 'sandbox', '600100', 'own', ?2, 5, 5)
    ON CONFLICT DO UPDATE SET seq = seq + 1, status = 'paid', detail = ?2, updated_at = updated_at + 1`,
    `c${id}`,
    text,
  );
const receipt = (text: string) => run("UPDATE payments SET receipt = ?2 WHERE id = ?1", paymentId, text);

/** Both sides of each table, row by row, as what travels between them. */
async function sides(): Promise<{ own: unknown[]; copied: unknown[] }> {
  const own: unknown[] = [];
  const copied: unknown[] = [];
  for (const table of copiedTables) {
    const plain = [...table.keys, ...table.values, "rev"].join(", ");
    const paid = "(SELECT receipt FROM payments WHERE id = payment_id)";
    const extra = table.own === "refunds" ? `, ${paid} AS paid_receipt` : "";
    const inOrder = `FROM ${table.own} ORDER BY ${table.keys.join(", ")}`;
    own.push((await run(`SELECT ${plain}${extra} ${inOrder}`)).results);
    copied.push(
      await testContext().platform.all(
        sql`SELECT ${names(...columnsOf(table))} FROM ${names(table.copy)} WHERE provider_id = ${provider}
          ORDER BY ${names(...table.keys)}`,
      ),
    );
  }
  return { own, copied };
}

async function expectEqual(): Promise<void> {
  const { own, copied } = await sides();
  expect(copied).toEqual(own);
}

type Change =
  | { of: "sale"; router: number; day: number; cents: number }
  | { of: "review" | "refund"; id: number; text: string }
  | { of: "receipt"; text: string };

function change(one: Change): Promise<unknown> {
  switch (one.of) {
    case "sale":
      return sale(one.router, one.day, one.cents);
    case "review":
      return review(one.id, one.text);
    case "refund":
      return refund(one.id, one.text);
    default:
      return receipt(one.text);
  }
}

/** What becomes of a batch: `late` is not done now, and once more in the end; `twice` now and in the end. */
const fates = ["done", "lost", "unanswered", "late", "twice"] as const;
type Fate = (typeof fates)[number];
type Late = () => Promise<unknown>;

/** A context in which the store of a copy, and its acknowledgement, meet these fates. */
function unreliable(
  { store, acknowledge }: { store: Fate; acknowledge: Fate },
  meanwhile: Change[],
  late: Late[],
): Context {
  const ctx = testContext();
  const meet = async (fate: Fate, act: Late) => {
    if (fate === "late" || fate === "twice") late.push(act);
    const answer = fate === "lost" || fate === "late" ? null : await act();
    if (fate === "done" || fate === "twice") return answer;
    throw new Error(`the batch was ${fate}`);
  };
  const platform = {
    ...ctx.platform,
    batch: async (statements: Sql[]) => {
      for (const one of meanwhile.splice(0)) await change(one);
      return meet(store, () => ctx.platform.batch(statements));
    },
  };
  const db = ctx.tenant(provider);
  let batches = 0;
  const own = {
    ...db,
    batch: (statements: Sql[]) => {
      batches += 1;
      // Reading and acknowledging take turns.
      return batches % 2 === 1
        ? db.batch(statements)
        : meet(acknowledge, () => ctx.tenant(provider).batch(statements));
    },
  };
  return { ...ctx, platform: platform as never, tenant: () => own as never };
}

const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('"', "'", "\\", "é{}[]", "💧"));
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    of: fc.constant("sale" as const),
    router: fc.nat({ max: 1 }),
    day: fc.integer({ min: 1, max: 2 }),
    cents: fc.integer({ min: -5_000, max: 5_000 }),
  }),
  fc.record({ of: fc.constantFrom("review" as const, "refund" as const), id: fc.nat({ max: 1 }), text }),
  fc.record({ of: fc.constant("receipt" as const), text: fc.nat().map((number) => `R${number}`) }),
);
const fate = fc.constantFrom(...fates);
const acts = fc.oneof(
  changes.map((one) => ({ change: one })),
  fc.record({
    copy: fc.record({ store: fate, acknowledge: fate }),
    meanwhile: fc.array(changes, { maxLength: 2 }),
  }),
  fc.record({ deliver: fc.nat() }),
);

test("however copies are cut off, repeated and reordered, both sides are equal in the end", {
  timeout: historiesLimitMs(40, 400),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { maxLength: 25 }), async (history) => {
      await forget();
      const late: Late[] = [];
      for (const act of history) {
        if ("change" in act) await change(act.change);
        else if ("copy" in act)
          await copyToPlatform(unreliable(act.copy, [...act.meanwhile], late), provider).catch(
            () => undefined,
          );
        else if (late.length > 0) await late.splice(act.deliver % late.length, 1)[0]?.();
      }
      await copyToPlatform(testContext(), provider);
      await expectEqual();
      for (const one of late.reverse()) await one();
      await expectEqual();
      expect(await compareCopies(testContext(), provider)).toEqual([]);
    }),
    { numRuns: histories(40, 400) },
  );
});

describe("a copy", () => {
  test("raises its row's rev with each change of any column that travels, and with nothing else", async () => {
    await sale(1, 1, 100);
    await review(1, "a");
    await refund(1, "a");
    await payout(1, "a");
    await run(
      "INSERT INTO credit_entries (id, kind, day, at, cents) VALUES ('given.a', 'given', '2031-03-04', 1, 100)",
    );
    for (const { own, values } of copiedTables) {
      const rev = async () => (await run(`SELECT rev FROM ${own}`)).results[0]?.rev;
      let known = Number(await rev());
      for (const column of values) {
        await run(`UPDATE ${own} SET ${column} = ${column}`);
        expect([own, column, await rev()]).toEqual([own, column, known + 1]);
        known += 1;
      }
      await run(`UPDATE ${own} SET copied_rev = rev`);
      expect(await rev()).toBe(known);
    }
  });

  test("of many rows, and of long ones, takes as many rounds as it needs", async () => {
    await run(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
      INSERT INTO sales_daily (router_id, day, method, settlement, count, cents)
      SELECT 'r' || n, '2031-03-01', 'mpesa', 'direct', 1, n FROM numbers`,
    );
    for (let id = 0; id < 4; id += 1) await review(id, "x".repeat(300_000));
    await copyToPlatform(testContext(), provider);
    await expectEqual();
  });

  test("is of one provider: another's rows of the same name stay apart", async () => {
    await sale(1, 1, 100);
    await copyToPlatform(testContext(), seeded.savanna.id);
    expect((await sides()).copied.flat()).toEqual([]);
    await copyToPlatform(testContext(), provider);
    await expectEqual();
    const all = await testContext().platform.all(sql`SELECT DISTINCT provider_id AS id FROM provider_sales`);
    expect(all).toEqual([{ id: provider }]);
  });

  test("waits where the platform is away", async () => {
    await sale(1, 1, 100);
    const fault = failStatements(/provider_sales/);
    await expect(copyToPlatform(testContext(), provider)).rejects.toThrow("Network connection lost");
    fault.heal();
    await copyToPlatform(testContext(), provider);
    await expectEqual();
  });

  test("is found and acknowledged along indexes, never by reading a whole table", async () => {
    for (const { own, keys } of copiedTables) {
      const plan = async (sql: string) =>
        (await run(`EXPLAIN QUERY PLAN ${sql}`)).results.map(({ detail }) => String(detail));
      const waiting = await plan(`SELECT 1 FROM ${own} WHERE rev > copied_rev ORDER BY copied_rev LIMIT 5`);
      expect(waiting).toEqual([expect.stringContaining(`USING INDEX ${own}_uncopied`)]);
      const sent = keys.map((key, place) => `value ->> ${place} AS ${key}`).join(", ");
      const acknowledged = await plan(
        `UPDATE ${own} SET copied_rev = sent.rev FROM (SELECT ${sent}, 1 AS rev FROM json_each('[]')) AS sent
        WHERE ${keys.map((key) => `${own}.${key} = sent.${key}`).join(" AND ")}`,
      );
      expect(acknowledged.filter((step) => step.includes(`SCAN ${own}`))).toEqual([]);
    }
  });
});

describe("the nightly comparison of copies", () => {
  beforeEach(async () => {
    await sale(1, 1, 100);
    await sale(1, 2, 200);
    await review(1, "a");
    await refund(1, "a");
    await copyToPlatform(testContext(), provider);
  });

  test("finds nothing where both sides agree, or a change is on its way", async () => {
    expect(await compareCopies(testContext(), provider)).toEqual([]);
    await sale(1, 1, 50);
    expect(await compareCopies(testContext(), provider)).toEqual([]);
    await expectEqual();
  });

  test.each([
    ["another amount", "UPDATE provider_sales SET cents = 101 WHERE day = '2031-03-01'", 1, 100, 101],
    ["a lost row", "DELETE FROM provider_sales WHERE day = '2031-03-02'", 1, 200, 0],
    ["a lost table", "DELETE FROM provider_sales", 2, 300, 0],
    ["a copy of an earlier rev", "UPDATE provider_sales SET rev = 0, cents = 0", 2, 300, 0],
    ["a copy from a future that was taken back", "UPDATE provider_sales SET rev = 9, cents = 5", 2, 300, 10],
    [
      "a row that the provider has not",
      `INSERT INTO provider_sales SELECT provider_id, 'r9', day, method, settlement, count, cents, rev
      FROM provider_sales WHERE day = '2031-03-01'`,
      ...[1, 0, 100],
    ],
  ])("finds %s, to the cent, and makes it right", async (_name, text, rows, ownCents, copiedCents) => {
    await damage(text as string);
    expect(await compareCopies(testContext(), provider)).toEqual([
      { table: "sales_daily", rows, ownCents, copiedCents },
    ]);
    await expectEqual();
    expect(await compareCopies(testContext(), provider)).toEqual([]);
    await sale(1, 1, 1);
    await copyToPlatform(testContext(), provider);
    await expectEqual();
  });

  test("finds reviews and refunds that were lost", async () => {
    for (const { copy } of copiedTables) await damage(`DELETE FROM ${copy}`);
    const found = await compareCopies(testContext(), provider);
    expect(found.map(({ table, rows, ownCents }) => [table, rows, ownCents])).toEqual([
      ["sales_daily", 2, 300],
      ["reviews", 1, 0],
      ["refunds", 1, 700],
    ]);
    await expectEqual();
  });

  test("takes no sale that comes while it reads for a difference", async () => {
    await damage("UPDATE provider_sales SET cents = 101 WHERE day = '2031-03-01'");
    const ctx = testContext();
    let reads = 0;
    const platform = {
      ...ctx.platform,
      all: async (statement: Sql) => {
        reads += 1;
        // Between the readings of the copies: one day's row is sold on and copied, the other's is sold on.
        if (reads === 2) {
          await sale(1, 2, 7);
          await copyToPlatform(testContext(), provider);
          await sale(1, 2, 9);
        }
        return ctx.platform.all(statement);
      },
    };
    expect(await compareCopies({ ...ctx, platform: platform as never }, provider)).toEqual([
      { table: "sales_daily", rows: 1, ownCents: 100, copiedCents: 101 },
    ]);
    await expectEqual();
  });
});
