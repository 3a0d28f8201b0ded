import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { deleteCustomerData } from "#contract/provider-data";
import { listTransactions } from "#contract/transactions";
import { listUsers } from "#contract/users";
import { dayMs } from "#contract/values/time";
import { tenantTableNames } from "#worker/db/statement-rules";
import { type ProviderRecords, seedRecords } from "../../seed/provider-records.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { failStatements } from "../../support/database-faults.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A customer asks the provider to delete what it keeps of them.

let seeded: TwoProviders;
let customer: ProviderRecords;
let other: ProviderRecords;
let elsewhere: ProviderRecords;
let owner: { host: string; cookie: string };

beforeAll(async () => {
  seeded = await seedBoth();
  owner = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});

beforeEach(async () => {
  customer = await seedRecords(testContext(), seeded.demo);
  other = await seedRecords(testContext(), seeded.demo);
  elsewhere = await seedRecords(testContext(), seeded.savanna);
});

const remove = ({ mac }: ProviderRecords, who = owner) =>
  call(deleteCustomerData, { params: { id: mac } }, who);
const reasonOf = async (answer: ReturnType<typeof remove>) => {
  const { ok, refusal } = (await answer) as { ok: boolean; refusal?: { reason: string } };
  return ok ? "deleted" : refusal?.reason;
};
const own = (text: string, ...values: unknown[]) =>
  tenantDatabase(seeded.demo.id)
    .prepare(text)
    .bind(...values)
    .run();

/** Its purchase is over, its payment compared, its difference resolved. */
async function finish({ entitlementId, paymentId }: ProviderRecords): Promise<void> {
  const at = Date.now() - 4 * dayMs;
  await own("UPDATE entitlements SET state = 'ended', ended_at = ?2 WHERE id = ?1", entitlementId, at);
  await own("UPDATE payments SET created_at = ?2 WHERE id = ?1", paymentId, at);
  await own("UPDATE reviews SET resolved_at = ?2 WHERE payment_id = ?1", paymentId, at);
}

async function textOf(tables: readonly string[], database: Pick<D1Database, "prepare">): Promise<string> {
  const read = tables.map(async (table) => (await database.prepare(`SELECT * FROM ${table}`).all()).results);
  return JSON.stringify(await Promise.all(read));
}
const ofProvider = ({ id } = seeded.demo) => textOf(tenantTableNames, tenantDatabase(id));
const personal = ({ phone, mac, entitlementId }: ProviderRecords, text: string) => ({
  phone: text.includes(phone),
  mac: text.includes(mac),
  // A purchase stays as a row of the books, and nothing about its devices.
  purchase: text.includes(entitlementId),
});
const figures = () =>
  textOf(
    ["sales_daily", "plan_daily", "voucher_daily", "traffic_daily", "ledger"],
    tenantDatabase(seeded.demo.id),
  );

test("number, devices, usage and messages go; every sum and everybody else stay", async () => {
  await finish(customer);
  await env.DB.prepare("UPDATE paybill_payments SET payer = ?2, payment_id = ?3 WHERE receipt = ?1")
    .bind(customer.paybillPaymentId.split(" ").at(-1), customer.phone, customer.paymentId)
    .run();
  const before = await figures();
  const answer = await remove(customer);
  expect(answer.ok && answer.answer.message).toBe(
    "The customer's data is deleted. 1 payment stays in your books without a number.",
  );
  const text = await ofProvider();
  expect(personal(customer, text)).toEqual({ phone: false, mac: false, purchase: true });
  expect(text).toContain(customer.receipt);
  expect(personal(other, text)).toEqual({ phone: true, mac: true, purchase: true });
  expect(personal(elsewhere, await ofProvider(seeded.savanna))).toMatchObject({ phone: true, mac: true });
  expect(await figures()).toBe(before);
  expect(await textOf(["paybill_payments", "audit"], env.DB)).not.toContain(customer.phone);
  // Both lists are read as before.
  const [payments, users] = [
    await call(listTransactions, {}, owner),
    await call(listUsers, { query: {} }, owner),
  ];
  expect(payments.ok && payments.answer.map(({ receipt }) => receipt)).toContain(customer.receipt);
  const macs = users.ok ? users.answer.map(({ macAddress }) => macAddress) : [];
  expect([macs.includes(customer.mac), macs.includes(other.mac)]).toEqual([false, true]);
  expect((await remove(customer)).status).toBe(404);
});

test("nothing goes that money or access still hangs on, and the refusal says what", async () => {
  const before = await ofProvider();
  const { paymentId, entitlementId } = customer;
  expect(await reasonOf(remove(customer))).toBe("erase_purchases");
  await own("UPDATE entitlements SET state = 'ended', ended_at = 1 WHERE id = ?1", entitlementId);
  await own(
    `INSERT INTO refunds (id, seq, payment_id, cents, status, reason, requested_by, created_at, updated_at)
     VALUES ('open', 1, ?1, 100, 'unknown', '', '', 1, 1)`,
    paymentId,
  );
  expect(await reasonOf(remove(customer))).toBe("erase_refunds");
  await own("UPDATE refunds SET status = 'done' WHERE payment_id = ?1", paymentId);
  expect(await reasonOf(remove(customer))).toBe("erase_reviews");
  await own("UPDATE reviews SET resolved_at = 1 WHERE payment_id = ?1", paymentId);
  expect(await reasonOf(remove(customer))).toBe("erase_recent");
  await own("UPDATE payments SET created_at = 1, status = 'pending' WHERE id = ?1", paymentId);
  expect(await reasonOf(remove(customer))).toBe("erase_payments");
  expect(personal(customer, await ofProvider())).toEqual(personal(customer, before));
  await own("UPDATE payments SET status = 'completed' WHERE id = ?1", paymentId);
  await env.DB.prepare(
    `INSERT INTO refund_appeals (id, provider_id, payment_id, plan_name, cents, back_cents, reason, status, asked_at)
     VALUES ('appeal', ?1, ?2, '', 100, 0, '', 'open', 1)`,
  )
    .bind(seeded.demo.id, paymentId)
    .run();
  expect(await reasonOf(remove(customer))).toBe("erase_appeals");
  await env.DB.prepare("DELETE FROM refund_appeals").run();
  expect(await reasonOf(remove(customer))).toBe("deleted");
});

test("of a device that another customer pays for as well, the other's payments stay", async () => {
  await finish(customer);
  await own(
    `INSERT INTO payments (id, seq, router_id, plan_id, terms, subject, phone, amount_cents, method, settlement,
       gateway_id, status, created_at, updated_at)
     SELECT 'shared', 1, router_id, plan_id, terms, subject, '254711111111', 100, method, settlement, gateway_id,
       'completed', created_at, updated_at FROM payments WHERE id = ?1`,
    customer.paymentId,
  );
  expect(await reasonOf(remove(customer))).toBe("deleted");
  const text = await ofProvider();
  expect(text).not.toContain(customer.phone);
  expect(text).toContain("254711111111");
});

test("what a failure left goes with the next try", async () => {
  await finish(customer);
  const fault = failStatements(/DELETE FROM hotspot_users/);
  try {
    expect((await remove(customer)).ok).toBe(false);
  } finally {
    fault.heal();
  }
  expect(await reasonOf(remove(customer))).toBe("deleted");
  expect(personal(customer, await ofProvider())).toMatchObject({ phone: false, mac: false });
});

test("another provider's owner finds no such customer", async () => {
  await finish(customer);
  const stranger = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  expect((await remove(customer, stranger)).status).toBe(404);
  expect(personal(customer, await ofProvider())).toMatchObject({ phone: true, mac: true });
});
