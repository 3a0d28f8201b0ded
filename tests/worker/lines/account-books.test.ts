import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { dayMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { AppError } from "#worker/errors";
import {
  type AccountRefund,
  creditStatements,
  endedStatements,
  heldStatements,
  takenBackStatements,
} from "#worker/features/customers/index";
import { accountStatement } from "#worker/features/lines/account-statement";
import { giveCashBack, takeCash, undoCash } from "#worker/features/lines/cash";
import { saveLineSettings } from "#worker/features/lines/cut-hours";
import { settleAccount, sweepLines } from "#worker/features/lines/index";
import { lineNowOf, selectLines } from "#worker/features/lines/line-rows";
import { readCutWindows } from "#worker/features/lines/line-settings";
import { blockedFrom } from "#worker/features/lines/line-state";
import {
  changePackage,
  giveDays,
  pause,
  remove,
  resume,
  setBlocking,
} from "#worker/features/lines/line-uses";
import { addPackage } from "#worker/features/lines/packages";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { booksOf, customerWithLines } from "./account-world.ts";

// Payments that are doubled, denied afterwards or cut off in the middle, cash that is taken, given back and undone, refunds that are held, fail
// and go out after all: entries, balance and ledger are one sum, a period is bought once for
// its price, and no line is paid for longer than its standing periods say.

let seeded: TwoProviders;
beforeAll(async () => {
  seeded = await seedBoth();
  for (const [index, terms] of packages.entries()) {
    const speeds = { uploadMbps: 1, downloadMbps: 1, fairUseGB: null, fairUseMbps: null };
    const input = { name: `Home ${index}`, ...speeds, isOffered: true, ...terms };
    await addPackage(testContext(), seeded.demo.id, `package ${index}`, input);
  }
});
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2031, 0, 31, 9) }));
afterEach(() => vi.useRealTimers());

const db = () => testContext().tenant(seeded.demo.id);

type Act =
  | { do: "pay"; payment: number; cents: number; times: number }
  | { do: "deny"; payment: number }
  | { do: "take" | "hand back"; cash: number; cents: number; times: number }
  | { do: "undo"; cash: number }
  | { do: "refund"; payment: number; cents: number }
  | { do: "end"; payment: number; as: "done" | "failed" | "after all" }
  | { do: "settle" | "die" | "sweep" }
  | { do: "pass"; days: number }
  | { do: "give" | "pause" | "resume" | "hold" | "free" | "keep" | "remove"; line: number }
  | { do: "change"; line: number; to: number; when: "now" | "renewal" }
  | { do: "hours"; from: string; until: string };

const place = fc.integer({ min: 0, max: 6 });
const act = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({
    do: fc.constant("pay" as const),
    payment: place,
    cents: fc.constantFrom(5_000, 40_000, 100_000, 150_000, 430_000),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ do: fc.constant("deny" as const), payment: place }),
  fc.record({
    do: fc.constantFrom("take" as const, "hand back" as const),
    cash: place,
    cents: fc.constantFrom(5_000, 60_000, 150_000),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ do: fc.constant("undo" as const), cash: place }),
  fc.record({
    do: fc.constant("refund" as const),
    payment: place,
    cents: fc.constantFrom(5_000, 40_000, 100_000),
  }),
  fc.record({
    do: fc.constant("end" as const),
    payment: place,
    as: fc.constantFrom("done" as const, "failed" as const, "after all" as const),
  }),
  fc.record({ do: fc.constantFrom("settle" as const, "die" as const, "sweep" as const) }),
  fc.record({ do: fc.constant("pass" as const), days: fc.constantFrom(1, 2, 10, 28, 31, 70) }),
  fc.record({
    do: fc.constantFrom("give", "pause", "resume", "hold", "free", "keep", "remove"),
    line: fc.nat({ max: 2 }),
  }) as fc.Arbitrary<Act>,
  fc.record({
    do: fc.constant("change" as const),
    line: fc.nat({ max: 2 }),
    to: fc.nat({ max: 2 }),
    when: fc.constantFrom("now" as const, "renewal" as const),
  }),
  fc.record({
    do: fc.constant("hours" as const),
    from: fc.constantFrom("08:00", "00:00", "22:00"),
    until: fc.constantFrom("20:00", "06:00"),
  }),
);

/** What lines can change to. */
const packages = [
  { price: 1_500, period: { months: 1 }, graceDays: 3, daysFrom: 100 },
  { price: 3_000, period: { months: 1 }, graceDays: 0, daysFrom: null },
  { price: 400, period: { days: 7 }, graceDays: 1, daysFrom: 50 },
];

/** What was told; what of it counts the books say. */
type Told = {
  paid: Map<number, { cents: number; isDenied: boolean }>;
  /** Ids of cash by place, those that were not refused. */
  cash: Map<number, { id: string; cents: number; isUndone: boolean }>;
  /** One refund a payment: asked for, and how it ended. */
  refunds: Map<number, { cents: number; status: "requested" | "done" | "failed" }>;
};

const owner = { id: "owner", name: "Owner", role: "owner" } as const;

/** As the refund's object does it: held, then its row with what its end does. */
async function endRefund(refund: AccountRefund, status: "done" | "failed") {
  await db().batch([
    sql`INSERT INTO refunds (id, seq, payment_id, cents, status, reason, requested_by, created_at, updated_at)
      VALUES (${refund.refundId}, 1, ${refund.paymentId}, ${refund.cents}, ${status}, 'r', 'o', 0, 0)
      ON CONFLICT (id) DO UPDATE SET status = excluded.status`,
    ...endedStatements(refund),
  ]);
}

async function play(one: Act, customerId: string, told: Told): Promise<void> {
  const { paid, cash, refunds } = told;
  const refundAt = (payment: number, cents: number): AccountRefund => ({
    refundId: `${customerId} refund ${payment}`,
    customerId,
    paymentId: `${customerId} ${payment}`,
    cents,
    at: Date.now(),
  });
  const now = Date.now();
  const ctx = testContext();
  switch (one.do) {
    case "pay": {
      const cents = paid.get(one.payment)?.cents ?? one.cents;
      if (!paid.has(one.payment)) paid.set(one.payment, { cents, isDenied: false });
      for (let time = 0; time < one.times; time += 1)
        await db().batch(creditStatements({ customerId, cents, at: now }, `${customerId} ${one.payment}`, 1));
      return;
    }
    case "deny": {
      const known = paid.get(one.payment);
      if (!known) return;
      known.isDenied = true;
      await db().batch(
        takenBackStatements({ customerId, cents: known.cents, at: now }, `${customerId} ${one.payment}`, 1),
      );
      return;
    }
    case "take":
    case "hand back": {
      if (cash.has(one.cash)) return;
      const id = `${customerId} cash ${one.cash}`;
      const asked = { id, customerId, amount: one.cents / 100 };
      for (let time = 0; time < one.times; time += 1)
        try {
          if (one.do === "take") await takeCash(ctx, seeded.demo.id, asked, owner);
          else await giveCashBack(ctx, seeded.demo.id, { ...asked, reason: "Moves" }, owner);
          cash.set(one.cash, { id, cents: one.do === "take" ? one.cents : -one.cents, isUndone: false });
        } catch (cause) {
          expect(cause).toMatchObject({ text: { say: "cash_beyond_balance" } });
        }
      return;
    }
    case "undo": {
      const known = cash.get(one.cash);
      if (!known) return;
      const undone = undoCash(ctx, seeded.demo.id, { id: known.id, reason: "Mistake" }, owner);
      if (known.isUndone) await expect(undone).rejects.toMatchObject({ text: { say: "cash_undone_before" } });
      else await undone;
      known.isUndone = true;
      return;
    }
    case "refund": {
      if (!paid.has(one.payment) || refunds.has(one.payment)) return;
      const refund = refundAt(one.payment, one.cents);
      for (let time = 0; time < 2; time += 1) {
        const answers = await db().batch(heldStatements(refund));
        if ((answers.at(-1) as { isHeld: 0 | 1 }[])[0]?.isHeld)
          refunds.set(one.payment, { cents: one.cents, status: "requested" });
      }
      return;
    }
    case "end": {
      const known = refunds.get(one.payment);
      if (!known || known.status === "done") return;
      if (one.as === "after all" && known.status !== "failed") return;
      const status = one.as === "failed" ? "failed" : "done";
      for (let time = 0; time < 2; time += 1) await endRefund(refundAt(one.payment, known.cents), status);
      known.status = status;
      return;
    }
    case "give":
    case "pause":
    case "resume":
    case "hold":
    case "free":
    case "keep":
    case "remove":
    case "change":
      return actOn(one, customerId);
    case "hours":
      await saveLineSettings(ctx, seeded.demo.id, { cutHours: { from: one.from, until: one.until } });
      return;
    case "settle":
      return settleAccount(ctx, seeded.demo.id, customerId);
    case "sweep":
      return sweepLines(ctx, seeded.demo.id);
    case "die": {
      // Gone after its first write.
      let writes = 0;
      const tenant: typeof ctx.tenant = (id) => {
        const own = ctx.tenant(id);
        return {
          ...own,
          batch: (statements) => {
            writes += statements.some((statement) => /^\s*(INSERT|UPDATE)/.test(statement.query().sql))
              ? 1
              : 0;
            if (writes > 1) throw new Error("the process is gone");
            return own.batch(statements);
          },
        };
      };
      await settleAccount({ ...ctx, tenant }, seeded.demo.id, customerId).catch(() => undefined);
      return;
    }
    default:
      vi.setSystemTime(now + one.days * dayMs);
  }
}

/** By hand, at a line that is there and lets it be done; what is refused changes nothing. */
async function actOn(one: Extract<Act, { line: number }>, customerId: string): Promise<void> {
  const [ctx, id] = [testContext(), `${customerId} ${one.line}`];
  const provider = { id: seeded.demo.id, subdomain: seeded.demo.subdomain };
  const acts = {
    give: () => giveDays(ctx, provider, id, 3, `${Date.now()} ${id}`),
    pause: () => pause(ctx, provider, id),
    resume: () => resume(ctx, provider, id),
    hold: () => setBlocking(ctx, provider, id, "now"),
    free: () => setBlocking(ctx, provider, id, "due"),
    keep: () => setBlocking(ctx, provider, id, "never"),
    remove: () => remove(ctx, provider, id),
    change: () =>
      changePackage(
        ctx,
        provider,
        id,
        `package ${"to" in one ? one.to : 0}`,
        "when" in one ? one.when : "now",
      ),
  };
  await acts[one.do]().catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause;
  });
}

type Period = { lineId: string; number: number; fromAt: number; untilAt: number; cents: number };

async function check(customerId: string, { paid, cash, refunds }: Told): Promise<void> {
  const [[sums], lines, periods] = await db().batch([
    sql<{
      balance: number;
      entries: number;
      owed: number;
      settleAt: number | null;
    }>`SELECT balance_cents AS balance,
        settle_at AS settleAt,
        (SELECT coalesce(sum(cents), 0) FROM customer_entries WHERE customer_id = ${customerId}) AS entries,
        (SELECT coalesce(-sum(cents), 0) FROM general_ledger WHERE account = 'owed to customers'
          AND journal_id IN (SELECT 'customer ' || id FROM customer_entries WHERE customer_id = ${customerId})) AS owed
      FROM customer_accounts WHERE id = ${customerId}`,
    sql<{ id: string; paidUntil: number | null }>`SELECT id, paid_until AS paidUntil FROM lines
      WHERE customer_id = ${customerId}`,
    sql<Period>`SELECT line_id AS lineId, number, from_at AS fromAt, until_at AS untilAt, cents FROM line_periods
      WHERE returned_at IS NULL AND line_id IN (SELECT id FROM lines WHERE customer_id = ${customerId})
      ORDER BY line_id, number`,
  ]);
  if (!sums) throw new Error("no account");
  const standing = [...cash.values()].reduce((sum, { cents, isUndone }) => sum + (isUndone ? 0 : cents), 0);
  const back = [...refunds.values()].reduce(
    (sum, { cents, status }) => sum + (status === "failed" ? 0 : cents),
    0,
  );
  const came =
    [...paid.values()].reduce((sum, { cents, isDenied }) => sum + (isDenied ? 0 : cents), 0) +
    standing -
    back;
  const spent = periods.reduce((sum, { cents }) => sum + cents, 0);
  expect(sums.entries).toBe(sums.balance);
  expect(sums.owed).toBe(sums.balance);
  expect(came - spent).toBe(sums.balance);
  await checkStatement(customerId, sums.balance);
  const { sales, cash: inHand } = await booksOf(seeded.demo.id, customerId);
  expect([sales, inHand]).toEqual([standing, standing]);
  for (const { id, paidUntil } of lines) {
    const own = periods.filter(({ lineId }) => lineId === id);
    expect(paidUntil).toBe(own.at(-1)?.untilAt ?? null);
    for (const [index, { fromAt }] of own.entries())
      expect(fromAt).toBeGreaterThanOrEqual(own[index - 1]?.untilAt ?? 0);
  }
  const rows = await db().all(selectLines(sql`customer_id = ${customerId}`));
  // Looked at: nothing that runs is unpaid.
  if ((sums.settleAt ?? Number.POSITIVE_INFINITY) > Date.now() && sums.balance < 0)
    expect(
      periods.filter(({ lineId, untilAt, cents }) => {
        const row = rows.find(({ id }) => id === lineId);
        return cents > 0 && untilAt > (row?.pausedAt ?? Date.now());
      }),
    ).toEqual([]);
  // Who is paid is on, and when each is blocked is what its time and the hours say now.
  const [hours, now] = [await readCutWindows(db()), Date.now()];
  for (const line of rows.map(lineNowOf)) {
    if (line.closedAt !== null) continue;
    expect(line.blocksAt).toBe(blockedFrom(line, hours, now));
    const isHeldBack = line.heldAt !== null || line.pausedAt !== null;
    if (!isHeldBack && (line.paidUntil ?? 0) > now) expect(line.blocksAt ?? now + 1).toBeGreaterThan(now);
  }
}

/** A whole statement, and one of which all but three lines are left out. */
async function checkStatement(customerId: string, cents: number): Promise<void> {
  for (const most of [1_000, 3]) {
    const { before, lines, balance } = await accountStatement(
      testContext(),
      seeded.demo.id,
      customerId,
      most,
    );
    expect(balance).toBe(cents / 100);
    if (most === 1_000) expect(before).toBe(0);
    let sum = Math.round(before * 100);
    for (const line of lines) {
      sum += Math.round(line.amount * 100);
      expect(line.balance).toBe(sum / 100);
    }
    expect(sum).toBe(cents);
  }
}

const usual = 60;
test(
  "for any history the books agree",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            cents: fc.constantFrom(100_000, 150_000),
            months: fc.constantFrom(1, 3),
            graceDays: fc.constantFrom(0, 3),
            daysFromCents: fc.constantFrom(null, 20_000),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        fc.array(act, { maxLength: 18 }),
        async (lines, acts) => {
          vi.setSystemTime(Date.UTC(2031, 0, 31, 9));
          const { id: customerId } = await customerWithLines(
            seeded.demo,
            lines.map(({ months, ...rest }) => ({ ...rest, period: { months } })),
          );
          const told: Told = { paid: new Map(), cash: new Map(), refunds: new Map() };
          for (const one of acts) {
            await play(one, customerId, told);
            await check(customerId, told);
          }
          await settleAccount(testContext(), seeded.demo.id, customerId);
          await check(customerId, told);
        },
      ),
      { numRuns: histories(usual, 200) },
    );
  },
  historiesLimitMs(usual, 200),
);
