import { beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/lines";
import { sql } from "#worker/db/sql";
import { settleAccount } from "#worker/features/lines/index";
import { addPackage } from "#worker/features/lines/packages";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { credited, customerWithLines } from "./account-world.ts";

// A package whose price or speed changes: for whom, and from when on; and one that is taken off the list.

let seeded: TwoProviders;
let as: CallOptions;
let made = 0;
let id = "";

const input: contract.PackageInput = {
  name: "Home",
  price: 1_500,
  period: { months: 1 },
  uploadMbps: 1,
  downloadMbps: 1,
  graceDays: 0,
  daysFrom: null,
  fairUseGB: null,
  fairUseMbps: null,
  isOffered: true,
};

beforeAll(async () => {
  seeded = await seedBoth();
  as = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});
beforeEach(async () => {
  made += 1;
  id = `package ${made}`;
  await addPackage(testContext(), seeded.demo.id, id, input);
});

/** A customer with a line on it. @returns the customer's id */
async function onIt(): Promise<string> {
  const customer = await customerWithLines(seeded.demo, [{ cents: 150_000, packageId: id }]);
  return customer.id;
}

async function paid(customerId: string, amount: number): Promise<void> {
  await credited(seeded.demo, customerId, amount * 100);
  await settleAccount(testContext(), seeded.demo.id, customerId);
}

async function standing(customerId: string) {
  const [row] = await testContext()
    .tenant(seeded.demo.id)
    .all(
      sql<{ price: number; next: number | null; left: number; rev: number }>`SELECT
          json_extract(terms, '$.priceCents') / 100 AS price, json_extract(next_terms, '$.priceCents') / 100 AS next,
          c.balance_cents / 100 AS left, rev
        FROM lines JOIN customer_accounts c ON c.id = customer_id WHERE customer_id = ${customerId}`,
    );
  return row;
}

const save = (changes: Partial<contract.PackageInput>, alsoLines: boolean, options = as) =>
  call(contract.savePackage, { params: { id }, body: { ...input, ...changes, alsoLines } }, options);

test("another price is that of lines on it from their next payment on, and back again before", async () => {
  const customer = await onIt();
  await paid(customer, 1_500);
  expect(await save({ price: 2_000 }, true)).toMatchObject({
    answer: {
      message: "Home is changed; 1 line has it so from the next payment on.",
      package: { price: 2_000, lines: 1 },
    },
  });
  expect(await standing(customer)).toMatchObject({ price: 1_500, next: 2_000 });
  await paid(customer, 1_500);
  expect(await standing(customer)).toMatchObject({ left: 1_500 });
  expect((await save({ price: 1_500 }, true)).ok).toBe(true);
  expect(await standing(customer)).toMatchObject({ price: 1_500, next: null });
});

test("a lower price that an account covers already opens its line at once", async () => {
  const customer = await onIt();
  await paid(customer, 1_000);
  expect(await standing(customer)).toMatchObject({ left: 1_000 });
  expect((await save({ price: 900 }, true)).ok).toBe(true);
  await settleAccount(testContext(), seeded.demo.id, customer);
  expect(await standing(customer)).toMatchObject({ price: 900, left: 100 });
});

test("lines keep it for good where that is wanted, and what is paid ahead is never changed", async () => {
  const [kept, ahead] = [await onIt(), await onIt()];
  await paid(ahead, 1_500);
  expect((await save({ price: 2_000 }, true)).ok).toBe(true);
  await paid(ahead, 2_000);
  expect((await save({ price: 3_000 }, true)).ok).toBe(true);
  expect(await standing(ahead)).toMatchObject({ price: 1_500, next: 2_000 });
  expect(await standing(kept)).toMatchObject({ next: 3_000 });
  const before = await standing(kept);
  expect(await save({ price: 4_000 }, false)).toMatchObject({
    answer: { message: "Home is changed for new lines." },
  });
  expect(await standing(kept)).toEqual(before);
});

test("taken off the list it is not there for new lines, and those that have it keep it", async () => {
  const customer = await onIt();
  const archive = (options = as) => call(contract.archivePackage, { params: { id } }, options);
  const stranger = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  expect(await archive(stranger)).toMatchObject({ status: 404 });
  expect(await save({ price: 1 }, true, stranger)).toMatchObject({ status: 404 });
  expect(await archive()).toMatchObject({
    answer: { message: "Home is taken off the list. Lines that have it keep it." },
  });
  const listed = await call(contract.listPackages, {}, as);
  expect(listed.ok && listed.answer.some((one) => one.id === id)).toBe(false);
  expect(await archive()).toMatchObject({ status: 404, refusal: { reason: "package_gone" } });
  expect(await save({}, true)).toMatchObject({ status: 404 });
  await paid(customer, 1_500);
  expect(await standing(customer)).toMatchObject({ price: 1_500, left: 0 });
});

test("what cannot be is refused at its field", async () => {
  expect(await save({ daysFrom: 2_000 }, true)).toMatchObject({ status: 400 });
  expect(await save({ price: 0 }, true)).toMatchObject({ status: 400 });
});
