import { describe, expect, it } from "vitest";
import { APP, darajaWorld, RESULT_URL, TIMEOUT_URL } from "./daraja-world.ts";

// Money that a business sends: to a phone, to a pay bill or till.

const operator = {
  SecurityCredential: APP.securityCredential,
  QueueTimeOutURL: TIMEOUT_URL,
  ResultURL: RESULT_URL,
};
const toPhone = (own: string, fields: Record<string, unknown> = {}) => ({
  OriginatorConversationID: own,
  InitiatorName: APP.initiatorName,
  CommandID: "BusinessPayment",
  Amount: 50,
  PartyA: APP.shortCode,
  PartyB: "254712345678",
  Remarks: "Payout",
  ...operator,
  ...fields,
});
const toTill = (fields: Record<string, unknown> = {}) => ({
  Initiator: APP.initiatorName,
  CommandID: "BusinessBuyGoods",
  SenderIdentifierType: "4",
  RecieverIdentifierType: "4",
  Amount: "50",
  PartyA: APP.shortCode,
  PartyB: "600900",
  AccountReference: "WiFi",
  Remarks: "Payout",
  ...operator,
  ...fields,
});
const b2c = "/mpesa/b2c/v3/paymentrequest";
const b2b = "/mpesa/b2b/v1/paymentrequest";

type World = ReturnType<typeof darajaWorld>;
const results = (world: World): Record<string, unknown>[] =>
  world.inbox.map(({ url, body }) => ({
    url,
    ...(JSON.parse(body) as { Result: Record<string, unknown> }).Result,
  }));

describe("a payout", () => {
  it("is acknowledged under the caller's own name, and told a second later", async () => {
    const world = darajaWorld();
    const answer = await world.authorised(b2c, toPhone("own-1"));
    expect(await answer.json()).toMatchObject({ ResponseCode: "0", OriginatorConversationID: "own-1" });
    expect(world.inbox).toHaveLength(0);
    await world.clock.advance(1_000);
    expect(results(world)).toMatchObject([
      {
        url: RESULT_URL,
        ResultCode: 0,
        OriginatorConversationID: "own-1",
        TransactionID: expect.any(String),
      },
    ]);
  });

  it("is refused under a name that was used before, and nothing is paid twice", async () => {
    const world = darajaWorld();
    await world.authorised(b2c, toPhone("own-1"));
    const again = await world.authorised(b2c, toPhone("own-1"));
    expect(again.status).toBe(500);
    expect(await again.json()).toMatchObject({ errorCode: "500.002.1001" });
    const sent = await (await world.call("/control/payouts")).json<unknown[]>();
    expect(sent).toHaveLength(1);
  });

  it("is known by its conversation, with amount and receiver, until it is taken back", async () => {
    const world = darajaWorld();
    const { OriginatorConversationID: name } = await (await world.authorised(b2b, toTill())).json<{
      OriginatorConversationID: string;
    }>();
    await world.clock.advance(1_000);
    const asked = async () => {
      await world.status({ TransactionID: undefined, OriginalConversationID: name });
      await world.clock.advance(1_000);
      return JSON.stringify(results(world).at(-1));
    };
    expect(await asked()).toContain('"Key":"TransactionStatus","Value":"Completed"');
    expect(await asked()).toContain("600900 - ");
    await world.call("/control/payouts", { body: { originatorConversationId: name } });
    expect(await asked()).toContain('"Key":"TransactionStatus","Value":"Reversed"');
  });

  it("that failed is told so, and known to nobody afterwards", async () => {
    const world = darajaWorld({ settings: { payouts: "insufficient" } });
    await world.authorised(b2c, toPhone("own-1"));
    await world.clock.advance(1_000);
    await world.status({ TransactionID: undefined, OriginalConversationID: "own-1" });
    await world.clock.advance(1_000);
    expect(results(world).map(({ ResultCode }) => ResultCode)).toEqual([1, 2033]);
  });

  it.each([
    [b2c, toPhone("own-1", { PartyB: "0712345678" }), "PartyB"],
    [b2c, toPhone("own-1", { Amount: 50.5 }), "Amount"],
    [b2c, toPhone(""), "OriginatorConversationID"],
    [b2c, toPhone("own-1", { PartyA: "999999" }), "PartyA"],
    [b2c, toPhone("own-1", { InitiatorName: undefined }), "InitiatorName"],
    [b2b, toTill({ RecieverIdentifierType: undefined }), "RecieverIdentifierType"],
    [b2b, toTill({ CommandID: "BusinessPayment" }), "CommandID"],
    [b2b, toTill({ AccountReference: "longer than thirteen" }), "AccountReference"],
  ])("is refused at %s where %o is wrong in one field", async (path, body, field) => {
    const answer = await darajaWorld().authorised(path, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errorMessage: `Bad Request - Invalid ${field}` });
  });
});
