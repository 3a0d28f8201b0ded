import { expect, test, vi } from "vitest";
import { hourMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { customerPath } from "#worker/features/customers/index";
import { type Seen, visit } from "../../support/portal-page.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { pass, providers, saved, sms } from "../messages/message-world.ts";
import { customerWithLines } from "./account-world.ts";
import { db, ownPageWorld, pathOf, texts } from "./own-page-world.ts";

// "Send me my link": it goes to the customer's own phone, and who asks learns nothing of whether there is such a customer.

ownPageWorld();

let people = 0;
async function someone(name = "Mercy Wanjiru") {
  people += 1;
  return customerWithLines(providers().demo, [{ cents: 150_000 }], {
    name,
    phone: `2547${14_000_000 + people}`,
  });
}

const ask = (who: string, network = "197.248.10.77", lang = ""): Promise<Seen> =>
  visit("/my", {
    form: lang === "" ? { who } : { who, lang },
    headers: { "cf-connecting-ip": network },
  });

/** All that was asked for has been sent or not. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 150));
const sentTo = (phone: string) => sms().accepted.filter(({ to }) => to.includes(phone));

test("a blocked line's page has the form, and the link comes by the number or the phone, as people type them", async () => {
  const mercy = await someone();
  const page = await visit("/my");
  expect(page.text).toContain("Send me my link");
  expect(page.html).not.toContain("<script");
  const { number, phone } = mercy;
  for (const who of [`Acc. ${number.slice(0, 4)} ${number.slice(4)}`, `0${phone.slice(3)}`, `+${phone}`]) {
    const answer = await ask(who);
    expect([answer.status, answer.location]).toEqual([303, "/my?sent=1"]);
    await vi.waitFor(() => expect(texts()).toHaveLength(1));
    expect(texts()[0]).toContain(pathOf(mercy));
    expect(texts()[0]).toContain(`Account ${number.slice(0, 4)} ${number.slice(4)}`);
    sms().accepted.length = 0;
    pass(hourMs);
  }
  expect((await visit("/my?sent=1")).text).toContain("If we have a customer by that number");
  // The link gives access: it is in no row.
  const { results } = await tenantDatabase(providers().demo.id).prepare("SELECT * FROM messages").all();
  expect(results.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toContain(pathOf(mercy));
});

test("the answer is the same for a customer, for nobody, and for another provider's customer", async () => {
  const mercy = await someone();
  const stranger = await customerWithLines(providers().savanna, [{ cents: 100 }], { phone: "254733555777" });
  const answers = await Promise.all(
    [mercy.number, "0799 888 777", stranger.number, stranger.phone].map((who) => ask(who)),
  );
  const seen = answers.map(({ status, location, html }) => [status, location, html]);
  expect(seen).toEqual(Array(4).fill(seen[0]));
  await settled();
  expect(sms().accepted.map(({ to }) => to)).toEqual([`+${mercy.phone}`]);
});

test("what is no number is said to be none, and comes back as it was typed, escaped", async () => {
  for (const who of ["", "Mercy", "1234", "8123 4567 8", '"><script>alert(1)</script>']) {
    const answer = await ask(who);
    expect(answer.status, who).toBe(400);
    expect(answer.text).toContain("Enter your account number, 8 digits");
    expect(answer.html).not.toContain("<script>alert");
  }
  expect((await ask("x", "1.1.1.1", "sw")).text).toContain("Weka nambari yako ya akaunti");
  await settled();
  expect(texts()).toEqual([]);
});

test("five an hour come to one customer, and a flood for one is nobody else's refusal", async () => {
  const [mercy, juma] = [await someone(), await someone("Juma")];
  for (let minute = 0; minute < 9; minute += 1) {
    expect((await ask(mercy.number, `10.0.${minute}.1`)).status).toBe(303);
    await settled();
    pass(61_000);
  }
  expect(sentTo(mercy.phone)).toHaveLength(5);
  await ask(juma.number);
  await vi.waitFor(() => expect(sentTo(juma.phone)).toHaveLength(1));
});

test("a network that asks for one made-up customer after another is refused, alike for who there is; others are not", async () => {
  const mercy = await someone();
  const statuses = new Set<number>();
  for (let n = 0; n < 61; n += 1)
    statuses.add((await ask(`0701 ${String(100_000 + n)}`, "41.90.1.1")).status);
  expect([...statuses]).toEqual([303, 429]);
  const refused = await ask(mercy.number, "41.90.1.1");
  expect([refused.status, refused.text.includes("Too many links")]).toEqual([429, true]);
  expect((await ask(mercy.number, "41.90.2.2")).status).toBe(303);
  await vi.waitFor(() => expect(sentTo(mercy.phone)).toHaveLength(1));
});

test("who wants no messages gets none, and who asks sees the same", async () => {
  const mercy = await someone();
  await db().run(sql`INSERT INTO message_opt_outs (phone, at) VALUES (${mercy.phone}, 1)`);
  expect((await ask(mercy.number)).location).toBe("/my?sent=1");
  await settled();
  expect(texts()).toEqual([]);
});

test("where no message goes out there is no form that cannot work, but whom to call", async () => {
  const mercy = await someone();
  await saved({ budget: 0 });
  const page = await visit("/my");
  expect(page.html).not.toContain("<form");
  expect(page.text).toContain("Link lost? Call us");
  const answer = await ask(mercy.number);
  expect([answer.status, answer.text.includes("Please call us.")]).toEqual([409, true]);
  await settled();
  expect(texts()).toEqual([]);
});

test("a phone that several customers have gets each one's link", async () => {
  const mother = await someone("Mother");
  const other = await customerWithLines(providers().demo, [{ cents: 1 }], { phone: mother.phone });
  await ask(mother.phone);
  await vi.waitFor(() => expect(texts()).toHaveLength(2));
  const all = texts().join(" ");
  for (const { number } of [mother, other])
    expect(all).toContain(customerPath(testContext(), providers().demo.id, number));
});
