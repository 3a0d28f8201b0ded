import { beforeAll, beforeEach, expect, test } from "vitest";
import { customerAccount, giveCashBack, takeCash } from "#contract/customer-accounts";
import { listLines } from "#contract/lines";
import { deleteAccountData, deleteCustomerData } from "#contract/provider-data";
import { revenueReport } from "#contract/reports";
import { nairobiDay } from "#contract/values/duration";
import { tenantTableNames } from "#worker/db/statement-rules";
import type { Customer } from "#worker/features/customers/index";
import { linesAtRouters } from "#worker/features/lines/index";
import { seedRecords } from "../../seed/provider-records.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { booksOf, customerWithLines } from "../lines/account-world.ts";

// A customer with lines asks the provider to delete what it keeps of them: name and phone go, number and money stay.

let seeded: TwoProviders;
let owner: { host: string; cookie: string };
let mercy: Customer;
let phone: string;

beforeAll(async () => {
  seeded = await seedBoth();
  owner = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});
let made = 0;
beforeEach(async () => {
  made += 1;
  phone = `2547221${String(10_000 + made)}`;
  mercy = await customerWithLines(seeded.demo, [{ cents: 150_000 }], { name: `Zipporah ${made}`, phone });
  await own(
    "UPDATE customer_accounts SET notes = 'Blue gate', language = 'sw', email = 'z@zipporah.example', former_number = 'Z-7' WHERE id = ?1",
    mercy.id,
  );
  await own(
    "UPDATE lines SET login = 'zipporah.home', login_small = 'zipporah.home' WHERE customer_id = ?1",
    mercy.id,
  );
});

const own = (text: string, ...values: unknown[]) =>
  tenantDatabase(seeded.demo.id)
    .prepare(text)
    .bind(...values)
    .run();
const remove = (id = mercy.id, who = owner) => call(deleteAccountData, { params: { id } }, who);
async function reasonOf(answer: ReturnType<typeof remove>): Promise<string> {
  const told = await answer;
  return told.ok ? "deleted" : (told.refusal?.reason ?? "");
}
const giveUp = () =>
  own(
    "UPDATE lines SET closed_at = 1, confirmed_rev = rev, applied = 'closed' WHERE customer_id = ?1",
    mercy.id,
  );
async function textOf(providerId = seeded.demo.id): Promise<string> {
  const db = tenantDatabase(providerId);
  const read = tenantTableNames.map(
    async (table) => (await db.prepare(`SELECT * FROM ${table}`).all()).results,
  );
  return JSON.stringify(await Promise.all(read));
}

test("lines are given up and off their router, and money is given back, before anything goes", async () => {
  expect(await reasonOf(remove())).toBe("erase_lines");
  await own("UPDATE lines SET closed_at = 1 WHERE customer_id = ?1", mercy.id);
  expect(await reasonOf(remove())).toBe("erase_lines");
  await giveUp();
  const params = { id: mercy.id };
  expect((await call(takeCash, { params, body: { amount: 300 } }, owner)).ok).toBe(true);
  expect(await reasonOf(remove())).toBe("erase_account");
  expect(await textOf()).toContain(phone);
  expect((await call(giveCashBack, { params, body: { amount: 300, reason: "Moves" } }, owner)).ok).toBe(true);
  expect(await reasonOf(remove())).toBe("deleted");
});

test("name, phone, notes, language and PPPoE name go; number, entries and every sum stay, and a repeat is the same", async () => {
  await giveUp();
  const params = { id: mercy.id };
  await call(takeCash, { params, body: { amount: 300 } }, owner);
  await call(giveCashBack, { params, body: { amount: 300, reason: "Moves" } }, owner);
  const other = await customerWithLines(seeded.demo, [{ cents: 1_000 }], {
    name: "Other One",
    phone: "254799000111",
  });
  const today = nairobiDay(Date.now());
  const sums = () => call(revenueReport, { query: { from: today, to: today } }, owner);
  const [books, before] = [await booksOf(seeded.demo.id, mercy.id), await sums()];
  for (const _time of [1, 2]) {
    const answer = await remove();
    expect(answer.ok && answer.answer.message).toContain("The customer's data is deleted.");
  }
  const text = await textOf();
  for (const gone of [phone, mercy.name, "Blue gate", "zipporah.home", "z@zipporah.example", "Z-7"])
    expect([gone, text.includes(gone)]).toEqual([gone, false]);
  for (const kept of [mercy.number, other.name, other.phone]) expect(text).toContain(kept);
  expect(await booksOf(seeded.demo.id, mercy.id)).toEqual(books);
  const after = await sums();
  expect(after.ok && before.ok && after.answer).toEqual(before.ok && before.answer);
  const account = await call(customerAccount, { params }, owner);
  expect(account.ok && account.answer).toMatchObject({ number: mercy.number, name: "", phoneNumber: "" });
});

test("who also bought at the hotspot is one person: neither goes while the line is there, and both go by either call", async () => {
  const visitor = await seedRecords(testContext(), seeded.demo);
  const at = 1;
  await own(
    "UPDATE entitlements SET state = 'ended', ended_at = ?2 WHERE id = ?1",
    visitor.entitlementId,
    at,
  );
  await own("UPDATE payments SET created_at = ?2 WHERE id = ?1", visitor.paymentId, at);
  await own("UPDATE reviews SET resolved_at = ?2 WHERE payment_id = ?1", visitor.paymentId, at);
  await own("UPDATE customer_accounts SET phone = ?2 WHERE id = ?1", mercy.id, visitor.phone);
  const byDevice = () => call(deleteCustomerData, { params: { id: visitor.mac } }, owner);
  expect(await byDevice()).toMatchObject({ status: 409, refusal: { reason: "erase_lines" } });
  await giveUp();
  expect((await byDevice()).ok).toBe(true);
  const text = await textOf();
  for (const gone of [visitor.phone, visitor.mac, mercy.name])
    expect([gone, text.includes(gone)]).toEqual([gone, false]);
});

test("a customer whose lines are given up is found by a search, until the data is deleted", async () => {
  await giveUp();
  const found = async () => {
    const lines = await call(listLines, { query: { q: mercy.number } }, owner);
    return lines.ok && lines.answer.map(({ customer }) => customer.name);
  };
  expect(await found()).toEqual([mercy.name]);
  expect(await reasonOf(remove())).toBe("deleted");
  expect(await found()).toEqual([]);
});

test("a bridge that dials in is not told of a line without a name", async () => {
  const routerId = seeded.demo.routers[0]?.id ?? "";
  const told = async () => {
    const db = testContext().tenant(seeded.demo.id);
    const rows = await db.all(linesAtRouters([routerId], Date.now()));
    return rows.flatMap(({ id, login }) => (id.startsWith(mercy.id) ? login : []));
  };
  await giveUp();
  await own("UPDATE lines SET closed_at = ?2 WHERE customer_id = ?1", mercy.id, Date.now());
  expect(await told()).toEqual(["zipporah.home"]);
  expect(await reasonOf(remove())).toBe("deleted");
  expect(await told()).toEqual([]);
});

test("another provider's owner finds nobody, and deletes nothing", async () => {
  await giveUp();
  const stranger = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  expect(await remove(mercy.id, stranger)).toMatchObject({ status: 404 });
  expect(await textOf()).toContain(phone);
});
