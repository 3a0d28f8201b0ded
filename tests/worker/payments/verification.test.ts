import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyProviderGateway } from "#contract/gateway-verification";
import { createProviderGateway, listProviderGateways, updateProviderGateway } from "#contract/gateways";
import { addOwnGateway, listOwnGateways, offeredGateways, verifyOwnGateway } from "#contract/own-gateways";
import { addGateway } from "#worker/features/gateways/store";
import { sweepVerifications } from "#worker/features/payments/index";
import { demoTill, savannaApp } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "./money-rows.ts";
import { openWorld, otherPayBill, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;
let operator: CallOptions;
let configId: string;
let people = 0;

beforeAll(async () => {
  world = await openWorld();
  operator = { host: hostOf(), cookie: await signInOperator(world.seeded.operator) };
});
beforeEach(async () => {
  await world.renew();
  const ctx = testContext();
  const { shortCode, ...secrets } = savannaApp;
  configId = crypto.randomUUID();
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1")
    .bind(world.seeded.savanna.id)
    .run();
  await ctx.platform.run(
    addGateway(
      ctx,
      {
        id: configId,
        providerId: world.seeded.savanna.id,
        routerId: null,
        type: "mpesa",
        isActive: true,
        environment: "production",
        useAutoApi: false,
        accountNumber: shortCode,
        createdAt: ctx.now(),
      },
      secrets,
    ),
  );
});
afterAll(() => world.close());

const params = () => ({ id: world.seeded.savanna.id, configId });

/** Asks for KSh 1 on a phone of nobody else. */
async function verify(): Promise<string> {
  people += 1;
  const phone = `0799${String(people).padStart(6, "0")}`;
  const answer = await call(
    verifyProviderGateway,
    { params: params(), body: { phoneNumber: phone } },
    operator,
  );
  expect(answer.ok, answer.text).toBe(true);
  return `254${phone.slice(1)}`;
}

async function answerOn(phone: string, outcome: string): Promise<void> {
  const prompt = (await world.daraja.prompts()).find(({ phoneNumber }) => phoneNumber === phone);
  expect(prompt).toMatchObject({ amount: 1 });
  await world.daraja.answer(prompt?.id ?? "none", outcome);
  await world.advance(0);
}

async function verification() {
  const answer = await call(listProviderGateways, { params: { id: world.seeded.savanna.id } }, operator);
  if (!answer.ok) throw new Error(answer.text);
  const { status, suspendedAt, verification: shown } = answer.answer.find(({ id }) => id === configId) ?? {};
  return { status, suspendedAt, verification: shown };
}

const sold = async () => {
  const answer = await world.buyer("savanna").initiate();
  return answer.ok && answer.answer.success;
};

test("in production nothing is sold before KSh 1 was paid through this very configuration, and nothing comes of it but that", async () => {
  expect(await sold()).toBe(false);
  expect(await verification()).toMatchObject({
    status: "needs_verification",
    verification: { status: "none" },
  });
  const phone = await verify();
  expect(await verification()).toMatchObject({ verification: { status: "pending" } });
  await answerOn(phone, "paid");
  expect(await verification()).toMatchObject({ status: "collects", verification: { status: "verified" } });
  expect(await rowsOfAllTenants("SELECT id FROM payments WHERE phone = ?1", phone)).toEqual([]);
  expect(await sold()).toBe(true);
});

test("a gateway that replaces one that works sells nothing before its own KSh 1; the sale goes on meanwhile", async () => {
  await answerOn(await verify(), "paid");
  const former = configId;
  const { shortCode, ...configuration } = savannaApp;
  const made = await call(
    createProviderGateway,
    {
      params: { id: world.seeded.savanna.id },
      body: {
        gatewayId: "mpesa",
        environment: "production",
        useAutoApi: false,
        accountNumber: shortCode,
        configuration,
      },
    },
    operator,
  );
  if (!made.ok) throw new Error(made.text);
  const soldBy = async () => {
    const { transactionId } = await world.buyer("savanna").start();
    return (await moneyRows(transactionId)).payment?.gateway_id;
  };
  expect(await soldBy()).toBe(former);
  configId = made.answer.id;
  await answerOn(await verify(), "cancelled");
  expect(await soldBy()).toBe(former);
  await answerOn(await verify(), "paid");
  expect(await soldBy()).toBe(configId);
  const answer = await call(listProviderGateways, { params: { id: world.seeded.savanna.id } }, operator);
  expect(answer.ok && answer.answer.map(({ id, isActive }) => ({ id, isActive }))).toEqual([
    { id: configId, isActive: true },
  ]);
});

test("a test push that is not paid says why, and may be sent again", async () => {
  await answerOn(await verify(), "cancelled");
  expect(await verification()).toMatchObject({
    status: "needs_verification",
    verification: { status: "failed", fault: expect.stringMatching(/^The gateway says: 1032/) },
  });
  await answerOn(await verify(), "paid");
  expect(await verification()).toMatchObject({ verification: { status: "verified", fault: null } });
});

test("three sales in a row that the gateway refuses for the configuration take the verification back", async () => {
  await answerOn(await verify(), "paid");
  world.wire = (request) =>
    request.url.includes("stkpushquery")
      ? Response.json({ ResponseCode: "0", ResultCode: "2028", ResultDesc: "Not permitted" })
      : undefined;
  for (let sale = 1; sale <= 3; sale += 1) {
    expect(await verification()).toMatchObject({ verification: { status: "verified" } });
    const buyer = world.buyer("savanna");
    const { transactionId } = await buyer.start();
    await world.advance(9_000);
    expect(await buyer.status(transactionId)).toMatchObject({ status: "failed", reason: "service" });
  }
  expect(await verification()).toMatchObject({
    status: "needs_verification",
    suspendedAt: expect.any(String),
    verification: {
      status: "failed",
      fault: expect.stringMatching(/Compare the number.*\(2028 Not permitted\)/),
    },
  });
  world.wire = null;
  expect(await sold()).toBe(false);
});

test("a wrong secret is refused at once, though a token of the right one lives, and takes nothing from it", async () => {
  await answerOn(await verify(), "paid");
  expect(await sold()).toBe(true);
  const { shortCode, ...right } = savannaApp;
  const put = (configuration: object) =>
    call(
      updateProviderGateway,
      {
        params: params(),
        body: { environment: "production", accountNumber: shortCode, customConfiguration: configuration },
      },
      operator,
    );
  const wrong = await put({ ...right, businessShortCode: shortCode, consumerSecret: "totally-wrong-secret" });
  if (!wrong.ok) throw new Error(wrong.text);
  const working = configId;
  configId = wrong.answer.id;
  const answer = await call(
    verifyProviderGateway,
    { params: params(), body: { phoneNumber: "0799999999" } },
    operator,
  );
  expect(answer).toMatchObject({
    status: 409,
    refusal: { error: expect.stringContaining("refuses the app's key and secret") },
  });
  expect(await verification()).toMatchObject({
    status: "needs_verification",
    verification: { status: "failed", fault: expect.stringContaining("(no access token (HTTP 400))") },
  });
  expect((await world.daraja.prompts()).filter(({ phoneNumber }) => phoneNumber === "254799999999")).toEqual(
    [],
  );
  const { transactionId } = await world.buyer("savanna").start();
  expect((await moneyRows(transactionId)).payment?.gateway_id).toBe(working);
});

/** The platform's app collects for this account; what it is nobody knows yet. */
async function collectsAt(accountNumber: string): Promise<void> {
  const made = await call(
    updateProviderGateway,
    { params: params(), body: { environment: "sandbox", accountNumber, useAutoApi: true } },
    operator,
  );
  if (!made.ok) throw new Error(made.text);
  configId = made.answer.id;
}

const askedOn = async (phone: string) =>
  (await world.daraja.prompts())
    .filter(({ phoneNumber }) => phoneNumber === phone)
    .map(({ transactionType, partyB, state }) => ({ transactionType, partyB, state }));

async function pushOfSale() {
  const buyer = world.buyer("savanna");
  await buyer.start();
  const [prompt] = await buyer.prompts();
  return { transactionType: prompt?.transactionType, partyB: prompt?.partyB };
}

const paidAsShown = async () => {
  const answer = await call(listProviderGateways, { params: { id: world.seeded.savanna.id } }, operator);
  return answer.ok ? answer.answer.find(({ id }) => id === configId)?.paidAs : answer.text;
};

test("a pay bill that the platform's app pays is found by its KSh 1, remembered, and forgotten with its number", async () => {
  await collectsAt(otherPayBill);
  const phone = await verify();
  // Refused as a till, as the gateway's own answer to our question says.
  await world.advance(9_000);
  await answerOn(phone, "paid");
  expect(await askedOn(phone)).toEqual([
    { transactionType: "CustomerPayBillOnline", partyB: otherPayBill, state: "paid" },
    { transactionType: "CustomerBuyGoodsOnline", partyB: otherPayBill, state: "refused" },
  ]);
  expect(await verification()).toMatchObject({ status: "collects", verification: { status: "verified" } });
  expect(await paidAsShown()).toBe("pay_bill");
  expect(await pushOfSale()).toEqual({ transactionType: "CustomerPayBillOnline", partyB: otherPayBill });
  await collectsAt(demoTill);
  expect(await paidAsShown()).toBeNull();
  expect(await pushOfSale()).toEqual({ transactionType: "CustomerBuyGoodsOnline", partyB: demoTill });
});

test("a till is asked once; a number that is neither is asked as both, and refused in the gateway's words", async () => {
  await collectsAt(demoTill);
  const phone = await verify();
  await answerOn(phone, "paid");
  expect(await askedOn(phone)).toHaveLength(1);
  expect(await paidAsShown()).toBe("till");
  await collectsAt("999999");
  const other = await verify();
  await world.advance(30_000);
  expect(await askedOn(other)).toMatchObject([
    { transactionType: "CustomerPayBillOnline", state: "refused" },
    { transactionType: "CustomerBuyGoodsOnline", state: "refused" },
  ]);
  expect(await verification()).toMatchObject({
    verification: { status: "failed", fault: expect.stringContaining("till or pay bill number is wrong") },
  });
});

test("what the payer does not pay is not asked for a second time", async () => {
  await collectsAt(demoTill);
  const phone = await verify();
  await answerOn(phone, "cancelled");
  await world.advance(30_000);
  expect(await askedOn(phone)).toHaveLength(1);
});

describe("a provider by itself", () => {
  let owner: CallOptions;
  beforeEach(async () => {
    const { savanna } = world.seeded;
    owner = { host: hostOf(savanna.subdomain), cookie: await signInProvider(savanna) };
  });
  const add = (accountNumber: string, over: object = {}) =>
    call(addOwnGateway, { body: { type: "mpesa", accountNumber, ...over } }, owner);

  test("is paid straight at its own pay bill: found by KSh 1, without operator, told by letter", async () => {
    expect((await call(offeredGateways, {}, owner)).text).toContain('"kinds":["mpesa","bank"]');
    const added = await add(otherPayBill);
    if (!added.ok) throw new Error(added.text);
    expect(added.answer).toMatchObject({ accountEnd: "0100", paidAs: null, settlement: "direct" });
    configId = added.answer.id;
    const phone = "254799888001";
    const asked = { params: { id: configId }, body: { phoneNumber: phone } };
    const options = { ...owner, headers: { "idempotency-key": "one-shilling" } };
    for (const time of [1, 2])
      expect((await call(verifyOwnGateway, asked, options)).status, `${time}`).toBe(200);
    await world.advance(9_000);
    await answerOn(phone, "paid");
    expect(await askedOn(phone)).toHaveLength(2);
    const shown = await call(listOwnGateways, {}, owner);
    expect(shown.ok && shown.answer.find(({ id }) => id === configId)).toMatchObject({
      paidAs: "pay_bill",
      status: "collects",
      verification: { status: "verified" },
    });
    expect(await pushOfSale()).toEqual({ transactionType: "CustomerPayBillOnline", partyB: otherPayBill });
    const letter = await env.DB.prepare(
      "SELECT text FROM mail WHERE subject = 'A way to be paid was added' ORDER BY rowid DESC",
    ).first<{ text: string }>();
    expect(letter?.text).toContain("by somebody who is signed in to your console as an owner");
  });

  test("enters nothing that could not be paid, and tries no other's", async () => {
    expect((await add("600100")).text).toContain("This is the platform's own number.");
    expect((await add("12")).text).toContain("at least five");
    expect((await add("0100200300", { type: "bank" })).text).toContain("Choose the bank");
    expect((await add("0100200300", { type: "bank", bank: "none" })).status).toBe(400);
    const id = await env.DB.prepare("SELECT id FROM gateways WHERE provider_id = ?1")
      .bind(world.seeded.demo.id)
      .first<string>("id");
    const asked = { params: { id: String(id) }, body: { phoneNumber: "0799888002" } };
    expect((await call(verifyOwnGateway, asked, owner)).status).toBe(404);
  });

  test("asks for ten shillings in an hour, whosever phones they are", async () => {
    const ask = (place: number) =>
      call(
        verifyOwnGateway,
        { params: { id: configId }, body: { phoneNumber: `07997770${String(place).padStart(2, "0")}` } },
        owner,
      );
    const answers: number[] = [];
    for (let place = 0; place < 11; place += 1) answers.push((await ask(place)).status);
    expect(answers.at(-1)).toBe(429);
    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(5);
  });
});

test("a verification whose payment never began is ended by the sweeper", async () => {
  await env.DB.prepare("UPDATE gateways SET verification_payment_id = ?2 WHERE id = ?1")
    .bind(configId, "f".repeat(48))
    .run();
  await sweepVerifications(testContext());
  expect(await verification()).toMatchObject({ verification: { status: "failed" } });
});

test("a wrong phone, another provider's configuration and one that lacks credentials are refused in words", async () => {
  const ask = (over: object, phoneNumber = "0712000099") =>
    call(verifyProviderGateway, { params: { ...params(), ...over }, body: { phoneNumber } }, operator);
  expect((await ask({}, "0200000000")).status).toBe(400);
  expect((await ask({ id: world.seeded.demo.id })).status).toBe(404);
  expect((await ask({ configId: "none" })).status).toBe(404);
  await env.DB.prepare("UPDATE gateways SET secrets = NULL WHERE id = ?1").bind(configId).run();
  const refused = await ask({});
  expect(refused.ok).toBe(false);
  expect(refused.text).toContain("Its credentials are incomplete.");
});

test("a test push is on record", async () => {
  await verify();
  const row = await env.DB.prepare("SELECT action, provider_id FROM audit WHERE subject = ?1")
    .bind(configId)
    .first();
  expect(row).toEqual({ action: "gateway.verify", provider_id: world.seeded.savanna.id });
});
