import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as contract from "#contract/credits";
import { verifyProviderGateway } from "#contract/gateway-verification";
import { messageSettings, saveSmsAccount, sendTestMessage } from "#contract/messages";
import { sql } from "#worker/db/sql";
import { endCreditPurchase, giveForProof } from "#worker/features/messages/index";
import { sweepProvider } from "#worker/sweep-provider";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  type CreditWorld,
  copy,
  creditsAt,
  forget,
  give,
  offer,
  openCreditWorld,
  raise,
  segmentPrice,
  sent,
  sweep,
  turnOn,
} from "./credit-world.ts";

// A provider without an SMS account writes to its customers by the platform's, and pays with credits that it bought beforehand.

let here: CreditWorld;
beforeAll(async () => {
  here = await openCreditWorld();
});
beforeEach(async () => {
  await here.world.renew();
  // Each signs in anew.
  await here.world.advance(20 * 60_000);
  await forget();
  here.sms.accepted.length = 0;
  await offer(here);
});
afterAll(() => here.world.close());

const phone = "254712000001";
let payers = 0;
const nextPayer = () => {
  payers += 1;
  return `0798${String(payers).padStart(6, "0")}`;
};

async function buy(amount: number, phoneNumber = nextPayer(), key?: string) {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const answer = await call(
    contract.buyCredits,
    { body: { amount, phoneNumber } },
    { ...here.demo, headers },
  );
  return { answer, phone: `254${phoneNumber.slice(1)}` };
}

async function pay(payer: string, outcome: "paid" | "cancelled" = "paid"): Promise<void> {
  const prompts = await here.world.daraja.prompts();
  const newest = prompts.find(({ phoneNumber }) => phoneNumber === payer);
  const answer = await here.world.daraja.answer(newest?.id ?? "none", outcome);
  if (!answer.ok) throw new Error(await answer.text());
  await here.world.advance(20_000);
}

describe("the operator's account", () => {
  test("is offered to providers once it took a test message, and its key is shown to nobody", async () => {
    const now = await call(contract.readPlatformSms, {}, here.operator);
    expect(now.ok && now.answer.account).toMatchObject({
      username: "mlango",
      apiKey: "•••• form",
      fault: null,
    });
    expect(now.text).not.toContain(here.account.apiKey);
    const settings = await call(messageSettings, {}, here.demo);
    expect(settings.ok && settings.answer).toMatchObject({
      sender: "platform",
      account: null,
      platform: { segmentPrice, credits: 0 },
    });
    await call(
      contract.savePlatformSms,
      { body: { username: "mlango", senderId: "OTHER", segmentPrice, gift: 0 } },
      here.operator,
    );
    expect(await creditsAt(here.demo)).toMatchObject({ isOffered: false, canBuy: false });
  });

  test("whose money ran out is a fault that the operator reads, and nothing is taken for what was not sent", async () => {
    await give(here, 10);
    await turnOn(here.demo);
    await raise(here, "one", phone);
    here.account.balance = 0;
    await sweep(here);
    here.account.balance = 1_000_000;
    expect((await creditsAt(here.demo)).balance).toBe(10);
    expect(await sent(here)).toMatchObject([{ state: "waiting" }]);
    const now = await call(contract.readPlatformSms, {}, here.operator);
    expect(now.ok && now.answer.account?.fault).toBe("balance");
  });

  test("is written of to the operators where a fault lasts, and not where it passes", async () => {
    const letters = () =>
      testContext().platform.all(
        sql<{ subject: string }>`SELECT subject FROM mail WHERE subject LIKE 'The SMS account%'`,
      );
    await give(here, 10);
    await turnOn(here.demo);
    await raise(here, "one", phone);
    here.account.balance = 0;
    await sweep(here);
    expect(await letters()).toEqual([]);
    await here.world.advance(11 * 60_000);
    await sweep(here);
    expect((await letters()).length).toBeGreaterThan(0);
    here.account.balance = 1_000_000;
    await here.world.advance(11 * 60_000);
    await sweep(here);
    expect(await sent(here)).toMatchObject([{ state: "sent" }]);
    const now = await call(contract.readPlatformSms, {}, here.operator);
    expect(now.ok && now.answer.account?.fault).toBeNull();
  });
});

describe("an account of the provider's own", () => {
  const own = {
    username: "demowifi",
    apiKey: "atsk_of_the_demo_provider",
    senderIds: [],
    balance: 1_000_000,
  };
  const type = (senderId?: string) =>
    call(
      saveSmsAccount,
      { body: { username: own.username, apiKey: own.apiKey, ...(senderId && { senderId }) } },
      here.demo,
    );
  const now = async () => {
    const settings = await call(messageSettings, {}, here.demo);
    if (!settings.ok) throw new Error(settings.text);
    return settings.answer;
  };

  test("is used once it took a test message, at its own price, and gives way to credits and back", async () => {
    here.addAccount(own);
    await give(here, 5);
    await turnOn(here.demo);
    await type();
    expect((await now()).sender).toBe("platform");
    expect((await call(sendTestMessage, { body: { phoneNumber: "0712 345 678" } }, here.demo)).status).toBe(
      200,
    );
    expect(await now()).toMatchObject({ sender: "own", segmentPrice: 0.8 });
    await call(contract.chooseSender, { body: { sender: "platform" } }, here.demo);
    await raise(here, "one", phone);
    await sweep(here);
    expect(here.sms.accepted.find(({ to }) => to === `+${phone}`)?.username).toBe("mlango");
    await call(contract.chooseSender, { body: { sender: "own" } }, here.demo);
    expect(await now()).toMatchObject({ sender: "own", segmentPrice: 0.8 });
  });

  test("that is changed stays the chosen one: nothing is held back, nor paid with credits, until it is tried", async () => {
    here.addAccount({ ...own, senderIds: ["DEMOWIFI"] });
    await type();
    await call(sendTestMessage, { body: { phoneNumber: "0712 345 678" } }, here.demo);
    await turnOn(here.demo);
    await raise(here, "one", phone);
    await type("DEMOWIFI");
    expect((await now()).sender).toBe("own");
    await sweep(here);
    expect(await sent(here)).toContainEqual(expect.objectContaining({ id: "receipt.one", state: "waiting" }));
  });
});

test("a receipt goes out by the platform's account, at the price that was shown", async () => {
  await give(here, 5);
  await turnOn(here.demo);
  await raise(here, "one", phone);
  await sweep(here);
  expect(here.sms.accepted).toMatchObject([{ username: "mlango", to: `+${phone}` }]);
  const [row] = await sent(here);
  expect(row).toMatchObject({ state: "sent", cents: (row?.segments ?? 0) * 100 });
  const after = await creditsAt(here.demo);
  expect(after.balance).toBe(5 - (row?.segments ?? 0) * segmentPrice);
  await copy(here);
  const books = await call(contract.readPlatformSms, {}, here.operator);
  expect(books.ok && books.answer.books).toEqual({
    left: after.balance,
    bought: 0,
    given: 5,
    used: 5 - after.balance,
    segments: row?.segments,
  });
});

describe("credits that are bought", () => {
  test("count once they are paid, once, to the platform's own pay bill", async () => {
    const { answer, phone: payer } = await buy(200, nextPayer(), "one key");
    expect(answer.status, answer.text).toBe(200);
    const [prompt] = await here.world.daraja.prompts();
    expect(prompt).toMatchObject({ phoneNumber: payer, amount: 200 });
    expect((await creditsAt(here.demo)).entries).toMatchObject([
      { kind: "bought", state: "waiting", amount: 0 },
    ]);
    await pay(payer);
    await here.world.advance(600_000);
    const after = await creditsAt(here.demo);
    expect(after.balance).toBe(200);
    expect(after.entries).toMatchObject([{ state: "paid", amount: 200, receipt: expect.any(String) }]);
    expect((await creditsAt(here.savanna)).balance).toBe(0);
    const rows = await testContext()
      .tenant(here.providerId)
      .all(sql<{ id: string }>`SELECT id FROM payments WHERE plan_id = ''`);
    expect(rows).toEqual([]);
  });

  test("asked for twice with one key are one prompt", async () => {
    const payer = nextPayer();
    await buy(100, payer, "twice");
    await buy(100, payer, "twice");
    expect(await here.world.daraja.prompts()).toHaveLength(1);
  });

  test("that were not paid count nothing, and say so", async () => {
    const { phone: payer } = await buy(100);
    await pay(payer, "cancelled");
    expect(await creditsAt(here.demo)).toMatchObject({
      balance: 0,
      entries: [{ state: "failed", amount: 0, asked: 100 }],
    });
  });

  test("of a process that died before its prompt end, and can be asked for again", async () => {
    const ctx = testContext();
    await ctx.tenant(here.providerId).run(
      sql`INSERT INTO credit_entries (id, kind, day, at, cents, state, asked_cents, phone)
        VALUES ('bought.00000000000000000000000000000000', 'bought', '2031-03-04', ${Date.now() - 600_000}, 0, 'waiting', 10000, ${phone})`,
    );
    await sweepProvider(ctx, here.providerId);
    expect((await creditsAt(here.demo)).entries).toMatchObject([{ state: "failed" }]);
  });

  test("need an amount that a phone can pay, in a sentence", async () => {
    const { answer } = await buy(10);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("KSh 50 to KSh 50000")]);
  });
});

describe("at zero", () => {
  const atZero = async (event: string) => {
    await turnOn(here.demo);
    await raise(here, event, phone);
    await sweep(here);
    expect(await sent(here)).toMatchObject([{ state: "held", reason: "credits" }]);
    expect(here.sms.accepted).toEqual([]);
  };
  const goesOut = async () => {
    await sweep(here);
    await sweep(here);
    return here.sms.accepted.length;
  };

  test("what waits is held back by its name, and goes out once as credits are given", async () => {
    await atZero("one");
    await give(here, -5);
    expect(await goesOut()).toBe(0);
    await give(here, 10);
    expect(await sent(here)).toMatchObject([{ state: "waiting", reason: null }]);
    expect(await goesOut()).toBe(1);
    await give(here, 10);
    expect(await goesOut()).toBe(1);
    expect(await sent(here)).toMatchObject([{ state: "sent" }]);
  });

  test("it goes out as credits were paid for, told twice or not, and not while they are only asked for", async () => {
    await atZero("one");
    const { phone: payer } = await buy(50);
    expect(await goesOut()).toBe(0);
    await pay(payer);
    await here.world.advance(600_000);
    expect(await goesOut()).toBe(1);
    const [paid] = (await creditsAt(here.demo)).entries.filter(({ kind }) => kind === "bought");
    const paymentId = paid?.id.replace("bought.", "") ?? "";
    const ended = { paymentId, isPaid: true, receipt: paid?.receipt ?? null, detail: null };
    await endCreditPurchase(testContext(), here.providerId, ended);
    expect(await goesOut()).toBe(1);
  });

  test("what is of no use any more, a code, and what was held back for something else stay where they are", async () => {
    await atZero("late");
    const row = (id: string, kind: string, reason: string) =>
      testContext()
        .tenant(here.providerId)
        .run(
          sql`INSERT INTO messages (id, kind, phone, language, given, state, reason, created_at, next_at, until)
            VALUES (${id}, ${kind}, ${phone}, 'en', '{}', 'held', ${reason}, ${Date.now()}, 0, ${Date.now() + 86_400_000})`,
        );
    await row("code.c", "code", "credits");
    await row("receipt.off", "receipt", "off");
    await here.world.advance(6 * 3_600_000);
    await here.renew();
    await give(here, 10);
    expect(await goesOut()).toBe(0);
    expect((await sent(here)).map(({ id, state }) => `${id} ${state}`).sort()).toEqual([
      "code.c held",
      "receipt.late held",
      "receipt.off held",
    ]);
  });
});

test("a letter goes out once as a fifth is left, and again only after credits came", async () => {
  await turnOn(here.demo);
  await give(here, 10);
  const letters = async () =>
    (
      await testContext().platform.all(
        sql<{ subject: string }>`SELECT subject FROM mail WHERE subject LIKE 'SMS credits%'`,
      )
    ).length;
  const before = await letters();
  await give(here, -8);
  await sweep(here);
  await sweep(here);
  expect((await letters()) - before).toBe(1);
  await here.world.advance(60_000);
  await give(here, 20);
  await give(here, -19);
  await sweep(here);
  expect((await letters()) - before).toBe(2);
});

test("an account that was proven brings its provider the gift once, and nobody else", async () => {
  const ctx = testContext();
  const { demo, savanna } = here.world.seeded;
  await giveForProof(ctx, demo.id, "mpesa 600777 ");
  await giveForProof(ctx, demo.id, "mpesa 600777 ");
  await giveForProof(ctx, demo.id, "mpesa 600778 ");
  await giveForProof(ctx, savanna.id, "mpesa 600777 ");
  expect([(await creditsAt(here.demo)).balance, (await creditsAt(here.savanna)).balance]).toEqual([20, 0]);
});

test("KSh 1 that arrived at an account of the provider's own brings it, and one that was not paid brings nothing", async () => {
  const gateway = await testContext().platform.first(
    sql<{ id: string }>`SELECT id FROM gateways WHERE provider_id = ${here.providerId} AND is_active LIMIT 1`,
  );
  const verify = async (outcome: "paid" | "cancelled") => {
    const phoneNumber = nextPayer();
    const params = { id: here.providerId, configId: gateway?.id ?? "" };
    const asked = await call(verifyProviderGateway, { params, body: { phoneNumber } }, here.operator);
    expect(asked.status, asked.text).toBe(200);
    await pay(`254${phoneNumber.slice(1)}`, outcome);
  };
  await verify("cancelled");
  expect((await creditsAt(here.demo)).balance).toBe(0);
  await verify("paid");
  await here.world.advance(600_000);
  expect(await creditsAt(here.demo)).toMatchObject({ balance: 20, entries: [{ kind: "given", amount: 20 }] });
});

describe("a delivery report to the platform's account", () => {
  const deliver = async (...statuses: ("Success" | "Failed")[]) => {
    const [one] = here.sms.accepted;
    if (!one) throw new Error("nothing was sent");
    for (const status of statuses) await here.sms.report(one, status);
  };

  test("moves its provider's message, once, and no money", async () => {
    await give(here, 5);
    await turnOn(here.demo);
    await raise(here, "one", phone);
    await sweep(here);
    const { balance } = await creditsAt(here.demo);
    await deliver("Success", "Failed", "Success");
    expect(await sent(here)).toMatchObject([{ state: "delivered" }]);
    expect((await creditsAt(here.demo)).balance).toBe(balance);
  });

  test("that comes before the answer was written down waits for it", async () => {
    await give(here, 5);
    await turnOn(here.demo);
    await raise(here, "one", phone);
    const { reportsTo = "" } = here.account;
    const send = here.sms.handle.bind(here.sms);
    here.world.others.set("api.africastalking.com", async (request) => {
      const answer = await send(request);
      await deliver("Success");
      if (!answer) throw new Error("no answer");
      return answer;
    });
    await sweep(here);
    here.world.others.set(
      "api.africastalking.com",
      async (request) => (await send(request)) ?? new Response(),
    );
    expect(reportsTo).toContain("/cb/m/platform.africastalking.platform/");
    expect(await sent(here)).toMatchObject([{ state: "delivered" }]);
  });

  test("for another number, or at an address that is made up, moves nothing", async () => {
    await give(here, 5);
    await turnOn(here.demo);
    await raise(here, "one", phone);
    await sweep(here);
    const [one] = here.sms.accepted;
    if (!one) throw new Error("nothing was sent");
    await here.sms.report(one, "Success", { phoneNumber: "+254712999999" });
    const { reportsTo = "" } = here.account;
    here.account.reportsTo = reportsTo.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    await here.sms.report(one, "Success");
    here.account.reportsTo = reportsTo;
    expect(await sent(here)).toMatchObject([{ state: "sent" }]);
  });
});
