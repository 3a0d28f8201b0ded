import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { addLine } from "#contract/lines";
import { deleteAccountData } from "#contract/provider-data";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { type Customer, creditStatements, customerLink } from "#worker/features/customers/index";
import { giveCashBack, takeCash } from "#worker/features/lines/cash";
import { handOverLetters, lettersPerDay } from "#worker/features/lines/hand-over-letters";
import { linesDue, settleAccount, sweepLines } from "#worker/features/lines/index";
import { lettersDue } from "#worker/features/lines/letters-due";
import { sendMyLink } from "#worker/features/lines/send-my-link";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { demo, inUse, messageWorld, pass, providers, rows, saved, sms } from "../messages/message-world.ts";
import { customerWithLines } from "./account-world.ts";

// Customers with an e-mail address are told there what their messages tell, once an event, with the link that pays.

messageWorld();

let people = 0;
let mercy: Customer;
const ctx = testContext();
const withMail = () => {
  const here = testContext();
  const settings = Object.assign({}, here.settings, { MAIL_URL: "https://mail.example/send" });
  return Object.assign(Object.create(here), { settings }) as typeof here;
};
const db = () => ctx.tenant(providers().demo.id);
const link = (customer = mercy) => customerLink(ctx, providers().demo, customer.number);

type Letter = { recipient: string; subject: string; text: string; lane: string };
/** Oldest first. */
async function letters(): Promise<Letter[]> {
  const { results } = await env.DB.prepare(
    "SELECT recipient, subject, text, lane FROM mail WHERE event LIKE 'customer %' ORDER BY created_at, event",
  ).all<Letter>();
  return results;
}

async function someone(language: "en" | "sw" | null = null, cents = [150_000]): Promise<Customer> {
  people += 1;
  const phone = `2547${String(15_000_000 + people)}`;
  const customer = await customerWithLines(
    providers().demo,
    cents.map((one) => ({ cents: one })),
    { phone },
  );
  await db().run(
    sql`UPDATE customer_accounts SET language = ${language}, email = ${`mercy${people}@home.ke`} WHERE id = ${customer.id}`,
  );
  return customer;
}

beforeEach(async () => {
  await db().run(sql`UPDATE lines SET closed_at = 1`);
  await db().run(sql`DELETE FROM customer_letters`);
  await env.DB.prepare("DELETE FROM mail").run();
  mercy = await someone();
});

async function paidNow(customer = mercy, cents = 150_000): Promise<number> {
  const moved = { customerId: customer.id, cents, at: Date.now() };
  await db().batch(creditStatements(moved, `${customer.id} ${Date.now()}`, 1));
  await settleAccount(ctx, providers().demo.id, customer.id);
  const line = await db().first(
    sql<{ until: number }>`SELECT paid_until AS until FROM lines WHERE customer_id = ${customer.id}`,
  );
  return line?.until ?? 0;
}

/** As the provider's object is woken for what comes. */
async function passTo(at: number): Promise<void> {
  const swept = () => sweepLines(withMail(), providers().demo.id);
  await swept();
  for (let next = await dueNext(); next !== null && next <= at; next = await dueNext()) {
    vi.setSystemTime(next);
    await swept();
  }
  vi.setSystemTime(at);
  await swept();
}
async function dueNext(): Promise<number | null> {
  const all = await Promise.all(linesDue(Date.now()).map((one) => db().all(one)));
  const times = all.flat().flatMap(({ at }) => (at > Date.now() ? [at] : []));
  return times.length === 0 ? null : Math.min(...times);
}
const cashOf = (customer = mercy) => ({ id: crypto.randomUUID(), customerId: customer.id, amount: 500 });
const by = { id: "a1", name: "Amina", role: "owner" } as const;

describe("reminders", () => {
  test("come three days before, one day before, in the morning and at the end: each once, in order, and no more", async () => {
    await inUse();
    const until = await paidNow();
    await passTo(until - 3 * dayMs - minuteMs);
    expect(await letters()).toEqual([]);
    await passTo(until + 10 * dayMs);
    const all = await letters();
    expect(all.map(({ subject }) => subject.replace(/until .*|today, .*/, ""))).toEqual([
      "Demo WiFi: Home is paid ",
      "Demo WiFi: Home is paid ",
      "Demo WiFi: Home ends ",
      "Demo WiFi: Home has ended",
    ]);
    expect(all[0]?.text).toMatch(
      /^Hello Mercy,\n\nHome is paid until .*\. To stay online, pay KES 1,500 here:\n/,
    );
    for (const { text, recipient, lane } of all) {
      expect(text).toContain(link());
      expect(text).toContain(`${mercy.number.slice(0, 4)} ${mercy.number.slice(4)}`);
      expect([recipient, lane]).toEqual([`mercy${people}@home.ke`, "asked"]);
    }
  });

  test("are in the customer's language, and not sent where the balance covers what comes", async () => {
    await inUse();
    const juma = await someone("sw");
    await paidNow(mercy, 300_000);
    const until = await paidNow(juma);
    await passTo(until + hourMs);
    const all = await letters();
    expect(new Set(all.map(({ recipient }) => recipient)).size).toBe(1);
    expect(all.at(-1)?.subject).toBe("Demo WiFi: Home imeisha");
    expect(all[0]?.text).toContain("Habari Mercy,");
  });

  test("follow the switch of the messages, and the customer's word that wants none", async () => {
    await inUse({ ending: false });
    const until = await paidNow();
    await passTo(until + hourMs);
    expect(await letters()).toEqual([]);
    await saved({ ending: true });
    await db().run(sql`INSERT INTO message_opt_outs (phone, at) VALUES (${mercy.phone}, 1)`);
    await passTo((await paidNow()) + hourMs);
    expect(await letters()).toEqual([]);
  });
});

describe("receipts", () => {
  test("come with the money, once however often it is told, and not without an address", async () => {
    await inUse();
    const cash = cashOf();
    for (let told = 0; told < 2; told += 1) await takeCash(ctx, providers().demo.id, cash, by);
    const juma = await someone();
    await db().run(sql`UPDATE customer_accounts SET email = '' WHERE id = ${juma.id}`);
    await takeCash(ctx, providers().demo.id, cashOf(juma), by);
    for (let told = 0; told < 2; told += 1) await sweepLines(withMail(), providers().demo.id);
    const [first, ...more] = await letters();
    expect(more).toEqual([]);
    expect(first?.subject).toBe("Demo WiFi: KES 500 received");
    expect(first?.text).toContain("We received KES 500: No. ");
    expect(first?.text).toContain(link());
  });

  test("are written once also where a process ends between the two databases", async () => {
    await inUse();
    await takeCash(ctx, providers().demo.id, cashOf(), by);
    await handOverLetters(withMail(), providers().demo.id);
    await db().run(sql`UPDATE customer_letters SET handed_at = NULL`);
    await handOverLetters(withMail(), providers().demo.id);
    expect(await letters()).toHaveLength(1);
  });

  test("wait for nothing where the platform sends no mail, or they came too late: they are dropped", async () => {
    await inUse();
    await takeCash(ctx, providers().demo.id, cashOf(), by);
    await sweepLines(ctx, providers().demo.id);
    await takeCash(ctx, providers().demo.id, cashOf(), by);
    pass(7 * hourMs);
    await sweepLines(withMail(), providers().demo.id);
    expect(await letters()).toEqual([]);
    expect(await db().all(lettersDue)).toEqual([]);
    expect(await rows()).toHaveLength(2);
  });

  test("are a number in a day at most; what is beyond goes when there is room", async () => {
    await inUse();
    await db().run(
      sql`INSERT INTO customer_letters (id, customer_id, language, given, created_at, next_at, until, handed_at)
        SELECT 'old ' || value, ${mercy.id}, 'en', '{}', 0, 0, 0, ${Date.now() - 20 * hourMs}
        FROM json_each(${JSON.stringify(Array.from({ length: lettersPerDay }, (_one, n) => n))})`,
    );
    await takeCash(ctx, providers().demo.id, cashOf(), by);
    await handOverLetters(withMail(), providers().demo.id);
    expect(await letters()).toEqual([]);
    // Four hours later those of the day before count no more.
    for (let hour = 1; hour <= 4; hour += 1) {
      const [due] = await db().all(lettersDue);
      expect(due?.at).toBe(Date.now() + hourMs);
      pass(hourMs);
      expect(await letters()).toEqual([]);
      await handOverLetters(withMail(), providers().demo.id);
    }
    expect(await letters()).toHaveLength(1);
  });
});

test("names that people typed make no head of a letter, and no second receiver", async () => {
  await inUse();
  await db().run(
    sql`UPDATE customer_accounts SET name = ${"Mercy\r\nBcc: all@x.ke"}, email = 'a@x.ke, b@x.ke' WHERE id = ${mercy.id}`,
  );
  await takeCash(ctx, providers().demo.id, cashOf(), by);
  await handOverLetters(withMail(), providers().demo.id);
  const [first] = await letters();
  expect(first?.recipient).toBe("a@x.ke");
  expect(first?.subject).not.toMatch(/[\r\n]/);
});

test("letters go with their customer, also those that the platform has; others' stay", async () => {
  await inUse();
  const juma = await someone();
  for (const one of [mercy, juma]) await takeCash(ctx, providers().demo.id, cashOf(one), by);
  await handOverLetters(withMail(), providers().demo.id);
  expect(await letters()).toHaveLength(2);
  await db().run(sql`UPDATE lines SET closed_at = 1, confirmed_rev = rev WHERE customer_id = ${mercy.id}`);
  await settleAccount(ctx, providers().demo.id, mercy.id);
  await giveCashBack(
    ctx,
    providers().demo.id,
    { id: crypto.randomUUID(), customerId: mercy.id, amount: 500, reason: "moves away" },
    by,
  );
  const { email } = (await db().first(
    sql<{ email: string }>`SELECT email FROM customer_accounts WHERE id = ${mercy.id}`,
  )) ?? { email: "" };
  expect(await call(deleteAccountData, { params: { id: mercy.id } }, demo())).toMatchObject({ ok: true });
  expect((await letters()).map(({ recipient }) => recipient)).not.toContain(email);
  expect(await letters()).toHaveLength(1);
  const kept = await db().all(sql<{ id: string }>`SELECT customer_id AS id FROM customer_letters`);
  expect(kept).toEqual([{ id: juma.id }]);
});

test("who asks for the link gets it by e-mail as well, where there is an address", async () => {
  await inUse();
  const work: Promise<unknown>[] = [];
  const asked = {
    typed: mercy.number,
    network: "41.90.9.9",
    language: "en",
    origin: "https://demo.x",
  } as const;
  await sendMyLink(
    withMail(),
    providers().demo,
    Object.assign({ waitUntil: (promise: Promise<unknown>) => void work.push(promise) }, asked),
  );
  await Promise.all(work);
  const [first] = await letters();
  expect([first?.subject, first?.lane]).toEqual(["Demo WiFi: your page", "stranger"]);
  expect(first?.text).toContain(link());
  expect(sms().accepted).toHaveLength(1);
});

test("an address is typed with a new customer, or later; what is none is refused, and absent it stays", async () => {
  const refused = await call(
    addLine,
    { body: { customer: { name: "Juma", phoneNumber: "0722100900", email: "juma at home" } } },
    demo(),
  );
  expect(refused).toMatchObject({ status: 400 });
  const { saveCustomer } = await import("#contract/adoption");
  const body = { name: "Mercy", phoneNumber: "0722100901" };
  const save = (email?: string) =>
    call(
      saveCustomer,
      { params: { id: mercy.id }, body: email === undefined ? body : Object.assign({ email }, body) },
      demo(),
    );
  const kept = async () =>
    (await db().first(sql<{ email: string }>`SELECT email FROM customer_accounts WHERE id = ${mercy.id}`))
      ?.email;
  expect(await save("Mercy <mercy@home.co.ke>")).toMatchObject({ ok: true });
  expect(await kept()).toBe("mercy@home.co.ke");
  expect(await save()).toMatchObject({ ok: true });
  expect(await kept()).toBe("mercy@home.co.ke");
  expect(await save("mercy@home")).toMatchObject({ status: 400 });
  expect(await save(" ")).toMatchObject({ ok: true });
  expect(await kept()).toBe("");
});
