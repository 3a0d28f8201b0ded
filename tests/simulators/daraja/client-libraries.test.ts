import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Served, serveSimulators } from "../gateway-kit/serve.ts";
import { packageClient, safaricomLibrary } from "./client-libraries.ts";
import {
  APP,
  CALLBACK_URL,
  CONFIRMATION_URL,
  type DarajaWorld,
  darajaWorld,
  PHONE,
  VALIDATION_URL,
} from "./daraja-world.ts";

// Sales, by libraries that were written against the real gateway; what a business sends is in payout-libraries.test.ts.

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

const library = () => safaricomLibrary(served.origin);
const client = (passkey = APP.passkey) => packageClient(served.origin, { passkey });

describe("the gateway's own library", () => {
  it("gets a token for each call, pushes and reads the outcome", async () => {
    const mpesa = library();
    const { data } = await mpesa.lipaNaMpesaOnline(Number(PHONE), 20, CALLBACK_URL, "K7Q2M9");
    expect(data).toMatchObject({ ResponseCode: "0", CheckoutRequestID: expect.stringMatching(/^ws_CO_/) });
    const [prompt] = await world.prompts();
    expect(prompt).toMatchObject({
      phoneNumber: PHONE,
      amount: 20,
      accountReference: "K7Q2M9",
      transactionDesc: "Lipa na mpesa online",
    });
    const ask = async () => (await mpesa.lipaNaMpesaQuery(String(data.CheckoutRequestID))).data;
    expect(await ask()).toMatchObject({ ResultCode: "4999" });
    await world.answer(prompt?.id ?? "", "cancelled");
    expect(await ask()).toMatchObject({ ResultCode: "1032" });
    expect(await (await world.call("/control/calls")).json()).toMatchObject({
      tokenFetches: 3,
      pushesAccepted: 1,
      queries: 2,
    });
  });

  it("registers addresses and types a payment, which is validated and confirmed", async () => {
    const mpesa = library();
    const registered = await mpesa.c2bRegister(CONFIRMATION_URL, VALIDATION_URL);
    expect(registered.data).toMatchObject({ ResponseCode: "0", ResponseDescription: "Success" });
    const typed = await mpesa.c2bSimulate(Number(PHONE), 5, "12345678");
    expect(typed.data).toMatchObject({ ResponseCode: "0" });
    await world.clock.advance(0);
    await world.clock.advance(0);
    expect(world.inbox.map(({ url }) => url)).toEqual([VALIDATION_URL, CONFIRMATION_URL]);
  });

  it("understands our refusals", async () => {
    await world.set({ strict: true });
    const push = library().lipaNaMpesaOnline(Number(PHONE), 20, CALLBACK_URL, "K7Q2M9");
    await expect(push).rejects.toMatchObject({
      response: {
        status: 400,
        data: { errorCode: "400.002.02", errorMessage: "Bad Request - Invalid TransactionDesc" },
      },
    });
  });
});

const order = { phoneNumber: PHONE, amount: 20, accountReference: "K7Q2M9" };

describe("the library safaricom-mpesa-node", () => {
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
