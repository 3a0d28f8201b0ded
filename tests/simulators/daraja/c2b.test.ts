import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Answered } from "../gateway-kit/engine.ts";
import {
  APP,
  CONFIRMATION_URL,
  type DarajaWorld,
  darajaWorld,
  OTHER_APP,
  PHONE,
  VALIDATION_URL,
} from "./daraja-world.ts";

/** A world whose validation address answers `judgement`. */
function judgedWorld(judgement: () => Promise<Answered>): DarajaWorld {
  return darajaWorld({ ask: judgement });
}

const sentTo = (world: DarajaWorld, url: string): Record<string, string>[] =>
  world.inbox.filter((one) => one.url === url).map(({ body }) => JSON.parse(body));

describe("registering addresses", () => {
  it("answers as the gateway does, its spelling included", async () => {
    const world = darajaWorld();
    const answer = await world.register();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      OriginatorCoversationID: expect.stringMatching(/^[0-9a-f]{4}-/),
      ResponseCode: "0",
      ResponseDescription: "Success",
    });
    expect(await (await world.call("/control/registrations")).json()).toEqual({
      [APP.shortCode]: {
        version: 2,
        responseType: "Completed",
        confirmationUrl: CONFIRMATION_URL,
        validationUrl: VALIDATION_URL,
      },
    });
  });

  it.each([
    ["another business' number", { ShortCode: OTHER_APP.shortCode }, "400.002.02", "Invalid ShortCode"],
    ["a type in lower case", { ResponseType: "completed" }, "400.002.02", "Invalid ResponseType"],
    ["the other spelling of the type", { ResponseType: "Canceled" }, "400.002.02", "Invalid ResponseType"],
    ["no confirmation", { ConfirmationURL: undefined }, "400.002.02", "Invalid ConfirmationURL"],
    ["a path as validation", { ValidationURL: "/cb/t" }, "400.002.02", "Invalid ValidationURL"],
    [
      "a banned word",
      { ConfirmationURL: "https://wifi.example/MPESA/c" },
      "400.003.02",
      "URL has the word MPESA",
    ],
    ["another", { ValidationURL: "https://safaricom.example/c" }, "400.003.02", "URL has the word SAFARICOM"],
  ])("refuses %s", async (_, fields, errorCode, message) => {
    const world = darajaWorld();
    const answer = await world.register(fields);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errorCode,
      errorMessage: expect.stringContaining(message),
    });
    expect(await (await world.call("/control/registrations")).json()).toEqual({});
  });

  it("may be done again in the sandbox, and not in production", async () => {
    const world = darajaWorld();
    await world.register();
    expect((await world.register({ ResponseType: "Cancelled" }, { version: 1 })).status).toBe(200);
    await world.set({ registrations: "once" });
    const again = await world.register();
    expect(again.status).toBe(500);
    expect(await again.json()).toMatchObject({
      errorCode: "500.003.1001",
      errorMessage: "Urls are already registered.",
    });
    expect(await (await world.call("/control/registrations")).json()).toMatchObject({
      [APP.shortCode]: { version: 1, responseType: "Cancelled" },
    });
  });

  it("needs a live token, and says so in its own words", async () => {
    const world = darajaWorld();
    await world.set({ tokens: "revoke-next" });
    const answer = await world.register();
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errorCode: "400.003.01" });
  });
});

describe("a payment typed by hand", () => {
  it("asks the business first, then moves the money and tells of it", async () => {
    const world = judgedWorld(() =>
      Promise.resolve({
        status: 200,
        body: '{"ResultCode":"0","ResultDesc":"Accepted","ThirdPartyTransID":"ours-1"}',
      }),
    );
    await world.register();
    const typed = await world.typed();
    const { receipt } = await typed.clone().json<{ receipt: string }>();
    expect(await typed.json()).toEqual({
      state: "paid",
      validation: "0",
      receipt: expect.stringMatching(/^[A-Z0-9]{10}$/),
    });
    await world.clock.advance(0);
    const common = {
      TransactionType: "Pay Bill",
      TransID: receipt,
      TransTime: "20261120120000",
      TransAmount: "20.00",
      BusinessShortCode: APP.shortCode,
      BillRefNumber: "12345678",
      InvoiceNumber: "",
      MSISDN: "2547 ***** 678",
      FirstName: "WANJIKU",
      MiddleName: "",
      LastName: "",
    };
    expect(sentTo(world, VALIDATION_URL)).toEqual([
      { ...common, OrgAccountBalance: "", ThirdPartyTransID: "" },
    ]);
    expect(sentTo(world, CONFIRMATION_URL)).toEqual([
      { ...common, OrgAccountBalance: "20.00", ThirdPartyTransID: "ours-1" },
    ]);
    expect(await (await world.call("/control/transfers")).json()).toEqual([
      expect.objectContaining({
        receipt,
        origin: "typed",
        account: "12345678",
        phone: PHONE,
        deliveries: [expect.objectContaining({ status: 200 })],
      }),
    ]);
  });

  it.each(["C2B00011", "C2B00012", "C2B00013", "C2B00014", "C2B00015", "C2B00016"])(
    "does not happen when the business answers %s",
    async (code) => {
      const world = judgedWorld(() =>
        Promise.resolve({ status: 200, body: JSON.stringify({ ResultCode: code, ResultDesc: "Rejected" }) }),
      );
      await world.register();
      expect(await (await world.typed()).json()).toEqual({
        state: "refused",
        validation: code,
        receipt: null,
      });
      await world.clock.advance(1_000);
      expect(sentTo(world, CONFIRMATION_URL)).toEqual([]);
      expect(await (await world.call("/control/transfers")).json()).toEqual([]);
    },
  );

  it.each([
    ["Completed", "paid"],
    ["Cancelled", "refused"],
  ])("that nobody judges within 8 s is decided by %s", async (ResponseType, state) => {
    const world = judgedWorld(() => new Promise(() => undefined));
    await world.register({ ResponseType });
    const typed = world.typed();
    let decided = false;
    void typed.then(() => {
      decided = true;
    });
    await world.clock.advance(7_999);
    expect(decided).toBe(false);
    await world.clock.advance(1);
    expect(await (await typed).json()).toMatchObject({ state, validation: "silent" });
  });

  it.each([
    ["500", { status: 500, body: '{"ResultCode":"0"}' }],
    ["no JSON", { status: 200, body: "OK" }],
    ["success as a number, which the documentation does not know", { status: 200, body: '{"ResultCode":0}' }],
    ["a code of nobody", { status: 200, body: '{"ResultCode":"1"}' }],
  ])("takes %s for no judgement", async (_, answered) => {
    const world = judgedWorld(() => Promise.resolve(answered));
    await world.register({ ResponseType: "Cancelled" });
    expect(await (await world.typed()).json()).toMatchObject({ state: "refused", validation: "silent" });
  });

  it("is not asked for where validation is off or nobody registered", async () => {
    const world = darajaWorld({ settings: { validation: false } });
    expect(await (await world.typed()).json()).toMatchObject({ state: "paid", validation: "not-asked" });
    await world.clock.advance(0);
    expect(world.inbox).toHaveLength(0);
    await world.register();
    expect(await (await world.typed()).json()).toMatchObject({ state: "paid", validation: "not-asked" });
    await world.clock.advance(0);
    expect(sentTo(world, VALIDATION_URL)).toEqual([]);
    expect(sentTo(world, CONFIRMATION_URL)).toHaveLength(1);
  });

  it.each([
    ["version 1", { version: 1 as const }, {}],
    ["version 2 where hashes were seen all the same", {}, { msisdn: "hashed" as const }],
  ])("hides the phone as SHA-256 in %s", async (_, options, settings) => {
    const world = darajaWorld({ settings });
    await world.register({}, options);
    await world.typed();
    await world.clock.advance(0);
    expect(sentTo(world, CONFIRMATION_URL)[0]?.MSISDN).toBe(createHash("sha256").update(PHONE).digest("hex"));
  });

  it.each([
    ["lost", {}, 0, 0],
    ["duplicate", { copies: 2 }, 2, 2],
    ["late", { delayMs: 60_000 }, 0, 1],
  ] as const)("has a confirmation that is %s when asked", async (confirmations, more, atOnce, inTheEnd) => {
    const world = darajaWorld({ settings: { confirmations, ...more } });
    await world.register();
    await world.typed();
    await world.clock.advance(59_999);
    expect(sentTo(world, CONFIRMATION_URL)).toHaveLength(atOnce);
    await world.clock.advance(1);
    expect(sentTo(world, CONFIRMATION_URL)).toHaveLength(inTheEnd);
  });

  it("goes to a till without an account", async () => {
    const world = darajaWorld();
    await world.register({ ShortCode: "5123456" });
    await world.typed({ shortCode: "5123456", account: undefined });
    await world.clock.advance(0);
    expect(sentTo(world, CONFIRMATION_URL)).toEqual([
      expect.objectContaining({
        TransactionType: "Buy Goods",
        BillRefNumber: "",
        BusinessShortCode: "5123456",
      }),
    ]);
  });

  it.each([
    ["a number of nobody", { shortCode: "999999" }, 404],
    ["cents", { amount: 20.5 }, 400],
    ["a landline", { phone: "254201234567" }, 400],
    ["no account", { account: "" }, 400],
    ["an account of 21 characters", { account: "1".repeat(21) }, 400],
  ])("is refused for %s with a sentence", async (_, fields, status) => {
    const answer = await darajaWorld().typed(fields);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) });
  });
});

describe("a push that was paid", () => {
  it("is told of a second time with the same receipt where its paybill is registered", async () => {
    const world = darajaWorld();
    await world.register();
    await world.push();
    const [prompt] = await world.prompts();
    await world.answer(prompt?.id ?? "", "paid");
    await world.clock.advance(0);
    const [paid] = await world.prompts();
    expect(world.inbox).toHaveLength(2);
    expect(sentTo(world, CONFIRMATION_URL)).toEqual([
      expect.objectContaining({ TransID: paid?.receipt, TransAmount: "20.00", BillRefNumber: "K7Q2M9" }),
    ]);
    expect(sentTo(world, VALIDATION_URL)).toEqual([]);
    await world.answer(prompt?.id ?? "", "late-failed");
    await world.clock.advance(0);
    expect(sentTo(world, CONFIRMATION_URL)).toHaveLength(1);
  });

  it("is not, where the setting says so or the money did not move", async () => {
    const world = darajaWorld({ settings: { pushConfirmations: false } });
    await world.register();
    await world.push();
    await world.answer((await world.prompts())[0]?.id ?? "", "paid");
    await world.set({ pushConfirmations: true });
    await world.push({ Amount: "30" });
    await world.answer((await world.prompts())[0]?.id ?? "", "cancelled");
    await world.clock.advance(0);
    expect(sentTo(world, CONFIRMATION_URL)).toEqual([]);
    expect(await (await world.call("/control/transfers")).json()).toHaveLength(1);
  });
});

describe("the sandbox's own simulation", () => {
  const simulate = (world: DarajaWorld, fields: Record<string, unknown> = {}) =>
    world.authorised("/mpesa/c2b/v2/simulate", {
      ShortCode: APP.shortCode,
      CommandID: "CustomerPayBillOnline",
      Amount: 5,
      Msisdn: PHONE,
      BillRefNumber: "12345678",
      ...fields,
    });

  it("acknowledges, then validates and confirms like a payment by hand", async () => {
    const world = darajaWorld();
    await world.register();
    expect(await (await simulate(world)).json()).toEqual({
      OriginatorCoversationID: expect.any(String),
      ResponseCode: "0",
      ResponseDescription: "Accept the service request successfully.",
    });
    await world.clock.advance(0);
    expect(sentTo(world, VALIDATION_URL)).toHaveLength(1);
    await world.clock.advance(0);
    expect(sentTo(world, CONFIRMATION_URL)).toEqual([expect.objectContaining({ TransAmount: "5.00" })]);
  });

  it.each([
    ["ShortCode", { ShortCode: "600001" }],
    ["CommandID", { CommandID: "PayBill" }],
    ["Amount", { Amount: 0 }],
    ["Msisdn", { Msisdn: "0712345678" }],
    ["BillRefNumber", { BillRefNumber: null }],
  ])("refuses a bad %s", async (field, fields) => {
    const answer = await simulate(darajaWorld(), fields);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errorMessage: `Bad Request - Invalid ${field}` });
  });

  it("is not there in production", async () => {
    const world = darajaWorld({ settings: { registrations: "once" } });
    expect((await simulate(world)).status).toBe(404);
  });
});
