import { describe, expect, it } from "vitest";
import { type DarajaWorld, darajaWorld, PHONE } from "./daraja-world.ts";

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

describe("callbacks", () => {
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
});
