import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { saveProviderBilling } from "#contract/billing";
import { listPaymentConfirmations } from "#contract/billing-confirmations";
import { creditInvoice, notePayment, previewInvoice, takePaymentBack } from "#contract/billing-corrections";
import { listProviderInvoices } from "#contract/billing-invoices";
import { accountOf } from "#worker/features/billing/provider-account";
import { submitConfirmation } from "#worker/features/billing/submit-confirmation";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import {
  configure,
  forgetBilling,
  invoicesOf,
  nairobi,
  percentage,
  rows,
  sold,
  standing,
  sweep,
  told,
} from "./billing-world.ts";

let seeded: TwoProviders;
let operator: CallOptions;
/** Signed in by the real clock. */
let here: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  await signIn();
  here = operator;
});
beforeEach(async () => {
  await forgetBilling();
  operator = here;
  return () => vi.useRealTimers();
});

/** Sessions end after half an hour: an act on another day needs a session of that day. */
async function at(day: string, time = "12:00"): Promise<void> {
  vi.setSystemTime(nairobi(day, time));
  await signIn();
}
async function signIn(): Promise<void> {
  operator = { cookie: await signInOperator(seeded.operator) };
}
const owner = () => ({ providerId: seeded.demo.id });

/** November's sales of KSh 100,000 at 15 %: KSh 15,000, where KSh 1,500 was meant. */
async function billedTooMuch(): Promise<string> {
  await configure(seeded.demo, operator, "2026-11-01", { percentageRate: 15 });
  await sold(seeded.demo, "2026-11-10", 10_000_000);
  await sweep(nairobi("2026-12-01"));
  const [invoice] = await invoicesOf(seeded.demo);
  expect(invoice?.amount_cents).toBe(1_500_000);
  return invoice?.id ?? "";
}
const credit = (invoiceId: string, amount: number, key?: string) =>
  call(
    creditInvoice,
    { params: { ...owner(), invoiceId }, body: { amount, reason: "15 % was meant to be 1.5 %" } },
    { ...operator, ...(key ? { headers: { "idempotency-key": key } } : {}) },
  );
const note = (paymentCode: string, amountPaid: number, key?: string) =>
  call(
    notePayment,
    { params: owner(), body: { paymentCode, amountPaid } },
    { ...operator, ...(key ? { headers: { "idempotency-key": key } } : {}) },
  );
const takeBack = (id: string) =>
  call(takePaymentBack, { params: { id }, body: { notes: "It never arrived" } }, operator);
const account = () => accountOf(testContext(), seeded.demo.id);
const submit = (paymentCode: string, amountPaid: number) => {
  const { admin, id: providerId } = seeded.demo;
  const actor = { actor: "provider", actorId: admin.id, providerId, network: null } as const;
  return submitConfirmation(testContext(), {
    providerId,
    paymentCode,
    amountPaid,
    actor,
    idempotencyKey: null,
  });
};
const lines = (action: string) => rows("SELECT 1 FROM audit WHERE action = ?1", action);
const feesOwed = async () => {
  const sums = await rowsOfAllTenants<{ cents: number | null }>(
    "SELECT sum(cents) AS cents FROM general_ledger WHERE account = 'fees owed by provider' AND journal_id IN (SELECT value FROM json_each(?1))",
    JSON.stringify(await journals()),
  );
  return sums.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
};
/** Of what is there now: the books keep those of earlier tests. */
async function journals(): Promise<string[]> {
  const found = await rows<{ name: string }>(
    `SELECT 'fee ' || id AS name FROM invoices UNION ALL SELECT 'fee credited ' || id FROM credit_notes
    UNION ALL SELECT 'fee paid ' || id FROM payment_confirmations
    UNION ALL SELECT 'fee unpaid ' || id FROM payment_confirmations`,
  );
  return found.map(({ name }) => name);
}

describe("a credit note", () => {
  test("lowers what is owed and leaves the invoice as it was made", async () => {
    const id = await billedTooMuch();
    const [before] = await invoicesOf(seeded.demo);
    const answer = await credit(id, 13_500);
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      message: "KSh 13,500 is taken off the invoice for November 2026.",
    });
    expect(await invoicesOf(seeded.demo)).toEqual([{ ...before, credited_cents: 1_350_000 }]);
    expect(await account()).toMatchObject({ owed: 1_500, credit: 0 });
    const listed = await call(listProviderInvoices, { params: owner(), query: {} }, operator);
    expect(listed.ok && listed.answer).toMatchObject([
      {
        amount: 15_000,
        credited: 13_500,
        paid: 0,
        credits: [{ amount: 13_500, reason: "15 % was meant to be 1.5 %" }],
      },
    ]);
    expect(await feesOwed()).toBe(150_000);
    expect((await told(seeded.demo)).at(-1)).toBe("Credit note for November 2026");
  });

  test("sent twice is one, and never takes more than the invoice", async () => {
    const id = await billedTooMuch();
    const answers = await Promise.all([credit(id, 10_000, "one"), credit(id, 10_000, "one")]);
    answers.push(await credit(id, 10_000, "one"));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const more = await credit(id, 5_000.01);
    expect(more.status).toBe(409);
    expect(!more.ok && more.text).toContain("Only KSh 5,000 of this invoice is left to take off.");
    const racing = await Promise.all([credit(id, 3_000), credit(id, 3_000)]);
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await invoicesOf(seeded.demo)).toMatchObject([{ credited_cents: 1_300_000 }]);
    expect(await lines("billing.credit")).toHaveLength(2);
  });

  test("of the whole invoice ends a suspension for it", async () => {
    const id = await billedTooMuch();
    await sweep(nairobi("2026-12-12"));
    expect(await standing(seeded.demo)).toEqual({ status: "suspended", suspended_for: "invoice" });
    await at("2026-12-12");
    await credit(id, 1);
    expect(await standing(seeded.demo)).toMatchObject({ status: "suspended" });
    await credit(id, 14_999);
    expect(await standing(seeded.demo)).toEqual({ status: "active", suspended_for: null });
    const listed = await call(listProviderInvoices, { params: owner(), query: {} }, operator);
    expect(listed.ok && listed.answer[0]?.status).toBe("credited");
    await sweep(nairobi("2026-12-30"));
    expect(await standing(seeded.demo)).toMatchObject({ status: "active" });
  });

  test("on an invoice that was paid leaves the money for the next one", async () => {
    const id = await billedTooMuch();
    await note("CASH 1", 15_000);
    await credit(id, 13_500);
    expect(await account()).toMatchObject({ owed: 0, credit: 13_500 });
    await sold(seeded.demo, "2026-12-10", 1_000_000);
    await sweep(nairobi("2027-01-01"));
    expect(await invoicesOf(seeded.demo)).toMatchObject([
      { paid_cents: 150_000, paid_at: expect.any(Number) },
      { amount_cents: 150_000, paid_cents: 150_000, paid_at: expect.any(Number) },
    ]);
    expect(await account()).toMatchObject({ owed: 0, credit: 12_000 });
  });

  test("of another provider's invoice, or of none, is refused", async () => {
    const id = await billedTooMuch();
    const params = { providerId: seeded.savanna.id, invoiceId: id };
    const other = await call(creditInvoice, { params, body: { amount: 1, reason: "no" } }, operator);
    expect(other.status).toBe(400);
    const wrong = await call(creditInvoice, { params, body: { amount: 1, reason: "not yours" } }, operator);
    expect(wrong.status).toBe(404);
    expect((await credit("no-such", 1)).status).toBe(404);
    for (const amount of [0, -1, 0.001]) expect((await credit(id, amount)).status).toBe(400);
  });

  test("and the invoice itself cannot be changed afterwards, whatever is written", async () => {
    const id = await billedTooMuch();
    await credit(id, 1);
    for (const change of [
      "UPDATE invoices SET amount_cents = 1",
      "UPDATE invoices SET rows = '[]'",
      "UPDATE credit_notes SET amount_cents = 2",
    ])
      await expect(env.DB.prepare(change).run()).rejects.toThrow(/keeps what was billed|append-only/);
  });
});

describe("a payment noted by an operator", () => {
  test("pays the oldest invoice, ends its suspension and is told, as a verified one does", async () => {
    await billedTooMuch();
    await sweep(nairobi("2026-12-12"));
    await at("2026-12-12");
    const answer = await note("cash  7/2026", 15_000);
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      message: "KSh 15,000 of Demo WiFi is counted.",
      status: "verified",
      providerStatus: "active",
    });
    expect(await invoicesOf(seeded.demo)).toMatchObject([{ paid_cents: 1_500_000 }]);
    expect(await standing(seeded.demo)).toEqual({ status: "active", suspended_for: null });
    expect((await told(seeded.demo)).at(-1)).toBe("Payment verified");
    expect(await feesOwed()).toBe(0);
  });

  test("counts once: sent twice, noted twice, or submitted by the provider too", async () => {
    await billedTooMuch();
    const twice = await Promise.all([note("TKQ12AB9XZ", 500, "same"), note("TKQ12AB9XZ", 500, "same")]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const again = await note("tkq12ab9xz", 500);
    expect(again.status).toBe(409);
    expect(!again.ok && again.text).toContain("of Demo WiFi. One payment counts once.");
    await expect(submit("TKQ12AB9XZ", 700)).rejects.toThrow();
    expect(await account()).toMatchObject({ owed: 14_500 });
    expect(await lines("billing.note")).toHaveLength(1);
  });

  test("that its provider submitted already is verified there, not noted a second time", async () => {
    await submit("TKQ12AB9XY", 700);
    const answer = await note("TKQ12AB9XY", 700);
    expect(answer.status).toBe(409);
    expect(!answer.ok && answer.text).toContain("verify it under Payment Confirmations");
  });

  test.each(["", "ab", "code;1", "x".repeat(41)])("needs a code: not %j", async (code) => {
    expect((await note(code, 5)).status).toBe(400);
  });
});

describe("a payment verified by mistake", () => {
  test("is taken back: the invoice is open again and suspends, and the code may come again", async () => {
    await billedTooMuch();
    await at("2026-12-12");
    await note("TKQ12AB9XW", 15_000);
    const [row] = await rows<{ id: string }>("SELECT id FROM payment_confirmations");
    const id = row?.id ?? "";
    const answer = await takeBack(id);
    expect(answer.ok && answer.answer).toMatchObject({ status: "rejected" });
    expect(await invoicesOf(seeded.demo)).toMatchObject([{ paid_cents: 0, paid_at: null }]);
    expect(await feesOwed()).toBe(1_500_000);
    expect((await takeBack(id)).status).toBe(200);
    expect(await lines("billing.take_back")).toHaveLength(1);
    expect(await told(seeded.demo)).toContain("Payment not counted");
    await sweep(nairobi("2026-12-13"));
    expect(await standing(seeded.demo)).toMatchObject({ status: "suspended" });
    await submit("TKQ12AB9XW", 15_000);
    const listed = await call(listPaymentConfirmations, { query: { status: "pending" } }, operator);
    expect(listed.ok && listed.answer).toHaveLength(1);
  });

  test("but one that was never verified cannot be taken back", async () => {
    const answer = await takeBack((await submit("TKQ12AB9XV", 700)).id);
    expect(answer.status).toBe(409);
    expect((await takeBack("no-such")).status).toBe(404);
  });
});

describe("the day from which is billed", () => {
  const save = (billedFrom: string | undefined) =>
    call(
      saveProviderBilling,
      { params: owner(), body: { ...percentage, ...(billedFrom ? { billedFrom } : {}) } },
      operator,
    );

  test("is today at first, and can lie in the future: until then nothing is billed", async () => {
    await at("2026-11-20");
    const first = await save(undefined);
    expect(first.ok && first.answer.provider_billing_config?.billedFrom).toBe("2026-11-20");
    await save("2027-02-01");
    await sold(seeded.demo, "2026-12-10", 1_000_000);
    await sold(seeded.demo, "2027-02-10", 2_000_000);
    await sweep(nairobi("2027-02-01"));
    expect(await invoicesOf(seeded.demo)).toEqual([]);
    await sweep(nairobi("2027-03-01"));
    expect(await invoicesOf(seeded.demo)).toMatchObject([
      { period_start: "2027-02-01", period_end: "2027-03-01", amount_cents: 100_000 },
    ]);
    await at("2027-03-02");
    expect((await save(undefined)).ok).toBe(true);
    expect(await rows("SELECT billed_from FROM billing_configs")).toEqual([{ billed_from: "2027-02-01" }]);
  });

  test("of a provider that was billed makes months free, and never bills a day twice", async () => {
    await billedTooMuch();
    await at("2026-12-20");
    const early = await save("2026-11-30");
    expect(early.status).toBe(400);
    expect(!early.ok && early.text).toContain("Choose a day from 1 December 2026 on");
    expect((await save("2027-02-01")).status).toBe(200);
    await sold(seeded.demo, "2026-12-10", 1_000_000);
    await sold(seeded.demo, "2027-01-10", 1_000_000);
    await sold(seeded.demo, "2027-02-10", 1_000_000);
    await sweep(nairobi("2027-03-01"));
    const made = await invoicesOf(seeded.demo);
    expect(made.map(({ period_start, amount_cents }) => [period_start, amount_cents])).toEqual([
      ["2026-11-01", 1_500_000],
      ["2027-02-01", 50_000],
    ]);
  });

  test("is no day whose invoice would be overdue at once, and none beyond two years", async () => {
    await at("2026-11-20");
    expect((await save("2026-10-31")).status).toBe(400);
    expect((await save("2028-12-01")).status).toBe(400);
    expect((await save("20 November")).status).toBe(400);
    expect((await save("2026-11-01")).status).toBe(200);
  });
});

describe("the preview", () => {
  const preview = (change: object = {}) =>
    call(previewInvoice, { params: owner(), body: { ...percentage, ...change } }, operator);

  test("is the invoice that would be made, with the sales until today, and saves nothing", async () => {
    await configure(seeded.demo, operator, "2026-11-01");
    await sold(seeded.demo, "2026-11-10", 10_000_000, { count: 4 });
    await sold(seeded.demo, "2026-11-29", 999_900);
    await at("2026-11-20");
    const answer = await preview({ percentageRate: 1.5 });
    expect(answer.ok && answer.answer).toEqual({
      periodStart: "2026-11-01",
      periodEnd: "2026-11-30",
      dueDate: "2026-12-05",
      rows: [{ kind: "sales", from: "2026-11-01", to: "2026-11-30", count: 4, base: 100_000, amount: 1_500 }],
      amount: 1_500,
      credit: 0,
    });
    expect(await rows("SELECT percentage_basis_points AS rate FROM billing_configs")).toEqual([
      { rate: 500 },
    ]);
    const fee = await preview({ billingModel: "monthly_fee", monthlyFee: 3_000, billedFrom: "2027-01-16" });
    expect(fee.ok && fee.answer).toMatchObject({ periodStart: "2027-01-16", dueDate: "2027-02-05" });
    expect(fee.ok && fee.answer.amount).toBe(1_548.39);
  });

  test("is what the period's end then brings", async () => {
    await configure(seeded.demo, operator, "2026-11-01");
    await sold(seeded.demo, "2026-11-30", 777_700);
    await at("2026-11-30", "23:00");
    const answer = await preview();
    await sweep(nairobi("2026-12-01"));
    const [made] = await invoicesOf(seeded.demo);
    expect(answer.ok && answer.answer.amount * 100).toBe(made?.amount_cents);
  });
});

// After any corrections in any order: books, invoices and accounts say the same, and no shilling counts twice.
test("the sums agree after any corrections in any order", async () => {
  type Act = { kind: "credit" | "note" | "take-back" | "month"; kes: number; which: number };
  const acts = fc.array(
    fc.record({
      kind: fc.constantFrom<Act["kind"]>("credit", "note", "take-back", "month"),
      kes: fc.integer({ min: 1, max: 9_000 }),
      which: fc.nat(5),
    }),
    { minLength: 4, maxLength: 14 },
  );
  let code = 0;
  // The books keep what was booked: each history has a year of its own.
  let year = 2030;
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      year += 1;
      await forgetBilling();
      await configure(seeded.demo, operator, `${year}-01-01`);
      let month = 1;
      for (const { kind, kes, which } of history) {
        const invoices = await invoicesOf(seeded.demo);
        const paid = await rows<{ id: string }>(
          "SELECT id FROM payment_confirmations WHERE status = 'verified' ORDER BY id",
        );
        const day = (dayOfMonth: string) => `${year}-${String(month).padStart(2, "0")}-${dayOfMonth}`;
        if (kind === "month" && month < 12) {
          await sold(seeded.demo, day("05"), kes * 2_000);
          month += 1;
          await sweep(nairobi(day("01")));
        } else if (kind === "note") {
          code += 1;
          await note(`CASH ${code}`, kes);
        } else if (kind === "credit" && invoices.length > 0)
          await credit(invoices[which % invoices.length]?.id ?? "", kes);
        else if (kind === "take-back" && paid.length > 0) await takeBack(paid[which % paid.length]?.id ?? "");
      }
      const invoices = await invoicesOf(seeded.demo);
      const [money] = await rows<{ verified: number; credited: number }>(
        `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM payment_confirmations WHERE status = 'verified')
          AS verified, (SELECT coalesce(sum(amount_cents), 0) FROM credit_notes) AS credited`,
      );
      const billed = invoices.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
      const { verified = 0, credited = 0 } = money ?? {};
      expect(await feesOwed()).toBe(billed - credited - verified);
      const { owed, credit: ahead } = await account();
      expect(Math.round(100 * (owed - ahead))).toBe(billed - credited - verified);
      let left = verified;
      for (const invoice of invoices) {
        const due = invoice.amount_cents - invoice.credited_cents;
        expect(due).toBeGreaterThanOrEqual(0);
        expect(invoice.paid_cents).toBe(Math.max(0, Math.min(due, left)));
        expect(invoice.paid_at !== null).toBe(invoice.paid_cents >= due);
        left -= due;
      }
    }),
    { numRuns: 15 },
  );
});
