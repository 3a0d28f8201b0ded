import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as billing from "#contract/billing";
import * as confirmations from "#contract/billing-confirmations";
import * as invoices from "#contract/billing-invoices";
import * as notifications from "#contract/billing-notifications";
import { adminListPlans } from "#contract/plans";
import { suspendProvider } from "#contract/providers";
import { nairobiDay } from "#contract/values/duration";
import { dayMs } from "#contract/values/time";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
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
let demo: CallOptions;
let savanna: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
  demo = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  savanna = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
});
beforeEach(forgetBilling);

const ofDemo = () => ({ params: { providerId: seeded.demo.id } });
const save = (body: Record<string, unknown>) =>
  call(billing.saveProviderBilling, { ...ofDemo(), body: { ...percentage, ...body } }, operator);

/** A code that the provider submitted. @returns its id */
async function submitted(paymentCode: string, amountPaid: number, as = demo): Promise<string> {
  const answer = await call(confirmations.submitConfirmation, { body: { paymentCode, amountPaid } }, as);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.id;
}
/** The same without the call, whose tries are limited. */
async function waiting(paymentCode: string, kes: number): Promise<string> {
  const id = `confirmation ${paymentCode}`;
  await env.DB.prepare(
    `INSERT INTO payment_confirmations (id, provider_id, amount_cents, payment_code, status, submitted_by, created_at)
    VALUES (?1, ?2, ?3, ?4, 'pending', ?5, 1)`,
  )
    .bind(id, seeded.demo.id, kes * 100, paymentCode, seeded.demo.admin.id)
    .run();
  return id;
}
const verify = (id: string, body: Record<string, unknown> = {}) =>
  call(confirmations.verifyConfirmation, { params: { id }, body }, operator);
const reject = (id: string, body: Record<string, unknown> = { notes: "Invalid payment confirmation" }) =>
  call(confirmations.rejectConfirmation, { params: { id }, body }, operator);

describe("a configuration", () => {
  test("has an account number that no other provider has, however it is written and whoever comes first", async () => {
    const saveAt = (providerId: string, paymentAccountNumber: string) =>
      call(
        billing.saveProviderBilling,
        { params: { providerId }, body: { ...percentage, paymentAccountNumber } },
        operator,
      );
    const { demo: ours, savanna: theirs } = seeded;
    const both = await Promise.all([saveAt(ours.id, "PROV 7"), saveAt(theirs.id, "prov7")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isOurs = both[0]?.ok;
    const [owner, other] = isOurs ? [ours, theirs] : [theirs, ours];
    const refused = await saveAt(other.id, "Prov 7");
    expect([refused.status, !refused.ok && refused.refusal?.message]).toEqual([
      409,
      `Payment account number Prov 7 belongs to ${owner.businessName}. Choose another one: the money of two could not be told apart.`,
    ]);
    expect(await rows("SELECT provider_id AS id FROM billing_configs")).toEqual([{ id: owner.id }]);
    expect(await rows("SELECT 1 FROM audit WHERE action = 'billing.configure'")).toHaveLength(1);
    // Its own number is no other's, and the number that it gives up is free.
    expect((await saveAt(owner.id, "PROV-7")).status).toBe(200);
    expect((await saveAt(other.id, "PROV 7")).status).toBe(200);
  });

  test("is null until it is made, and then nested in its provider's row", async () => {
    const before = await call(billing.listProviderBilling, {}, operator);
    expect(before.ok && before.answer.map((row) => row.provider_billing_config)).toEqual([null, null]);
    const answer = await save({ percentageRate: 2.75 });
    const config = {
      ...percentage,
      providerId: seeded.demo.id,
      percentageRate: 2.75,
      billedFrom: nairobiDay(Date.now()),
    };
    expect(answer.ok && answer.answer).toMatchObject({
      id: seeded.demo.id,
      businessName: "Demo WiFi",
      email: "amina@demo.example",
      status: "active",
      owed: 0,
      provider_billing_config: config,
    });
    const after = await call(billing.listProviderBilling, { query: { q: "demo wifi" } }, operator);
    expect(after.ok && after.answer.map((row) => row.provider_billing_config)).toEqual([config]);
    expect(after.headers.get("x-total-count")).toBe("1");
    expect(await rows("SELECT percentage_basis_points AS bp FROM billing_configs")).toEqual([{ bp: 275 }]);
  });

  test("is changed by the same call, and each change leaves its line", async () => {
    await save({});
    await save({ billingModel: "monthly_fee", percentageRate: "", monthlyFee: "1500.5", dueDay: 28 });
    const list = await call(billing.listProviderBilling, { query: { providerId: seeded.demo.id } }, operator);
    expect(list.ok && list.answer[0]?.provider_billing_config).toMatchObject({
      billingModel: "monthly_fee",
      percentageRate: null,
      monthlyFee: 1_500.5,
      dueDay: 28,
    });
    expect(await rows("SELECT action, actor FROM audit")).toEqual([
      { action: "billing.configure", actor: "platform" },
      { action: "billing.configure", actor: "platform" },
    ]);
  });

  // What the contract refuses by itself: tests/values/refused-bodies.
  test.each([
    [{ billingModel: "free" }, "Billing model is required"],
    [{ providerId: "another" }, "The address names another provider than the form."],
  ])("%j is refused with a sentence, and nothing is kept", async (body, sentence) => {
    const answer = await save(body);
    expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([400, sentence]);
    expect(await rows("SELECT 1 FROM billing_configs")).toEqual([]);
  });

  test("of a provider that does not exist is none", async () => {
    const params = { providerId: "nobody" };
    expect((await call(billing.saveProviderBilling, { params, body: percentage }, operator)).status).toBe(
      404,
    );
    expect((await call(invoices.listProviderInvoices, { params }, operator)).status).toBe(404);
  });
});

describe("a payment code", () => {
  test("is kept upper-cased and without spaces, and waits for the operator, who has a letter", async () => {
    await submitted(" tkq1 2ab9xz ", 1_500.5);
    const letters = await env.DB.prepare("SELECT subject FROM mail WHERE event LIKE 'confirmation %'").all();
    expect(letters.results).toEqual([{ subject: "A provider has paid: KSh 1,500.50, code TKQ12AB9XZ" }]);
    const list = await call(confirmations.listPaymentConfirmations, {}, operator);
    expect(list.ok && list.answer).toMatchObject([
      {
        provider_payment_confirmations: { amountPaid: 1_500.5, paymentCode: "TKQ12AB9XZ", status: "pending" },
        providers: { id: seeded.demo.id, businessName: "Demo WiFi" },
      },
    ]);
    const own = await call(confirmations.listConfirmations, {}, demo);
    expect(own.ok && own.answer).toMatchObject([{ paymentCode: "TKQ12AB9XZ", status: "pending" }]);
    const overview = await call(billing.billingOverview, {}, operator);
    expect(overview.ok && overview.answer).toEqual({
      totalProviders: 2,
      configured: 0,
      pendingPayments: 1,
      activeProviders: 2,
      overdue: 0,
      paybill: null,
    });
  });

  test("counts once on the platform; who sent it stays untold", async () => {
    const id = await submitted("TKQ0000001", 100);
    expect(await submitted("tkq0000001", 100)).toBe(id);
    for (const [as, amountPaid] of [
      [savanna, 100],
      [demo, 200],
    ] as const) {
      const again = await call(
        confirmations.submitConfirmation,
        { body: { paymentCode: "TKQ0000001", amountPaid } },
        as,
      );
      expect([again.status, !again.ok && again.refusal?.message]).toEqual([
        409,
        "This payment code was already submitted. Check the message of your payment.",
      ]);
    }
    await reject(id);
    expect(await submitted("TKQ0000001", 200)).not.toBe(id);
  });

  test("may be tried ten times an hour", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const body = { paymentCode: `LIMIT${String(attempt).padStart(4, "0")}`, amountPaid: 10 };
      statuses.push((await call(confirmations.submitConfirmation, { body }, savanna)).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    expect(statuses.at(-1)).toBe(429);
    // Nor does a refused one pass when it is sent again as the same request.
    const again = { body: { paymentCode: "LIMITAGAIN", amountPaid: 10 } };
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (let time = 0; time < 2; time += 1)
      expect((await call(confirmations.submitConfirmation, again, { ...savanna, headers })).status).toBe(429);
    expect(await rows("SELECT 1 FROM payment_confirmations")).toHaveLength(
      statuses.filter((status) => status === 200).length,
    );
  });

  test("that is sent again with its Idempotency-Key is the same one, and no further try", async () => {
    const headers = { "idempotency-key": "one-payment" };
    const body = { paymentCode: "TKQ0000077", amountPaid: 10 };
    const ids = new Set<string>();
    for (let time = 0; time < 12; time += 1) {
      const answer = await call(confirmations.submitConfirmation, { body }, { ...demo, headers });
      ids.add(answer.ok ? answer.answer.id : answer.text);
    }
    expect(ids.size).toBe(1);
    const other = { body: { ...body, amountPaid: 11 } };
    expect((await call(confirmations.submitConfirmation, other, { ...demo, headers })).status).toBe(409);
  });
});

describe("a decision", () => {
  /** November's invoice of KSh 500 was not paid by the 5th of December; it is the 12th. */
  async function suspended() {
    await configure(seeded.demo, operator, "2026-11-01");
    await sold(seeded.demo, "2026-11-10", 1_000_000);
    await sweep(nairobi("2026-12-01"));
    await sweep(nairobi("2026-12-12"));
    expect(await standing(seeded.demo)).toEqual({ status: "suspended", suspended_for: "invoice" });
  }

  test("to verify pays the invoice, lifts its suspension and tells the provider, once", async () => {
    await suspended();
    const id = await submitted("TKQ0000010", 500);
    const first = await verify(id, { notes: "seen in the statement" });
    expect(first.ok && first.answer).toEqual({
      success: true,
      message: "Payment has been verified and provider account reactivated.",
      status: "verified",
      providerStatus: "active",
    });
    expect(await standing(seeded.demo)).toEqual({ status: "active", suspended_for: null });
    expect(await invoicesOf(seeded.demo)).toMatchObject([
      { paid_cents: 50_000, paid_at: expect.any(Number) },
    ]);
    const lines = await rows("SELECT id FROM audit");
    expect((await verify(id)).ok).toBe(true);
    expect(await rows("SELECT id FROM audit")).toEqual(lines);
    expect((await told(seeded.demo)).filter((title) => title === "Payment verified")).toHaveLength(1);
    expect((await call(adminListPlans, {}, demo)).status).toBe(200);
    const late = await reject(id);
    expect([late.status, !late.ok && late.refusal?.message]).toEqual([
      409,
      "This payment was verified before; its money has been counted.",
    ]);
  });

  test("taken by many at once is taken once", async () => {
    await suspended();
    const id = await waiting("TKQ0000011", 500);
    const answers = await Promise.all([verify(id), verify(id), reject(id), reject(id), verify(id)]);
    const [row] = await rows<{ status: string }>("SELECT status FROM payment_confirmations");
    const decided = row?.status;
    expect(new Set(answers.map((one) => (one.ok ? one.answer.status : one.status)))).toEqual(
      new Set([decided, 409]),
    );
    expect(
      await rows("SELECT 1 FROM audit WHERE action IN ('billing.verify', 'billing.reject')"),
    ).toHaveLength(1);
    expect((await standing(seeded.demo))?.status).toBe(decided === "verified" ? "active" : "suspended");
  });

  test("on a part of what is owed reactivates, too; the rest suspends again seven days later", async () => {
    await suspended();
    await verify(await waiting("TKQ0000012", 200));
    expect((await standing(seeded.demo))?.status).toBe("active");
    expect(await invoicesOf(seeded.demo)).toMatchObject([
      { paid_cents: 20_000, paid_at: null, suspended_at: null },
    ]);
    const [{ at } = { at: 0 }] = await rows<{ at: number }>(
      "SELECT decided_at AS at FROM payment_confirmations",
    );
    // Decided at the machine's own time; the invoice is overdue by then or not, so look from there.
    const from = Math.max(at, nairobi("2026-12-12"));
    await env.DB.prepare("UPDATE payment_confirmations SET decided_at = ?1").bind(from).run();
    const days = 86_400_000;
    await sweep(from + 6 * days);
    expect((await standing(seeded.demo))?.status).toBe("active");
    await sweep(from + 8 * days);
    expect(await standing(seeded.demo)).toEqual({ status: "suspended", suspended_for: "invoice" });
  });

  test("that did not come lets the operator find who is late, from the day after the due date", async () => {
    await configure(seeded.demo, operator, "2026-10-01");
    await sold(seeded.demo, "2026-10-10", 1_000_000);
    await sweep(nairobi("2026-11-01"));
    const dues = (await invoicesOf(seeded.demo)).map(({ due_date }) => due_date);
    const late = async (day: string) => {
      await env.DB.prepare("UPDATE invoices SET due_date = ?1").bind(day).run();
      const list = await call(billing.listProviderBilling, { query: { status: "overdue" } }, operator);
      const overview = await call(billing.billingOverview, {}, operator);
      if (!list.ok || !overview.ok) throw new Error(list.text);
      expect(list.headers.get("x-total-count")).toBe(String(overview.answer.overdue));
      return list.answer.map(({ id }) => id);
    };
    expect(dues).toHaveLength(1);
    expect(await late(nairobiDay(Date.now()))).toEqual([]);
    expect(await late(nairobiDay(Date.now() - dayMs))).toEqual([seeded.demo.id]);
    await verify(await waiting("TKQ0000020", 500));
    expect(await late(nairobiDay(Date.now() - dayMs))).toEqual([]);
  });

  test("pays the oldest invoice first; what is left over pays the next one when it comes", async () => {
    await configure(seeded.demo, operator, "2026-10-01");
    await sold(seeded.demo, "2026-10-10", 1_000_000);
    await sold(seeded.demo, "2026-11-10", 1_000_000);
    await sold(seeded.demo, "2026-12-10", 2_000_000);
    await sweep(nairobi("2026-12-01"));
    const owedSince = async () => {
      const query = { providerId: seeded.demo.id };
      const list = await call(billing.listProviderBilling, { query }, operator);
      return list.ok ? list.answer[0]?.owedSince : list;
    };
    const dues = (await invoicesOf(seeded.demo)).map(({ due_date }) => due_date);
    expect(await owedSince()).toBe(dues[0]);
    await verify(await waiting("TKQ0000013", 700));
    expect(await owedSince()).toBe(dues[1]);
    expect(await invoicesOf(seeded.demo)).toMatchObject([{ paid_cents: 50_000 }, { paid_cents: 20_000 }]);
    await verify(await waiting("TKQ0000014", 800));
    const account = await call(invoices.billingAccount, {}, demo);
    expect(account.ok && account.answer).toMatchObject({ owed: 0, overdue: 0, credit: 500 });
    expect(await owedSince()).toBeNull();
    await sweep(nairobi("2027-01-01"));
    expect((await invoicesOf(seeded.demo))[2]).toMatchObject({ amount_cents: 100_000, paid_cents: 50_000 });
  });

  test("leaves the suspension that an operator gave, and says so", async () => {
    await suspended();
    await call(suspendProvider, { params: { id: seeded.demo.id } }, operator);
    demo = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
    const answer = await verify(await waiting("TKQ0000015", 500));
    expect(answer.ok && answer.answer).toMatchObject({
      status: "verified",
      providerStatus: "suspended",
      message: "Payment has been verified. The account stays suspended, because an operator suspended it.",
    });
    expect(await standing(seeded.demo)).toEqual({ status: "suspended", suspended_for: null });
  });

  test("to reject leaves everything as it is, keeps the note and tells it", async () => {
    await suspended();
    const id = await waiting("TKQ0000016", 500);
    const answer = await reject(id);
    expect(answer.ok && answer.answer).toMatchObject({ status: "rejected", providerStatus: "suspended" });
    expect(await invoicesOf(seeded.demo)).toMatchObject([{ paid_cents: 0, paid_at: null }]);
    const own = await call(confirmations.listConfirmations, {}, demo);
    expect(own.ok && own.answer).toMatchObject([
      { status: "rejected", notes: "Invalid payment confirmation" },
    ]);
    expect(await told(seeded.demo)).toContain("Payment rejected");
    const late = await verify(id);
    expect(late.status).toBe(409);
    expect((await standing(seeded.demo))?.status).toBe("suspended");
  });

  test("on what does not exist is refused", async () => {
    expect((await verify("nothing")).status).toBe(404);
    expect((await reject("nothing")).status).toBe(404);
  });
});

describe("a provider that is suspended for an invoice", () => {
  test("reaches its billing and nothing else, and is told where to pay", async () => {
    await configure(seeded.demo, operator, "2026-11-01");
    await sold(seeded.demo, "2026-11-10", 1_000_000);
    await sweep(nairobi("2026-12-01"));
    await sweep(nairobi("2026-12-12"));
    demo = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
    const plans = await call(adminListPlans, {}, demo);
    expect([plans.status, !plans.ok && plans.refusal?.message]).toEqual([
      403,
      "This account is suspended for an unpaid invoice. Billing says what is owed and how to pay it.",
    ]);
    const account = await call(invoices.billingAccount, {}, demo);
    expect(account.ok && account.answer).toMatchObject({
      status: "suspended",
      suspendedFor: "invoice",
      owed: 500,
      credit: 0,
      suspendedOn: null,
      terms: { billingModel: "percentage", percentageRate: 5, paymentAccountNumber: "PROV-TEST", dueDay: 5 },
    });
    const own = await call(invoices.listInvoices, {}, demo);
    expect(own.ok && own.answer).toMatchObject([
      {
        periodStart: "2026-11-01",
        periodEnd: "2026-11-30",
        dueDate: "2026-12-05",
        base: 10_000,
        amount: 500,
        paid: 0,
        rows: [{ kind: "sales", from: "2026-11-01", to: "2026-11-30", count: 1, base: 10_000, amount: 500 }],
      },
    ]);
    const platform = await call(invoices.listProviderInvoices, ofDemo(), operator);
    expect(platform.text).toBe(own.text);
  });

  test("reads what it was told and marks it as read", async () => {
    await configure(seeded.demo, operator, "2026-11-01");
    await sold(seeded.demo, "2026-11-10", 1_000_000);
    await sweep(nairobi("2026-12-01"));
    const unread = async () => {
      const account = await call(invoices.billingAccount, {}, demo);
      return account.ok && account.answer.unread;
    };
    expect(await unread()).toBe(1);
    expect((await call(notifications.readNotifications, {}, demo)).status).toBe(200);
    expect(await unread()).toBe(0);
    const list = await call(notifications.listNotifications, {}, demo);
    expect(list.ok && list.answer).toMatchObject([
      { title: "Invoice for November 2026", readAt: expect.any(String) },
    ]);
    const all = await call(notifications.listBillingNotifications, { query: { q: "november" } }, operator);
    expect(all.ok && all.answer).toMatchObject([
      {
        provider_billing_notifications: { title: "Invoice for November 2026", notificationType: "invoice" },
        providers: { businessName: "Demo WiFi" },
      },
    ]);
  });

  test("sees nothing of another provider's billing", async () => {
    await configure(seeded.demo, operator, "2026-11-01");
    await sold(seeded.demo, "2026-11-10", 1_000_000);
    await sweep(nairobi("2026-12-01"));
    await waiting("TKQ0000020", 500);
    for (const list of [
      invoices.listInvoices,
      confirmations.listConfirmations,
      notifications.listNotifications,
    ]) {
      const theirs = await call(list, {}, savanna);
      expect([list.name, theirs.ok && theirs.answer]).toEqual([list.name, []]);
    }
    const account = await call(invoices.billingAccount, {}, savanna);
    expect(account.ok && account.answer).toMatchObject({ owed: 0, unread: 0, terms: null });
    await call(notifications.readNotifications, {}, savanna);
    const own = await call(invoices.billingAccount, {}, demo);
    expect(own.ok && own.answer.unread).toBe(1);
  });
});
