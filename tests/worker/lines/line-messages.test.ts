import { beforeEach, expect, test, vi } from "vitest";
import { listMessages } from "#contract/messages";
import { nairobiTime } from "#contract/values/duration";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import {
  type Customer,
  creditStatements,
  customerLink,
  customerPath,
} from "#worker/features/customers/index";
import { takeCash } from "#worker/features/lines/cash";
import { linesDue, recordLineUsage, settleAccount, sweepLines } from "#worker/features/lines/index";
import { accountIntent } from "#worker/features/payments/core/account-intent";
import { newPayment } from "#worker/features/payments/core/payment-state";
import { grantStatements } from "#worker/features/payments/core/payment-store";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { demo, inUse, messageWorld, providers, saved, sms, sweep } from "../messages/message-world.ts";
import { customerWithLines } from "./account-world.ts";

// What customers with lines are told by SMS: that money came in, and that their time ends: once an event, in their language, with the link
// that pays.

messageWorld();

let people = 0;
let mercy: Customer;
const db = () => testContext().tenant(providers().demo.id);
/** Oldest first. */
const texts = () =>
  sms()
    .accepted.toReversed()
    .map(({ message }) => message);
const link = (customer = mercy) => customerLink(testContext(), providers().demo, customer.number);
const shown = (number: string) => `${number.slice(0, 4)} ${number.slice(4)}`;

async function someone(lines: Parameters<typeof customerWithLines>[1], language: "en" | "sw" | null = null) {
  people += 1;
  const phone = `2547${String(12_000_000 + people)}`;
  const customer = await customerWithLines(providers().demo, lines, { phone });
  await db().run(sql`UPDATE customer_accounts SET language = ${language} WHERE id = ${customer.id}`);
  return customer;
}

beforeEach(async () => {
  // Lines of earlier tests end in their own time.
  await db().run(sql`UPDATE lines SET closed_at = 1`);
  mercy = await someone([{ cents: 150_000 }]);
});

async function paidNow(customer = mercy, cents = 150_000): Promise<void> {
  const moved = { customerId: customer.id, cents, at: Date.now() };
  await db().batch(creditStatements(moved, `${customer.id} ${Date.now()}`, 1));
  await settleAccount(testContext(), providers().demo.id, customer.id);
}

/** To that moment, as the provider's object is woken for what comes. No bridge confirms these lines: that stays due. */
async function passTo(at: number): Promise<void> {
  await sweepAll();
  for (let next = await dueNext(); next !== null && next <= at; next = await dueNext()) {
    vi.setSystemTime(next);
    await sweepAll();
  }
  vi.setSystemTime(at);
  await sweepAll();
}
async function sweepAll(): Promise<void> {
  await sweepLines(testContext(), providers().demo.id);
  await sweep();
}
async function dueNext(): Promise<number | null> {
  const rows = await Promise.all(linesDue(Date.now()).map((one) => db().all(one)));
  const times = rows.flat().flatMap(({ at }) => (at > Date.now() ? [at] : []));
  return times.length === 0 ? null : Math.min(...times);
}

test("money that came in is confirmed to the customer, whoever paid it, with the account and the page; once", async () => {
  await inUse();
  const by = { id: "a1", name: "Amina", role: "owner" } as const;
  const cash = { id: crypto.randomUUID(), customerId: mercy.id, amount: 500 };
  for (let told = 0; told < 2; told += 1) await takeCash(testContext(), providers().demo.id, cash, by);
  await sweep();
  await sweep();
  const [first] = texts();
  expect(texts()).toHaveLength(1);
  expect(first).toMatch(
    new RegExp(
      `^Demo WiFi: KSh 500 received, No\\. \\d+\\. Account ${shown(mercy.number)}\\. How it stands: `,
    ),
  );
  expect(first).toContain(link());
  expect(sms().accepted[0]?.to ?? "").toContain(mercy.phone);
  // The link gives access to the page: the console's list does not have it.
  const listed = await call(listMessages, {}, demo());
  expect(listed.text).toContain("/my/…");
  expect(listed.text).not.toContain(customerPath(testContext(), providers().demo.id, mercy.number));
});

test("a payment from any phone is confirmed to whose account it is, with its receipt, however often it is written", async () => {
  await inUse();
  const juma = await someone([{ cents: 150_000 }], "sw");
  const intent = accountIntent({
    id: `payment of ${juma.id}`,
    providerId: providers().demo.id,
    routerId: providers().demo.routers[0]?.id ?? "",
    customerId: juma.id,
    phone: "254733999888",
    amountCents: 60_000,
    language: "en",
    createdAt: Date.now(),
  });
  const paid = { status: "completed", completedAt: Date.now(), receipt: "UKA1B2C3D4" } as const;
  const state = { ...newPayment(intent), ...paid };
  for (let written = 0; written < 2; written += 1) await db().batch(grantStatements(testContext(), state));
  await sweep();
  const [text] = texts();
  expect(texts()).toEqual([text]);
  expect(text).toBe(
    `Demo WiFi: KSh 600 zimepokelewa, UKA1B2C3D4. Akaunti ${shown(juma.number)}. Hali yake: ${link(juma)}`,
  );
  expect(sms().accepted[0]?.to ?? "").toContain(juma.phone);
});

test("who has used up what is fair is told once a period, how fast it goes on and until when", async () => {
  await inUse();
  const fairUse = { afterBytes: 100 * 2 ** 30, upKbps: 2_000, downKbps: 2_000 };
  const amina = await someone([{ cents: 150_000, fairUse }]);
  await paidNow(amina);
  await sweep();
  const [first] = await db().all(
    sql<{ routerId: string; until: number }>`SELECT router_id AS routerId, paid_until AS until FROM lines
      WHERE customer_id = ${amina.id}`,
  );
  const { routerId = "", until = 0 } = first ?? {};
  const before = texts().length;
  for (const bytes of [99, 100, 120]) {
    const totals: [string, number, number, number] = [`${amina.id} 0`, 1, 0, bytes * 2 ** 30];
    const told = { at: Date.now(), totals };
    await recordLineUsage(testContext(), { providerId: providers().demo.id, routerId }, [told, told]);
    await sweep();
  }
  const ends = nairobiTime(until);
  expect(texts().slice(before)).toEqual([
    `Demo WiFi: 100 GB of Home are used: 2 Mbps until ${ends}. See ${link(amina)}`,
  ]);
});

test("who has no SMS, or turned receipts off, sends none", async () => {
  await inUse({ receipt: false });
  const by = { id: "a1", name: "Amina", role: "owner" } as const;
  await takeCash(
    testContext(),
    providers().demo.id,
    { id: crypto.randomUUID(), customerId: mercy.id, amount: 500 },
    by,
  );
  await sweep();
  expect(texts()).toEqual([]);
});

test("three days before, one day before, in the morning and at the end: each once, and nothing else", async () => {
  await inUse();
  await paidNow();
  const [{ until } = { until: 0 }] = await db().all(
    sql<{ until: number }>`SELECT paid_until AS until FROM lines WHERE customer_id = ${mercy.id}`,
  );
  await passTo(until - 3 * dayMs - minuteMs);
  expect(texts()).toEqual([]);
  await passTo(until - 3 * dayMs + minuteMs);
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain("Home is paid until");
  expect(texts()[0]).toContain(`Pay KSh 1,500 to stay online: ${link()}`);
  await passTo(until - dayMs + minuteMs);
  expect(texts()).toHaveLength(2);
  // Noon is its hour: the morning of that day is five hours before.
  await passTo(until - 5 * hourMs + minuteMs);
  expect(texts()[2]).toContain("Home ends today at 12:00.");
  await passTo(until + hourMs);
  expect(texts()[3]).toBe(`Demo WiFi: Home has ended. Pay KSh 1,500 and it is back at once: ${link()}`);
  await passTo(until + 10 * dayMs);
  expect(texts()).toHaveLength(4);
});

test("they speak the customer's language, say what is still to be paid, and wait for the end of the quiet hours", async () => {
  await inUse({ quietFrom: "10:00", quietTo: "15:00" });
  const juma = await someone([{ cents: 150_000 }], "sw");
  await paidNow(juma, 200_000);
  const [{ until } = { until: 0 }] = await db().all(
    sql<{ until: number }>`SELECT paid_until AS until FROM lines WHERE customer_id = ${juma.id}`,
  );
  await passTo(until - 3 * dayMs + minuteMs);
  expect(texts()).toEqual([]);
  await passTo(until - 3 * dayMs + 3 * hourMs + minuteMs);
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain("Home imelipiwa hadi");
  expect(texts()[0]).toContain(`Lipa KSh 1,000 ili uendelee: ${link(juma)}`);
});

test("who paid the next time already is told nothing, and several lines of one phone are one message", async () => {
  await inUse();
  const family = await someone([{ cents: 150_000 }, { cents: 150_000 }]);
  await paidNow(family, 300_000);
  await paidNow(mercy, 300_000);
  const [{ until } = { until: 0 }] = await db().all(
    sql<{ until: number }>`SELECT paid_until AS until FROM lines WHERE customer_id = ${family.id}`,
  );
  await passTo(until - 2 * dayMs);
  const toFamily = sms().accepted.filter(({ to }) => to.includes(family.phone));
  expect(toFamily).toHaveLength(1);
  expect(sms().accepted.filter(({ to }) => to.includes(mercy.phone))).toEqual([]);
});

test("a day's package is told of on its last morning and at its end alone; what was missed for long is not told", async () => {
  await inUse();
  const daily = await someone([{ cents: 5_000, period: { days: 1 } }]);
  await paidNow(daily, 5_000);
  await passTo(Date.now() + 2 * dayMs);
  expect(texts().map((text) => /ends today|has ended/.exec(text)?.[0])).toEqual(["ends today", "has ended"]);
  await saved({ ending: false });
  await paidNow(daily, 5_000);
  vi.setSystemTime(Date.now() + 5 * dayMs);
  await saved({ ending: true });
  await sweepAll();
  await sweepAll();
  expect(texts()).toHaveLength(2);
});
