import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { activateProvider, suspendProvider } from "#contract/providers";
import type { Sql } from "#worker/db/sql";
import { verifyConfirmation } from "#worker/features/billing/decide-confirmation";
import { sweepBilling } from "#worker/features/billing/index";
import { accountOf } from "#worker/features/billing/provider-account";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { tellAgain, tellNothing } from "../../support/written-by-hand.ts";
import {
  configure,
  forgetBilling,
  invoicesOf,
  nairobi,
  rows,
  sold,
  standing,
  sweep,
  told,
} from "./billing-world.ts";

let seeded: TwoProviders;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  vi.restoreAllMocks();
  await forgetBilling();
});

test("how far a day's billing is makes no provider's copy of the platform old", async () => {
  const shared = () =>
    env.DB.prepare("SELECT rev FROM provider_snapshots WHERE provider_id = ''").first<number>("rev");
  await configure(seeded.demo, operator, "2026-11-01");
  await sweep(nairobi("2026-11-30", "06:00"));
  const before = await shared();
  await sweep(nairobi("2026-12-01", "06:00"));
  await sweep(nairobi("2026-12-01", "06:01"));
  expect(await invoicesOf(seeded.demo)).toHaveLength(1);
  expect(await shared()).toBe(before);
});

describe("the day after a period", () => {
  test("brings its invoice: all completed payments, diverted ones too, vouchers not", async () => {
    const { demo } = seeded;
    await configure(demo, operator, "2026-11-01");
    await sold(demo, "2026-11-01", 100_000, { count: 3 });
    await sold(demo, "2026-11-30", 50_001, { count: 2, settlement: "diverted" });
    await sold(demo, "2026-11-30", -10_000, { count: 0 });
    await sold(demo, "2026-12-01", 77_700);
    await sold(demo, "2026-10-31", 88_800);
    await tenantDatabase(demo.id)
      .prepare(
        "INSERT INTO voucher_daily (router_id, day, count, cents) VALUES (?1, '2026-11-05', 9, 900000)",
      )
      .bind(demo.routers[0]?.id)
      .run();
    await sweep(nairobi("2026-12-01", "05:59"));
    expect(await invoicesOf(demo)).toEqual([]);
    await sweep(nairobi("2026-12-01", "06:00"));
    expect(await invoicesOf(demo)).toMatchObject([
      {
        period_start: "2026-11-01",
        period_end: "2026-12-01",
        due_date: "2026-12-05",
        base_count: 5,
        base_cents: 140_001,
        amount_cents: 7_000,
        paid_cents: 0,
        paid_at: null,
      },
    ]);
    expect(await told(demo)).toEqual(["Invoice for November 2026"]);
    await emptyTenantTables("voucher_daily");
  });

  test("is paid at once where there is nothing to pay, without a letter", async () => {
    const { demo } = seeded;
    await configure(demo, operator, "2026-11-01");
    const at = nairobi("2026-12-01", "07:00");
    await sweep(at);
    expect(await invoicesOf(demo)).toMatchObject([{ amount_cents: 0, paid_at: at }]);
    expect(await told(demo)).toEqual(["Invoice for November 2026"]);
    expect(await rows("SELECT id FROM mail")).toEqual([]);
    for (const day of ["05", "13", "20"]) await sweep(nairobi(`2026-12-${day}`));
    expect(await standing(demo)).toEqual({ status: "active", suspended_for: null });
  });

  test("writes to every address once, and no line break of a name reaches the head of a letter", async () => {
    const { demo } = seeded;
    await env.DB.prepare("UPDATE providers SET business_name = ?2 WHERE id = ?1")
      .bind(demo.id, "Demo\r\nBcc: all@evil.example")
      .run();
    await configure(demo, operator, "2026-11-01");
    await sold(demo, "2026-11-02", 200_000);
    await sweep(nairobi("2026-12-01"));
    await env.DB.prepare("UPDATE providers SET business_name = 'Demo WiFi' WHERE id = ?1")
      .bind(demo.id)
      .run();
    const letters = await rows<{ recipient: string; subject: string; text: string }>(
      "SELECT recipient, subject, text FROM mail ORDER BY recipient",
    );
    expect(letters.map(({ recipient }) => recipient)).toEqual(["boss@demo.example", "pay@demo.example"]);
    expect(letters[0]?.subject).toBe("Invoice for November 2026 - Demo Bcc: all@evil.example");
    expect(letters[0]?.text).toContain("KSh 100 for the use of the platform, November 2026");
    expect(letters[0]?.text).toContain("to be paid by 5 December 2026");
    expect(letters[0]?.text).toContain("account number PROV-TEST");
    expect(letters[0]?.text).toContain("http://demo.hotspot.localhost/admin/billing");
  });

  test("what came into the books late stands in the next invoice as a line of its own", async () => {
    const { demo } = seeded;
    await configure(demo, operator, "2026-11-01");
    await sold(demo, "2026-11-10", 100_000);
    await sweep(nairobi("2026-12-01"));
    await sold(demo, "2026-11-30", 40_000, { count: 2 });
    await sold(demo, "2026-12-10", 60_000);
    await sweep(nairobi("2027-01-01"));
    const [november, december] = await invoicesOf(demo);
    expect(november).toMatchObject({ base_cents: 100_000, amount_cents: 5_000 });
    expect(december).toMatchObject({ base_count: 3, base_cents: 100_000, amount_cents: 5_000 });
    const [{ lines } = { lines: "[]" }] = await rows<{ lines: string }>(
      "SELECT rows AS lines FROM invoices WHERE period_start = '2026-12-01'",
    );
    expect(JSON.parse(lines)).toMatchObject([
      { kind: "late", from: "2026-11-01", end: "2026-12-01", count: 2, baseCents: 40_000, cents: 2_000 },
      { kind: "sales", count: 1, baseCents: 60_000, cents: 3_000 },
    ]);
  });

  test("refunds beyond a period's sales lower the next invoice", async () => {
    const { demo } = seeded;
    await configure(demo, operator, "2026-11-01");
    await sold(demo, "2026-11-10", -20_000, { count: 0 });
    await sold(demo, "2026-12-10", 100_000);
    await sweep(nairobi("2027-01-01"));
    expect(await invoicesOf(demo)).toMatchObject([
      { base_cents: -20_000, amount_cents: 0 },
      { base_cents: 80_000, amount_cents: 4_000 },
    ]);
  });

  test("makes up for days on which nothing ran, one invoice per period", async () => {
    const { demo } = seeded;
    await configure(demo, operator, "2026-08-20", { billingModel: "monthly_fee", monthlyFee: 300 });
    await sweep(nairobi("2026-11-03"));
    expect((await invoicesOf(demo)).map((one) => [one.period_start, one.amount_cents])).toEqual([
      ["2026-08-20", 11_613],
      ["2026-09-01", 30_000],
      ["2026-10-01", 30_000],
    ]);
  });
});

describe("an unpaid invoice", () => {
  async function unpaid() {
    await configure(seeded.demo, operator, "2026-11-01", { dueDay: 10 });
    await sold(seeded.demo, "2026-11-10", 1_000_000);
    await sweep(nairobi("2026-12-01"));
  }

  test("is reminded of three days before and on its day, then said to be overdue, then suspends", async () => {
    const { demo } = seeded;
    await unpaid();
    const seen: Record<string, string[]> = {};
    for (let day = 2; day <= 20; day += 1) {
      const before = (await told(demo)).length;
      const date = `2026-12-${String(day).padStart(2, "0")}`;
      await sweep(nairobi(date));
      const fresh = (await told(demo)).slice(before);
      if (fresh.length > 0) seen[date] = fresh;
      expect((await standing(demo))?.status).toBe(day < 17 ? "active" : "suspended");
    }
    expect(seen).toEqual({
      "2026-12-07": ["Invoice for November 2026 is due soon"],
      "2026-12-10": ["Invoice for November 2026 is due today"],
      "2026-12-11": ["Invoice for November 2026 is overdue"],
      "2026-12-17": ["Account suspended"],
    });
    expect(await standing(demo)).toEqual({ status: "suspended", suspended_for: "invoice" });
    expect(
      await rows(
        "SELECT actor, action FROM audit WHERE action LIKE 'provider.%' AND provider_id = ?1",
        demo.id,
      ),
    ).toEqual([{ actor: "system", action: "provider.suspend" }]);
  });

  test("does not suspend again whom an operator activated all the same", async () => {
    const { demo } = seeded;
    await unpaid();
    await sweep(nairobi("2026-12-17"));
    expect((await standing(demo))?.status).toBe("suspended");
    await call(activateProvider, { params: { id: demo.id } }, operator);
    for (const day of ["18", "25", "31"]) await sweep(nairobi(`2026-12-${day}`));
    expect(await standing(demo)).toEqual({ status: "active", suspended_for: null });
  });

  test("suspends on the very day that its provider reads, also after a part was paid", async () => {
    const { demo } = seeded;
    await unpaid();
    const read = async (at: number) => (await accountOf(testContext({ now: () => at }), demo.id)).suspendedOn;
    expect(await read(nairobi("2026-12-10"))).toBeNull();
    expect(await read(nairobi("2026-12-11"))).toBe("2026-12-17");
    await sweep(nairobi("2026-12-17"));
    expect(await read(nairobi("2026-12-17"))).toBeNull();
    const paidAt = nairobi("2026-12-17", "23:30");
    await env.DB.prepare(
      `INSERT INTO payment_confirmations (id, provider_id, amount_cents, payment_code, status, submitted_by, created_at)
      VALUES ('one shilling', ?1, 100, 'TKQ0000021', 'pending', 'somebody', 1)`,
    )
      .bind(demo.id)
      .run();
    const actor = { actor: "platform", actorId: "operator", providerId: null, network: null } as const;
    await verifyConfirmation(testContext({ now: () => paidAt }), {
      id: "one shilling",
      notes: undefined,
      actor,
    });
    const shown = await read(paidAt);
    expect(shown).toBe("2026-12-24");
    for (let day = 18; day <= 25; day += 1) {
      const date = `2026-12-${day}`;
      await sweep(nairobi(date, "06:01"));
      expect([date, (await standing(demo))?.status]).toEqual([
        ...[date, date < String(shown) ? "active" : "suspended"],
      ]);
    }
    // Who was activated all the same is not suspended again for it: no day is shown.
    await call(activateProvider, { params: { id: demo.id } }, operator);
    expect(await read(nairobi("2026-12-27"))).toBeNull();
  });

  test("leaves an operator's own suspension to the operator", async () => {
    const { demo } = seeded;
    await unpaid();
    await call(suspendProvider, { params: { id: demo.id } }, operator);
    await sweep(nairobi("2026-12-20"));
    expect(await standing(demo)).toEqual({ status: "suspended", suspended_for: null });
    expect(await told(demo)).not.toContain("Account suspended");
  });

  test("of another provider suspends nobody else", async () => {
    await unpaid();
    await sweep(nairobi("2026-12-20"));
    expect((await standing(seeded.savanna))?.status).toBe("active");
  });
});

describe("the sweep", () => {
  test("with nothing to do reads one row and writes none", async () => {
    await configure(seeded.demo, operator, "2026-11-01");
    await sweep(nairobi("2026-12-01"));
    const at = nairobi("2026-12-01", "13:00");
    const ctx = testContext({ now: () => at });
    let statements = 0;
    const counting = {
      ...ctx,
      platform: {
        ...ctx.platform,
        first: (statement: Sql) => {
          statements += 1;
          return ctx.platform.first(statement);
        },
        all: () => Promise.reject(new Error("a list")),
        run: () => Promise.reject(new Error("a write")),
        batch: () => Promise.reject(new Error("a batch")),
      },
    } as typeof ctx;
    await sweepBilling(counting);
    expect(statements).toBe(1);
  });

  test("goes on where the day before failed, and a fault of one provider keeps no other from its invoice", async () => {
    const { demo, savanna } = seeded;
    await configure(demo, operator, "2026-11-01");
    await configure(savanna, operator, "2026-11-01");
    await sold(demo, "2026-11-10", 100_000);
    await sold(savanna, "2026-11-10", 200_000);
    const at = nairobi("2026-12-01");
    const ctx = testContext({ now: () => at });
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await sweepBilling({
      ...ctx,
      tenant: (id) => {
        if (id === demo.id) throw new Error("its database is away");
        return ctx.tenant(id);
      },
    });
    expect(log).toHaveBeenCalled();
    expect([(await invoicesOf(demo)).length, (await invoicesOf(savanna)).length]).toEqual([0, 1]);
    await sweep(at + 60_000);
    expect((await invoicesOf(demo)).map(({ amount_cents }) => amount_cents)).toEqual([5_000]);
    expect((await invoicesOf(savanna)).length).toBe(1);
  });

  test("walks over more providers than one minute takes", async () => {
    // None of them is ever called.
    tellNothing();
    const many = Array.from({ length: 120 }, (_, index) => `many-${String(index).padStart(3, "0")}`);
    await env.DB.batch(
      many.flatMap((id) => [
        env.DB.prepare(
          `INSERT INTO providers (id, business_name, contact_name, email, phone, subdomain, created_at, updated_at)
          VALUES (?1, ?1, 'A', 'a@b.example', '254712000009', ?1, 1, 1)`,
        ).bind(id),
        env.DB.prepare(
          `INSERT INTO billing_configs (provider_id, billing_model, monthly_fee_cents, billing_cycle, due_day,
            payment_account_number, billed_from, created_at, updated_at)
          VALUES (?1, 'monthly_fee', 5000, 'monthly', 1, ?1, '2026-11-01', 1, 1)`,
        ).bind(id),
      ]),
    );
    for (let minute = 0; minute < 3; minute += 1) await sweep(nairobi("2026-12-01") + minute * 60_000);
    const [count] = await rows<{ n: number }>("SELECT count(*) AS n FROM invoices WHERE amount_cents = 5000");
    expect(count?.n).toBe(120);
    await forgetBilling();
    await env.DB.prepare("DELETE FROM providers WHERE id LIKE 'many-%'").run();
    tellAgain();
  });

  test("makes each invoice and tells each event once, however often and at once it runs, at whatever hours", async () => {
    const { demo } = seeded;
    const firstHour = nairobi("2026-11-28", "00:00");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 24 * 75 }), fc.integer({ min: 1, max: 3 })), {
          minLength: 3,
          maxLength: 25,
        }),
        async (moments) => {
          await forgetBilling();
          await configure(demo, operator, "2026-10-01", { dueDay: 10 });
          await sold(demo, "2026-10-15", 1_000_000);
          await sold(demo, "2026-11-15", 3_000_001);
          const hours = moments.toSorted(([a], [b]) => a - b);
          for (const [hour, times] of hours) {
            const at = firstHour + hour * 3_600_000;
            await Promise.all(Array.from({ length: times }, () => sweep(at)));
          }
          const last = firstHour + (hours.at(-1)?.[0] ?? 0) * 3_600_000;
          const ended = ["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"].filter(
            (end) => nairobi(end, "06:00") <= last,
          );
          const made = await invoicesOf(demo);
          expect(made.map(({ period_end }) => period_end)).toEqual(ended);
          expect(made[0]?.amount_cents).toBe(50_000);
          if (made[1]) expect(made[1].amount_cents).toBe(150_000);
          const titles = await told(demo);
          expect(new Set(titles.filter((title) => title !== "Account suspended")).size).toBe(
            titles.filter((title) => title !== "Account suspended").length,
          );
          const letters = await rows<{ event: string }>("SELECT event FROM mail");
          expect(letters.length).toBe(new Set(letters.map(({ event }) => event)).size);
        },
      ),
      { numRuns: 12 },
    );
  });
});
