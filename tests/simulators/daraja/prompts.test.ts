import { describe, expect, it } from "vitest";
import { CALLBACK_URL, type DarajaWorld, darajaWorld, PHONE } from "./daraja-world.ts";

type Item = { Name: string; Value?: unknown };
type StkCallback = {
  CheckoutRequestID: string;
  ResultCode: unknown;
  ResultDesc: string;
  CallbackMetadata?: { Item: Item[] };
};

const callbacks = (world: DarajaWorld): StkCallback[] =>
  world.inbox.map(({ body }) => JSON.parse(body).Body.stkCallback);

const item = (callback: StkCallback | undefined, name: string) =>
  callback?.CallbackMetadata?.Item.find((one) => one.Name === name);

/** Pushes, answers the prompt, lets the callback arrive. */
async function buy(world: DarajaWorld, outcome: string, fields = {}): Promise<string> {
  expect((await world.push(fields)).status).toBe(200);
  const [prompt] = await world.prompts();
  const id = prompt?.id ?? "";
  expect((await world.answer(id, outcome)).status).toBe(200);
  await world.clock.advance(0);
  return id;
}

describe("a paid prompt", () => {
  it("is reported to the callback address in the measured form", async () => {
    const world = darajaWorld();
    await buy(world, "paid");
    expect(world.inbox).toHaveLength(1);
    const [delivered] = world.inbox;
    expect(delivered?.url).toBe(CALLBACK_URL);
    expect(delivered?.headers).toEqual({
      "Content-Type": "application/json;charset=UTF-8",
      Businessshortcode: "174379",
    });
    expect(delivered?.body).toContain('{"Name":"Amount","Value":20.00}');
    expect(delivered?.body).toContain('{"Name":"Balance"}');
    const [callback] = callbacks(world);
    expect(callback).toMatchObject({ ResultCode: 0, CheckoutRequestID: "ws_CO_20112026120000000712345678" });
    expect(item(callback, "MpesaReceiptNumber")?.Value).toMatch(/^UKK[A-Z0-9]{7}$/);
    expect(item(callback, "TransactionDate")?.Value).toBe(20261120120000);
    expect(item(callback, "PhoneNumber")?.Value).toBe(254712345678);
    expect(callback?.CallbackMetadata?.Item).toHaveLength(5);
  });

  it("carries its metadata in changing order and a receipt of its own", async () => {
    const world = darajaWorld();
    for (let index = 0; index < 12; index += 1) await buy(world, "paid", { Amount: 10 + index });
    const orders = callbacks(world).map((one) => one.CallbackMetadata?.Item.map(({ Name }) => Name).join());
    expect(new Set(orders).size).toBeGreaterThan(1);
    const receipts = callbacks(world).map((one) => item(one, "MpesaReceiptNumber")?.Value);
    expect(new Set(receipts).size).toBe(12);
  });

  it("is refused with 17 when the same phone paid the same amount less than two minutes ago", async () => {
    const world = darajaWorld();
    await buy(world, "paid");
    await world.clock.advance(119_999);
    await buy(world, "paid");
    expect((await world.prompts())[0]).toMatchObject({ state: "refused", resultCode: 17, receipt: null });
    expect(callbacks(world).at(-1)).toMatchObject({ ResultCode: 17 });
    await buy(world, "paid", { Amount: 50 });
    expect((await world.prompts())[0]?.state).toBe("paid");
    await buy(world, "paid", { PhoneNumber: "254700000001" });
    expect((await world.prompts())[0]?.state).toBe("paid");
    await world.clock.advance(1);
    await buy(world, "paid");
    expect((await world.prompts())[0]?.state).toBe("paid");
  });
});

describe("a prompt that fails", () => {
  it.each([
    ["cancelled", 1032],
    ["wrong-pin", 2001],
    ["insufficient", 1],
    ["unreachable", 1037],
  ])("%s is reported with %i, as a number and without metadata", async (outcome, code) => {
    const world = darajaWorld();
    await buy(world, outcome);
    expect((await world.prompts())[0]?.state).toBe(outcome);
    expect(callbacks(world)).toEqual([
      {
        MerchantRequestID: expect.any(String),
        CheckoutRequestID: expect.any(String),
        ResultCode: code,
        ResultDesc: expect.any(String),
      },
    ]);
  });

  it("expires after 90 seconds without an answer, and frees the phone", async () => {
    const world = darajaWorld();
    await world.push();
    await world.clock.advance(89_999);
    expect((await world.prompts())[0]?.state).toBe("open");
    expect(world.inbox).toHaveLength(0);
    await world.clock.advance(1);
    expect((await world.prompts())[0]?.state).toBe("expired");
    await world.clock.advance(0);
    expect(callbacks(world)).toEqual([
      expect.objectContaining({ ResultCode: 1037, ResultDesc: "No response from user." }),
    ]);
    expect((await world.push()).status).toBe(200);
  });

  it("can end with any code of the gateway, letters too", async () => {
    const world = darajaWorld();
    await world.push();
    const [prompt] = await world.prompts();
    await world.answer(prompt?.id ?? "", "code", {
      resultCode: "SFC_IC0003",
      resultDesc: "No such operator.",
    });
    await world.clock.advance(0);
    expect(callbacks(world)[0]).toMatchObject({ ResultCode: "SFC_IC0003", ResultDesc: "No such operator." });
  });

  it("can still be paid late: failure first, then success", async () => {
    const world = darajaWorld();
    const id = await buy(world, "unreachable");
    await world.clock.advance(30_000);
    const late = await world.answer(id, "late-paid");
    expect(await late.json()).toMatchObject({ state: "paid", receipt: expect.any(String) });
    await world.clock.advance(0);
    expect(callbacks(world).map((one) => one.ResultCode)).toEqual([1037, 0]);
    expect(new Set(callbacks(world).map((one) => one.CheckoutRequestID)).size).toBe(1);
    const query = await world.query((await world.prompts())[0]?.checkoutRequestId ?? "");
    expect(await query.json()).toMatchObject({ ResultCode: "0" });
  });

  it("can be contradicted: success first, then a failure callback, while the query says 0", async () => {
    const world = darajaWorld();
    const id = await buy(world, "paid");
    await world.answer(id, "late-failed");
    await world.clock.advance(0);
    expect(callbacks(world).map((one) => one.ResultCode)).toEqual([0, 1037]);
    const query = await world.query((await world.prompts())[0]?.checkoutRequestId ?? "");
    expect(await query.json()).toMatchObject({ ResultCode: "0" });
  });
});

describe("callbacks", () => {
  it("are never sent when lost, though the query knows the result", async () => {
    const world = darajaWorld({ settings: { callbacks: "lost" } });
    await buy(world, "paid");
    await world.clock.advance(86_400_000);
    expect(world.inbox).toHaveLength(0);
    await world.token();
    const query = await world.query((await world.prompts())[0]?.checkoutRequestId ?? "");
    expect(await query.json()).toMatchObject({ ResultCode: "0" });
  });

  it.each([
    ["amount", "Amount", 1],
    ["phone", "PhoneNumber", 254712345679],
  ] as const)("can lie about the %s", async (tamper, name, value) => {
    const world = darajaWorld({ settings: { tamper } });
    await buy(world, "paid");
    expect(item(callbacks(world)[0], name)?.Value).toBe(value);
  });

  it("can carry the receipt of an earlier payment", async () => {
    const world = darajaWorld();
    await buy(world, "paid");
    await world.set({ tamper: "receipt" });
    await buy(world, "paid", { Amount: 50 });
    const [first, second] = callbacks(world).map((one) => item(one, "MpesaReceiptNumber")?.Value);
    expect(second).toBe(first);
    expect((await world.prompts())[0]?.receipt).not.toBe(first);
  });

  it("can name a request that does not exist, and write the code as text", async () => {
    const world = darajaWorld({ settings: { tamper: "checkout-id", resultCodeAs: "string" } });
    await buy(world, "paid");
    const [prompt] = await world.prompts();
    expect(callbacks(world)[0]?.CheckoutRequestID).not.toBe(prompt?.checkoutRequestId);
    expect(callbacks(world)[0]?.ResultCode).toBe("0");
  });
});

describe("a disturbed answer to the push", () => {
  it("is a 504 that is no JSON after the prompt was sent, when it gets lost", async () => {
    const world = darajaWorld({ settings: { answer: "lost-after-acceptance" } });
    const answer = await world.push();
    expect(answer.status).toBe(504);
    expect(await answer.text()).toMatch(/^<html>/);
    expect((await world.prompts())[0]).toMatchObject({ state: "open", phoneNumber: PHONE });
  });

  it.each([
    ["busy", "500.003.02", 0],
    ["internal", "500.003.1001", 0],
    ["internal-after-acceptance", "500.003.1001", 1],
  ] as const)("is an error of the gateway when %s", async (answer, errorCode, prompts) => {
    const world = darajaWorld({ settings: { answer } });
    const response = await world.push();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ errorCode });
    expect(await world.prompts()).toHaveLength(prompts);
  });

  it("can be overtaken by the callback", async () => {
    const order: string[] = [];
    const world = darajaWorld({
      settings: { answer: "callback-first" },
      deliver: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push("callback answered");
        return 200;
      },
    });
    const answer = await world.push();
    order.push("push answered");
    expect(order).toEqual(["callback answered", "push answered"]);
    expect(callbacks(world)[0]).toMatchObject({
      ResultCode: 0,
      CheckoutRequestID: (await answer.json<{ CheckoutRequestID: string }>()).CheckoutRequestID,
    });
  });

  it("can be held back while the prompt is already on the phone", async () => {
    const world = darajaWorld({ settings: { answerDelayMs: 20_000 } });
    let answered = false;
    await world.token();
    const answer = world.push().then((response) => {
      answered = true;
      return response;
    });
    await world.clock.advance(19_999);
    expect((await world.prompts())[0]?.state).toBe("open");
    expect(answered).toBe(false);
    await world.clock.advance(1);
    expect((await answer).status).toBe(200);
  });
});
