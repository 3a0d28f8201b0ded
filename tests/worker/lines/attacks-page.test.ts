import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/lines";
import { hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { type Customer, customerPath } from "#worker/features/customers/index";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { hostOf, send } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { customerWithLines } from "./account-world.ts";

// Whoever has a customer's link, or none, and wants to see, spend or stop what is another's.

let world: PaymentWorld;
let mercy: Customer;
let otieno: Customer;
let people = 0;
const [own, others] = ["254722100", "254710100"];

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.renew();
  people += 1;
  const phones = [`${own}${people + 100}`, `${others}${people + 100}`];
  const price = [{ cents: 150_000 }];
  mercy = await customerWithLines(demo(), price, { phone: phones[0] ?? "" });
  otieno = await customerWithLines(demo(), price, { name: "Otieno", phone: phones[1] ?? "" });
});

const demo = (): SeededProvider => world.seeded.demo;
const linkOf = ({ number }: Customer, provider = demo()) =>
  customerPath(testContext(), provider.id, number).replace("/my/", "");

const page = (link: string, query: Record<string, string> = {}, host = "demo") =>
  send(contract.customerPage, { params: { link }, query }, { host: hostOf(host) });
const shown = async (of: Customer, query: Record<string, string> = {}) =>
  (await page(linkOf(of), query)).text();

/** As the page's form sends it. @returns the id of the payment that it leads to */
async function pay(of: Customer, amount: string, more: Record<string, string> = {}, link = linkOf(of)) {
  const body = Object.assign({ amount, phone: "" }, more);
  const answer = await send(
    contract.payCustomerAccount,
    { params: { link }, body },
    { host: hostOf("demo") },
  );
  const location = answer.headers.get("location") ?? "";
  const id = new URL(location || "/", "https://x").searchParams.get("payment") ?? "";
  return { status: answer.status, location, id, text: await answer.text() };
}
const asked = async (phone: string) =>
  (await world.daraja.prompts()).filter(({ phoneNumber }) => phoneNumber === phone);

test("a link is one number and one proof at one provider: nothing near it opens anything", async () => {
  const link = linkOf(mercy);
  const [number = "", proof = ""] = link.split("-");
  expect((await page(link)).status).toBe(200);
  const flipped = [...proof].map(
    (_, at) => proof.slice(0, at) + (proof[at] === "a" ? "b" : "a") + proof.slice(at + 1),
  );
  const forged = [
    ...flipped.filter((one) => one !== proof).map((one) => `${number}-${one}`),
    ...[`${otieno.number}-${proof}`, linkOf(mercy, world.seeded.savanna), number, `-${proof}`, `${number}-`],
    ...[
      `${number}-${proof.slice(0, -1)}`,
      `${number}-${proof}0`,
      `${number}-${proof}${proof}`,
      "__proto__-constructor",
    ],
  ];
  for (const one of forged) expect((await page(one)).status, one).toBe(404);
  for (const one of [link, linkOf(mercy, world.seeded.savanna)])
    expect((await page(one, {}, "savanna")).status, one).toBe(404);
  expect((await page("x".repeat(81))).status).toBe(400);
});

test("names, packages and the address itself are text, in the page and in its headers", async () => {
  const evil = `"><script>alert(1)</script>'\r\nSet-Cookie: a=b`;
  const name = evil.replaceAll(/\s/g, "");
  const db = tenantDatabase(demo().id);
  await db.prepare("UPDATE customer_accounts SET name = ? WHERE id = ?").bind(name, mercy.id).run();
  await db
    .prepare("UPDATE lines SET terms = json_set(terms, '$.packageName', ?) WHERE customer_id = ?")
    .bind(evil, mercy.id)
    .run();
  for (const query of [
    {},
    { lang: evil },
    { lang: "__proto__" },
    { payment: evil },
    { why: evil, once: evil },
  ]) {
    const answer = await page(linkOf(mercy), query);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).not.toContain("<script>alert");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("content-security-policy")).not.toContain("unsafe-inline");
  }
  // What is behind the proof is no part of it, and goes nowhere unwritten.
  const { location } = await pay(mercy, "100", {}, `${linkOf(mercy)}-"><b>`);
  expect(location).not.toMatch(/["<>\s]/);
});

test("a payment is shown by the link that it was made by, and by no other", async () => {
  const { id } = await pay(mercy, "100");
  expect(await shown(mercy, { payment: id })).toContain("data-waiting");
  const { id: bought } = await world
    .buyer()
    .start()
    .then(({ transactionId }) => ({ id: transactionId }));
  for (const payment of [id, bought, "__proto__", "constructor", "x".repeat(10_000), `${id}\u0000`])
    expect(await shown(otieno, { payment }), payment.slice(0, 40)).not.toContain("data-waiting");
});

test("what is no amount asks nobody, and what is too much neither", async () => {
  const odd = [
    ...["", "0", "9", "-50", "+-100", "1e3", "0x64", "NaN", "Infinity", "1.5", "100.50", "100.001"],
    ...["١٠٠", "१००", "100 or 1=1", "250001", "99999999", "9".repeat(100_000), "1 000 000", "{}", "null"],
  ];
  for (const amount of odd) expect((await pay(mercy, amount)).status, amount.slice(0, 20)).toBe(400);
  for (const phone of ["0".repeat(100_000), "254722", "+1 212 555 0100", "0722100200,0733100200", "<b>"])
    expect((await pay(mercy, "100", { phone })).status, phone.slice(0, 20)).toBe(400);
  expect(await world.daraja.prompts()).toEqual([]);
  for (const amount of ["KES 1,500.00", "１５００", " 1500/= "])
    expect((await pay(mercy, amount)).id).not.toBe("");
  expect((await asked(mercy.phone)).map(({ amount }) => amount)).toEqual([1_500]);
});

test("a form's own word is no key to another's payment", async () => {
  const mine = await pay(mercy, "100", { once: "a" });
  expect(mine.id).not.toBe("");
  // The same word from the same network, for another account, also with the same phone.
  for (const phone of ["", mercy.phone]) {
    const theirs = await pay(otieno, "100", { once: "a", phone });
    expect(theirs).toMatchObject({ status: 409, id: "" });
    expect(theirs.text).not.toContain(mine.id);
  }
  expect(await world.daraja.prompts()).toHaveLength(1);
  // Said again for its own account it is the same payment.
  expect((await pay(mercy, "100", { once: "a" })).id).toBe(mine.id);
  expect((await pay(otieno, "100", { once: "b" })).id).not.toBe("");
});

test("prompts that others send to a customer's phone leave the customer's own way to pay", async () => {
  for (let n = 0; n < 5; n += 1) {
    const { id } = await pay(otieno, String(100 + n), { phone: mercy.phone });
    const [prompt] = await asked(mercy.phone);
    if (id !== "") await world.daraja.answer(prompt?.id ?? "none", "cancelled");
    await world.advance(2 * minuteMs);
  }
  // The phone is left alone by strangers after three that it did not want.
  expect(await asked(mercy.phone)).toHaveLength(3);
  expect((await pay(otieno, "200", { phone: mercy.phone })).status).toBe(429);
  const { id } = await pay(mercy, "1500");
  expect(id).not.toBe("");
  const [prompt] = await asked(mercy.phone);
  expect(prompt).toMatchObject({ amount: 1_500 });
  expect((await world.daraja.answer(prompt?.id ?? "none", "paid")).ok).toBe(true);
  await world.advance(1_000);
  expect(await shown(mercy, { payment: id })).toContain("KES 1,500 arrived");
  // Nor is an open prompt of a stranger in the way for longer than a minute.
  await world.advance(hourMs);
  await pay(otieno, "300", { phone: mercy.phone });
  await world.advance(minuteMs + 1_000);
  expect((await pay(mercy, "100")).status).not.toBe(429);
});

test("who pays for another's line with an own phone is no stranger to it after the first time", async () => {
  const landlord = `254711200${people + 100}`;
  const paid = async (amount: string) => {
    const { id } = await pay(mercy, amount, { phone: landlord });
    const [prompt] = await asked(landlord);
    expect((await world.daraja.answer(prompt?.id ?? "none", "paid")).ok).toBe(true);
    await world.advance(hourMs);
    return id;
  };
  await paid("100");
  for (let n = 0; n < 3; n += 1) {
    const { id } = await pay(otieno, String(200 + n), { phone: landlord });
    const [prompt] = await asked(landlord);
    if (id !== "") await world.daraja.answer(prompt?.id ?? "none", "cancelled");
    await world.advance(2 * minuteMs);
  }
  expect(await paid("101")).not.toBe("");
});

test("a page that is asked why without end is answered, and its bridge is left alone", async () => {
  await testContext()
    .tenant(demo().id)
    .run(sql`UPDATE lines SET paid_until = ${Date.now() + hourMs}, blocks_at = ${Date.now() + hourMs}
      WHERE customer_id = ${mercy.id}`);
  const answers = [];
  for (let n = 0; n < 8; n += 1) answers.push(await shown(mercy, { why: "1" }));
  const said = answers.map((text) => text.includes('role="status"'));
  expect(said).toEqual([true, true, true, true, true, true, false, false]);
  await world.advance(minuteMs + 1_000);
  expect(await shown(mercy, { why: "1" })).toContain('role="status"');
});
