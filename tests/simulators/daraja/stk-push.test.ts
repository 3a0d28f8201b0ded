import { describe, expect, it } from "vitest";
import { APP, darajaWorld, OTHER_APP, PHONE, passwordOf } from "./daraja-world.ts";

const badRequest = (field: string) => ({
  errorCode: "400.002.02",
  errorMessage: `Bad Request - Invalid ${field}`,
});

describe("an accepted push", () => {
  it("is answered in the documented shape, with Nairobi time and the phone in its id", async () => {
    const { push } = darajaWorld();
    const answer = await push();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      MerchantRequestID: expect.stringMatching(/^[0-9a-f]{4}(-[0-9a-f]{4}){2}-[0-9a-f]{12}\d{4}$/),
      CheckoutRequestID: "ws_CO_20112026120000000712345678",
      ResponseCode: "0",
      ResponseDescription: "Success. Request accepted for processing",
      CustomerMessage: "Success. Request accepted for processing",
    });
  });

  it("opens a prompt on the phone", async () => {
    const { push, prompts } = darajaWorld();
    await push();
    expect(await prompts()).toEqual([
      expect.objectContaining({
        id: expect.any(String),
        phoneNumber: PHONE,
        amount: 20,
        partyB: "174379",
        accountReference: "K7Q2M9",
        transactionDesc: "3 Hours",
        state: "open",
        createdAt: "2026-11-20T09:00:00.000Z",
      }),
    ]);
  });

  it.each([
    [
      "numbers",
      {
        BusinessShortCode: 174379,
        Amount: 20,
        PartyA: 254712345678,
        PartyB: 174379,
        PhoneNumber: 254712345678,
      },
    ],
    ["the smallest amount", { Amount: "1" }],
    ["the largest amount", { Amount: 250_000 }],
    ["a 01 number", { PartyA: "254112345678", PhoneNumber: "254112345678" }],
    ["no description", { TransactionDesc: undefined }],
    ["a callback over https", { CallBackURL: "https://mlango.example/cb/s/00ff/aa11" }],
    ["a reference of twelve", { AccountReference: "ABCDEFGHIJ12" }],
  ])("may carry %s", async (_, fields) => {
    const { push } = darajaWorld();
    expect((await push(fields)).status).toBe(200);
  });

  it("gets another id than the one before, though nothing in it differs", async () => {
    const { push, answer, prompts } = darajaWorld();
    await push();
    const [first] = await prompts();
    await answer(first?.id ?? "", "cancelled");
    await push();
    const ids = (await prompts()).map((prompt) => prompt.checkoutRequestId);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("a refused push", () => {
  it.each([
    ["BusinessShortCode", { BusinessShortCode: "1743" }],
    ["BusinessShortCode", { BusinessShortCode: undefined }],
    ["Password", { Password: "" }],
    ["Timestamp", { Timestamp: "2026-11-20" }],
    ["Timestamp", { Timestamp: "20261320120000" }],
    ["Timestamp", { Timestamp: "20260231120000" }],
    ["TransactionType", { TransactionType: "CustomerPayBillOnline " }],
    ["TransactionType", { TransactionType: "customerpaybillonline" }],
    ["Amount", { Amount: "10.5" }],
    ["Amount", { Amount: 10.5 }],
    ["Amount", { Amount: "20.00" }],
    ["Amount", { Amount: 0 }],
    ["Amount", { Amount: "-5" }],
    ["Amount", { Amount: 250_001 }],
    ["Amount", { Amount: "" }],
    ["PartyA", { PartyA: "0712345678" }],
    ["PartyA", { PartyA: "254202345678" }],
    ["PartyB", { PartyB: "till" }],
    ["PhoneNumber", { PhoneNumber: "+254712345678" }],
    ["PhoneNumber", { PhoneNumber: "25471234567" }],
    ["CallBackURL", { CallBackURL: undefined }],
    ["CallBackURL", { CallBackURL: "cb/s/1" }],
    ["CallBackURL", { CallBackURL: "ftp://worker.localhost/cb" }],
    ["CallBackURL", { CallBackURL: "https://worker.localhost/cb/s/1 " }],
    ["CallBackURL", { CallBackURL: "https://worker.localhost/cb/S/1" }],
    ["CallBackURL", { CallBackURL: "https://mpesa.worker.localhost/cb" }],
    ["CallBackURL", { CallBackURL: "https://worker.localhost/safaricom" }],
    ["CallBackURL", { CallBackURL: "https://worker.localhost/executive" }],
    ["CallBackURL", { CallBackURL: "https://worker.localhost/cb?query=1" }],
    ["Remarks", { AccountReference: null }],
    ["Remarks", { AccountReference: undefined }],
    ["AccountReference", { AccountReference: "" }],
    ["AccountReference", { AccountReference: "ABCDEFGHIJ123" }],
    ["AccountReference", { AccountReference: "ABC-1" }],
    ["TransactionDesc", { TransactionDesc: "fourteen chars" }],
    ["TransactionDesc", { TransactionDesc: "WiFi & more" }],
  ])("names %s as the wrong field of %o", async (field, fields) => {
    const { push, prompts } = darajaWorld();
    const answer = await push(fields);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ requestId: expect.any(String), ...badRequest(field) });
    expect(await prompts()).toEqual([]);
  });

  it.each([
    ["another app's short code", { BusinessShortCode: OTHER_APP.shortCode }, "Merchant does not exist"],
    ["a short code of nobody", { BusinessShortCode: "999999" }, "Merchant does not exist"],
    ["a password over another timestamp", { Timestamp: "20261120120001" }, "Wrong credentials"],
    [
      "a password with another passkey",
      { Password: passwordOf({ ...APP, passkey: "x" }, "20261120120000") },
      "Wrong credentials",
    ],
  ])("says so for %s", async (_, fields, errorMessage) => {
    const { push } = darajaWorld();
    const answer = await push(fields);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ errorCode: "500.001.1001", errorMessage });
  });

  it.each([
    ["no JSON", "Amount=1", "application/json"],
    ["a list", "[]", "application/json"],
    ["a form", "{}", "application/x-www-form-urlencoded"],
  ])("is called an invalid payload when its body is %s", async (_, body, type) => {
    const { call, token } = darajaWorld();
    const headers = { Authorization: `Bearer ${await token()}`, "Content-Type": type };
    const answer = await call("/mpesa/stkpush/v1/processrequest", { body, headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errorCode: "400.002.05" });
  });

  it("is answered with the subscriber lock while a prompt is open on that phone, whoever asks", async () => {
    const { push, prompts, answer } = darajaWorld();
    await push();
    for (const app of [APP, OTHER_APP]) {
      const locked = await push({ Amount: 50, PartyB: app.shortCode }, app);
      expect(locked.status).toBe(500);
      expect(await locked.json()).toMatchObject({
        errorCode: "500.001.1001",
        errorMessage:
          "Unable to lock subscriber, a transaction is already in process for the current subscriber",
      });
    }
    expect((await push({ PhoneNumber: "254700000001" })).status).toBe(200);
    const mine = (await prompts()).find((prompt) => prompt.phoneNumber === PHONE);
    await answer(mine?.id ?? "", "cancelled");
    expect((await push({ Amount: 50 })).status).toBe(200);
  });

  it("lets exactly one of twenty pushes at once through to a phone", async () => {
    const { push, token } = darajaWorld();
    await token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => push()));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  });
});

describe("the receiver of a push", () => {
  const outcome = async (fields: Record<string, unknown>, app = APP) => {
    const world = darajaWorld();
    expect((await world.push(fields, app)).status).toBe(200);
    await world.clock.advance(1_000);
    const [prompt] = await world.prompts();
    return { state: prompt?.state, bodies: world.inbox.map(({ body }) => JSON.parse(body).Body.stkCallback) };
  };

  it.each([
    ["a till with the pay bill type", { PartyB: "5123456" }],
    ["a pay bill with the till type", { PartyB: "522522", TransactionType: "CustomerBuyGoodsOnline" }],
    ["a number of nobody", { PartyB: "999999" }],
  ])("ends with 2028 after an accepted push when it is %s", async (_, fields) => {
    const { state, bodies } = await outcome(fields);
    expect(state).toBe("refused");
    expect(bodies).toEqual([
      {
        MerchantRequestID: expect.any(String),
        CheckoutRequestID: expect.stringMatching(/^ws_CO_/),
        ResultCode: 2028,
        ResultDesc: "The request is not permitted according to product assignment.",
      },
    ]);
  });

  it.each([
    ["its till", { PartyB: "5123456", TransactionType: "CustomerBuyGoodsOnline" }, APP],
    ["an allowed pay bill", { PartyB: "522522" }, APP],
    ["any number of an app that may pay anybody", { PartyB: "888888" }, OTHER_APP],
  ])("may be %s", async (_, fields, app) => {
    expect(await outcome(fields, app)).toEqual({ state: "open", bodies: [] });
  });
});

describe("lenient mode", () => {
  it.each([
    ["a description of twenty characters", { TransactionDesc: "Lipa na M-pesa Onlin" }],
    ["a space behind the transaction type", { TransactionType: "CustomerPayBillOnline " }],
    ["punctuation in the reference", { AccountReference: "order_123" }],
    ["upper case and banned words in the callback", { CallBackURL: "https://Shop.localhost/Mpesa/query" }],
  ])("lets through %s, which strict mode refuses", async (_, fields) => {
    const { push, set } = darajaWorld();
    expect((await push(fields)).status).toBe(400);
    await set({ strict: false });
    expect((await push(fields)).status).toBe(200);
  });

  it("still refuses decimals and wrong passwords", async () => {
    const { push } = darajaWorld({ settings: { strict: false } });
    expect(await (await push({ Amount: 1.5 })).json()).toMatchObject(badRequest("Amount"));
    expect(await (await push({ Password: "bm9wZQ==" })).json()).toMatchObject({
      errorMessage: "Wrong credentials",
    });
  });
});
