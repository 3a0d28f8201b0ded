import { Mpesa } from "safaricom-mpesa-node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Served, serveSimulators } from "../gateway-kit/serve.ts";
import { APP, CALLBACK_URL, type DarajaWorld, darajaWorld, PHONE } from "./daraja-world.ts";

let world: DarajaWorld;
let served: Served;
beforeEach(async () => {
  world = darajaWorld({ settings: { strict: false } });
  served = await serveSimulators({
    port: 0,
    handlers: [(request) => world.simulator.handle(request)],
  });
});
afterEach(() => served.close());

/** A client that somebody else wrote against the real gateway; only its base URL is turned to ours. */
function client(passkey = APP.passkey): Mpesa {
  const mpesa = new Mpesa({
    consumerKey: APP.consumerKey,
    consumerSecret: APP.consumerSecret,
    businessShortCode: APP.shortCode,
    passkey,
    environment: "sandbox",
    callbackUrl: CALLBACK_URL.replace("http:", "https:"),
    retry: { enabled: false },
  });
  const transport: unknown = Reflect.get(mpesa, "httpClient");
  if (typeof transport !== "object" || transport === null) throw new Error("The client has no transport.");
  Reflect.set(transport, "baseUrl", served.origin);
  return mpesa;
}

const order = { phoneNumber: PHONE, amount: 20, accountReference: "K7Q2M9" };

describe("a client that we did not write", () => {
  it("gets a token, pushes and reads the outcome", async () => {
    const mpesa = client();
    const pushed = await mpesa.stkPush(order);
    expect(pushed).toMatchObject({ ResponseCode: "0", CheckoutRequestID: expect.stringMatching(/^ws_CO_/) });
    const ask = () => mpesa.stkQuery({ checkoutRequestID: pushed.CheckoutRequestID });
    expect(await ask()).toMatchObject({ ResultCode: "4999" });
    const [prompt] = await world.prompts();
    expect(prompt).toMatchObject({ phoneNumber: PHONE, amount: 20, transactionDesc: "Payment via M-Pesa" });
    await world.answer(prompt?.id ?? "", "paid");
    expect(await ask()).toMatchObject({ ResultCode: "0", CheckoutRequestID: pushed.CheckoutRequestID });
    expect(await (await world.call("/control/calls")).json()).toMatchObject({
      tokenFetches: 1,
      pushesAccepted: 1,
      queries: 2,
    });
  });

  it("understands our refusals", async () => {
    await expect(client("another passkey").stkPush(order)).rejects.toMatchObject({
      code: "500.001.1001",
      statusCode: 500,
      message: "Wrong credentials",
      requestId: expect.stringMatching(/-/),
    });
    await expect(client().stkQuery({ checkoutRequestID: "ws_CO_1" })).rejects.toMatchObject({
      message: "The transaction does not Exist",
    });
    await world.set({ strict: true });
    await expect(client().stkPush(order)).rejects.toMatchObject({
      code: "400.002.02",
      statusCode: 400,
      message: "Bad Request - Invalid TransactionDesc",
    });
  });
});
