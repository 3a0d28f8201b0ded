import { describe, expect, it } from "vitest";
import { type BankWorld, bankWorld, CALLBACK_URL, COOP, EQUITY, KCB, PHONE } from "./bank-world.ts";

const NOBODY = { apiKey: "nobody", apiSecret: "nothing" };

async function finish(world: BankWorld, outcome: string) {
  await world.answer((await world.prompts())[0]?.id ?? "", outcome);
  await world.clock.advance(0);
}

describe("tokens", () => {
  it("of KCB and Co-op are given for Basic credentials, with the grant in query or form", async () => {
    const world = bankWorld();
    const basic = { Authorization: `Basic ${btoa(`${COOP.apiKey}:${COOP.apiSecret}`)}` };
    const answer = await world.call("/token", "grant_type=client_credentials", basic);
    expect(await answer.json()).toEqual({
      access_token: expect.stringMatching(/^[a-z0-9]{36}$/),
      scope: "am_application_scope default",
      token_type: "Bearer",
      expires_in: 3600,
    });
    expect(await world.token(KCB)).toMatch(/^[a-z0-9]{36}$/);
    expect((await world.call("/token", "", basic)).status).toBe(400);
    expect(await world.token(NOBODY)).toBeUndefined();
  });

  it("of Jenga are given for key, merchant code and secret, for a quarter of an hour", async () => {
    const world = bankWorld();
    expect(await world.merchantToken()).toMatch(/^[a-z0-9]{36}$/);
    const wrong = { merchantCode: EQUITY.merchantCode, consumerSecret: "other" };
    const path = "/authentication/api/v3/authenticate/merchant";
    expect((await world.call(path, wrong, { "Api-Key": EQUITY.apiKey })).status).toBe(401);
    expect((await world.call(path, { ...wrong, consumerSecret: EQUITY.apiSecret })).status).toBe(401);
  });

  it.each([
    ["KCB", "/mm/api/request/1.0.0/stkpush"],
    ["Co-op", "/FT/stk/1.0.0"],
    ["Co-op's enquiry", "/Enquiry/STK/1.0.0/"],
    ["Equity", "/v3-apis/payment-api/v3.0/stkussdpush/initiate"],
  ])("of another bank, old or made up, do not open %s", async (bank, path) => {
    const world = bankWorld();
    const foreign = bank === "KCB" ? await world.token(COOP) : await world.token(KCB);
    const own =
      bank === "Equity" ? await world.merchantToken() : await world.token(bank === "KCB" ? KCB : COOP);
    const status = async (token: string) =>
      (await world.call(path, {}, { Authorization: `Bearer ${token}` })).status;
    expect([await status(foreign), await status("made-up")]).toEqual([401, 401]);
    expect(await status(own)).toBe(400);
    await world.set({ tokens: "revoke-next" });
    expect([await status(own), await status(own)]).toEqual([401, 401]);
    const next =
      bank === "Equity" ? await world.merchantToken() : await world.token(bank === "KCB" ? KCB : COOP);
    await world.clock.advance(3_600_000);
    expect(await status(next)).toBe(401);
  });
});

describe("KCB", () => {
  it("wraps Safaricom's answer and passes its callback on", async () => {
    const world = bankWorld();
    const answer = await world.kcbPush();
    expect(answer.status).toBe(200);
    const body = await answer.json<{ response: { CheckoutRequestID: string } }>();
    expect(body).toEqual({
      response: {
        MerchantRequestID: expect.any(String),
        ResponseCode: "0",
        CustomerMessage: "Success. Request accepted for processing",
        CheckoutRequestID: expect.stringMatching(/^ws_CO_20112026120000\d+712345678$/),
        ResponseDescription: "Success. Request accepted for processing",
      },
      header: { statusDescription: "Success. Request accepted for processing", statusCode: "0" },
    });
    await finish(world, "paid");
    const { receipt } = (await world.prompts())[0] ?? {};
    expect(world.inbox[0]?.url).toBe(CALLBACK_URL);
    expect(world.sent()).toEqual([
      {
        Body: {
          stkCallback: {
            MerchantRequestID: expect.any(String),
            CheckoutRequestID: body.response.CheckoutRequestID,
            ResultCode: 0,
            ResultDesc: "The service request is processed successfully.",
            CallbackMetadata: {
              Item: [
                { Name: "Amount", Value: 20 },
                { Name: "MpesaReceiptNumber", Value: receipt },
                { Name: "TransactionDate", Value: 20261120120000 },
                { Name: "PhoneNumber", Value: 254712345678 },
              ],
            },
          },
        },
      },
    ]);
  });

  it.each([
    ["phoneNumber", { phoneNumber: "0712345678" }],
    ["amount", { amount: "20.5" }],
    ["invoiceNumber", { invoiceNumber: "K7Q2M9" }],
    ["invoiceNumber", { invoiceNumber: "1111111-K7Q2M9" }],
    ["sharedShortCode", { sharedShortCode: "true" }],
    ["orgShortCode", { orgShortCode: undefined }],
    ["orgPassKey", { orgPassKey: null }],
    ["callbackUrl", { callbackUrl: `https://wifi.example/${"a".repeat(30)}` }],
    ["callbackUrl", { callbackUrl: "https://mpesa.example/cb" }],
    ["transactionDescription", { transactionDescription: "" }],
  ])("refuses a bad %s", async (field, fields) => {
    const answer = await bankWorld().kcbPush(fields);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      header: { statusCode: "1", statusDescription: `Bad Request - Invalid ${field}` },
    });
  });

  it.each([["routeCode"], ["operation"], ["messageId"]])("asks for the header %s", async (name) => {
    const answer = await bankWorld().kcbPush({}, { [name]: "" });
    expect(await answer.json()).toMatchObject({
      header: { statusDescription: `Bad Request - Invalid ${name}` },
    });
  });

  it.each([true, false])("takes an address of 50 characters and none of 51, strict: %s", async (strict) => {
    const world = bankWorld({ settings: { strict } });
    const callbackUrl = "https://wifi.example/".padEnd(50, "a");
    expect((await world.kcbPush({ callbackUrl: `${callbackUrl}a` })).status).toBe(400);
    expect((await world.kcbPush({ callbackUrl })).status).toBe(200);
  });

  it("takes the sample's #", async () => {
    const answer = await bankWorld().kcbPush({ invoiceNumber: `${KCB.till}#K7Q2M9` });
    expect(answer.status).toBe(200);
  });
});

describe("Co-op", () => {
  it("accepts, tells by callback and answers enquiries", async () => {
    const world = bankWorld();
    expect(await (await world.coopEnquiry()).json()).toMatchObject({ MessageCode: "-1" });
    expect(await (await world.coopPush()).json()).toEqual({
      MessageReference: "K7Q2M9",
      MessageDateTime: "2026-11-20T12:00:00.000+03:00",
      MessageCode: "0",
      MessageDescription: "REQUEST ACCEPTED FOR PROCESSING",
    });
    expect(await (await world.coopEnquiry()).json()).toMatchObject({
      MessageCode: "1",
      MessageDescription: "REQUEST IN PROCESS",
    });
    await finish(world, "paid");
    const { receipt } = (await world.prompts())[0] ?? {};
    const told = {
      MessageReference: "K7Q2M9",
      MessageDateTime: "2026-11-20T12:00:00.000+03:00",
      MessageCode: "0",
      MessageDescription: "The service request is processed successfully.",
      TransactionCurrency: "KES",
      MobileNumber: PHONE,
      Amount: "20.00",
      ReceiptNumber: receipt,
    };
    expect(world.sent()).toEqual([told]);
    expect(await (await world.coopEnquiry()).json()).toEqual(told);
    await world.set({ enquiry: "down" });
    expect((await world.coopEnquiry()).status).toBe(500);
  });

  it("tells of a failure without a receipt", async () => {
    const world = bankWorld();
    await world.coopPush();
    await finish(world, "cancelled");
    expect(world.sent()).toMatchObject([
      { MessageCode: "-1", MessageDescription: "Request cancelled by user." },
    ]);
    expect(world.sent()[0]).not.toHaveProperty("ReceiptNumber");
  });

  it.each([
    ["MessageReference", { MessageReference: "a b" }],
    ["CallBackUrl", { CallBackUrl: "/cb" }],
    ["OperatorCode", { OperatorCode: "OTHER" }],
    ["TransactionCurrency", { TransactionCurrency: "USD" }],
    ["MobileNumber", { MobileNumber: "712345678" }],
    ["Narration", { Narration: "" }],
    ["Amount", { Amount: 0 }],
    ["MessageDateTime", { MessageDateTime: "yesterday" }],
    ["OtherDetails", { OtherDetails: [{ Name: "COOP" }] }],
  ])("refuses a bad %s", async (field, fields) => {
    const answer = await bankWorld().coopPush(fields);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ MessageCode: "-1", MessageDescription: `INVALID ${field}` });
  });

  it("takes a reference once", async () => {
    const world = bankWorld();
    await world.coopPush();
    await finish(world, "cancelled");
    expect(await (await world.coopPush()).json()).toMatchObject({
      MessageDescription: "DUPLICATE MESSAGE REFERENCE",
    });
  });
});

describe("Equity", () => {
  it("verifies the signature, accepts and tells by callback", async () => {
    const world = bankWorld();
    expect(await (await world.equityPush()).json()).toEqual({
      status: true,
      code: 0,
      message: "Request accepted for processing",
      reference: "K7Q2M9",
      transactionId: expect.any(String),
    });
    await finish(world, "paid");
    const { receipt } = (await world.prompts())[0] ?? {};
    expect(world.sent()).toEqual([
      {
        status: true,
        code: 3,
        message: "The service request is processed successfully.",
        transactionReference: "K7Q2M9",
        telcoReference: receipt,
        mobileNumber: PHONE,
        requestAmount: "20.00",
        debitedAmount: "20.00",
        charge: "0.00",
        currency: "KES",
        telco: "Safaricom",
      },
    ]);
  });

  it.each([
    ["none", ""],
    ["what is no base64", "~"],
    ["one of other words", btoa("x".repeat(256))],
  ])("refuses %s as a signature", async (_, signature) => {
    const world = bankWorld();
    const answer = await world.equityPush({}, {}, signature);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "Signature verification failed" });
    expect(await world.prompts()).toEqual([]);
  });

  it.each([
    ["merchant.countryCode", {}, { countryCode: "UG" }],
    ["merchant.accountNumber", {}, { accountNumber: "0000000000000" }],
    ["merchant.name", {}, { name: "" }],
    ["payment.ref", { ref: "short" }, {}],
    ["payment.ref", { ref: "longerthantwelve" }, {}],
    ["payment.mobileNumber", { mobileNumber: "712345678" }, {}],
    ["payment.telco", { telco: "Airtel" }, {}],
    ["payment.amount", { amount: "20.50" }, {}],
    ["payment.amount", { amount: 20 }, {}],
    ["payment.currency", { currency: "USD" }, {}],
    ["payment.date", { date: "20/11/2026" }, {}],
    ["payment.callBackUrl", { callBackUrl: "cb" }, {}],
    ["payment.pushType", { pushType: "SMS" }, {}],
  ])("refuses a bad %s", async (field, payment, merchant) => {
    const answer = await bankWorld().equityPush(payment, merchant);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ status: false, message: `Invalid ${field}` });
  });
});

describe.each(["kcbPush", "coopPush", "equityPush"] as const)("faults of %s", (push) => {
  it.each([
    ["busy", 503, 0, 0],
    ["internal", 500, 0, 0],
    ["internal-after-acceptance", 500, 1, 0],
    ["lost-after-acceptance", 504, 1, 0],
    ["callback-first", 200, 1, 1],
  ] as const)("answers %s", async (answer, status, prompts, callbacks) => {
    const world = bankWorld({ settings: { answer } });
    expect((await world[push]()).status).toBe(status);
    expect(await world.prompts()).toHaveLength(prompts);
    expect(world.inbox).toHaveLength(callbacks);
  });

  it("locks a phone that has an open prompt", async () => {
    const world = bankWorld();
    await world.kcbPush();
    const second = await world[push](push === "kcbPush" ? { invoiceNumber: `${KCB.till}-OTHER1` } : {});
    expect(second.status).toBeGreaterThanOrEqual(400);
    expect(await world.prompts()).toHaveLength(1);
  });

  it("lies about the amount when asked", async () => {
    const world = bankWorld({ settings: { tamper: "amount" } });
    await world[push]();
    await finish(world, "paid");
    expect(world.inbox[0]?.body).toMatch(/"(Value|Amount|debitedAmount)":"?1(\.00)?"?[,}]/);
  });
});

it("answers 404 and 405 for what it does not serve", async () => {
  const { call } = bankWorld();
  expect((await call("/nothing")).status).toBe(404);
  expect((await call("/FT/stk/1.0.0")).status).toBe(405);
});
