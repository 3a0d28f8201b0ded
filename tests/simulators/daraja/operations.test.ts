import { describe, expect, it } from "vitest";
import {
  APP,
  type DarajaWorld,
  darajaWorld,
  OTHER_APP,
  PHONE,
  RESULT_URL,
  TIMEOUT_URL,
} from "./daraja-world.ts";

type Result = {
  ResultCode: number | string;
  TransactionID: string;
  OriginatorConversationID: string;
  ConversationID: string;
  ResultParameters?: { ResultParameter: { Key: string; Value?: unknown }[] };
};

const results = (world: DarajaWorld, url = RESULT_URL): Result[] =>
  world.inbox.filter((one) => one.url === url).map(({ body }) => JSON.parse(body).Result);

const parameters = (result: Result | undefined) =>
  Object.fromEntries((result?.ResultParameters?.ResultParameter ?? []).map(({ Key, Value }) => [Key, Value]));

async function paid(world: DarajaWorld, fields = {}): Promise<string> {
  const { receipt } = await (await world.typed(fields)).json<{ receipt: string }>();
  return receipt;
}

/** The one result that follows a call. */
async function resultOf(world: DarajaWorld, call: Promise<Response>): Promise<Result | undefined> {
  const ack = await (await call).json();
  expect(ack).toMatchObject({ ResponseCode: "0" });
  await world.clock.advance(1_000);
  return results(world).at(-1);
}

describe("a reversal", () => {
  it("is acknowledged, then its result tells of the money that went back", async () => {
    const world = darajaWorld();
    const receipt = await paid(world);
    const answer = await world.reverse(receipt);
    expect(answer.status).toBe(200);
    const ack = await answer.json<Record<string, string>>();
    expect(ack).toEqual({
      OriginatorConversationID: expect.stringMatching(/^[0-9a-f]{4}-/),
      ConversationID: expect.stringMatching(/^AG_20261120_[0-9a-f]{20}$/),
      ResponseCode: "0",
      ResponseDescription: "Accept the service request successfully.",
    });
    await world.clock.advance(999);
    expect(world.inbox).toHaveLength(0);
    await world.clock.advance(1);
    const [result] = results(world);
    expect(result).toMatchObject({
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: "The service request is processed successfully.",
      OriginatorConversationID: ack.OriginatorConversationID,
      ConversationID: ack.ConversationID,
      TransactionID: expect.stringMatching(/^[A-Z0-9]{10}$/),
    });
    expect(parameters(result)).toMatchObject({
      Amount: 20,
      OriginalTransactionID: receipt,
      TransCompletedTime: 20261120120000,
      CreditPartyPublicName: `${PHONE} - WANJIKU`,
      DebitPartyPublicName: "174379 - Mama Njeri WiFi",
    });
    expect(result?.TransactionID).not.toBe(receipt);
    expect(world.inbox[0]?.body).toContain('{"Key":"Amount","Value":20.00}');
    expect(await (await world.call("/control/transfers")).json()).toMatchObject([
      { receipt, reversal: { receipt: result?.TransactionID, amount: 20 } },
    ]);
  });

  it("happens once: a second is told R000001, in part or whole", async () => {
    const world = darajaWorld();
    const receipt = await paid(world);
    expect(await resultOf(world, world.reverse(receipt, { Amount: 5 }))).toMatchObject({ ResultCode: 0 });
    expect(await resultOf(world, world.reverse(receipt, { Amount: 15 }))).toMatchObject({
      ResultCode: "R000001",
      ResultDesc: "The transaction has already been reversed.",
    });
    expect(await (await world.call("/control/transfers")).json()).toMatchObject([
      { reversal: { amount: 5 } },
    ]);
  });

  it("fails by its result for a receipt of nobody, another's receipt, too much, or a wrong operator", async () => {
    const world = darajaWorld();
    const receipt = await paid(world);
    const others = await paid(world, { shortCode: OTHER_APP.shortCode });
    expect(await resultOf(world, world.reverse("SKE0000000"))).toMatchObject({
      ResultCode: "R000002",
      ResultDesc: "The OriginalTransactionID is invalid.",
    });
    expect(await resultOf(world, world.reverse(others))).toMatchObject({ ResultCode: "R000002" });
    expect(await resultOf(world, world.reverse(receipt, { Amount: 21 }))).toMatchObject({ ResultCode: 2028 });
    expect(await resultOf(world, world.reverse(receipt, { Initiator: "somebody" }))).toMatchObject({
      ResultCode: 2001,
    });
    expect(await resultOf(world, world.reverse(receipt, { SecurityCredential: "d3Jvbmc=" }))).toMatchObject({
      ResultCode: 2001,
    });
    // An app without an operator has nobody who could.
    expect(await resultOf(world, world.reverse(others, {}, OTHER_APP))).toMatchObject({ ResultCode: 2001 });
    expect(await (await world.call("/control/transfers")).json()).toMatchObject([
      { reversal: null },
      { reversal: null },
    ]);
  });

  it.each([
    ["lost", 0, 0, true],
    ["timeout", 0, 1, false],
    ["timeout-after-execution", 0, 1, true],
    ["duplicate", 3, 0, true],
  ] as const)("with results %s", async (setting, atResult, atTimeout, moved) => {
    const world = darajaWorld({ settings: { results: setting } });
    const receipt = await paid(world);
    expect(await (await world.reverse(receipt)).json()).toMatchObject({ ResponseCode: "0" });
    await world.clock.advance(60_000);
    expect(results(world)).toHaveLength(atResult);
    expect(results(world, TIMEOUT_URL)).toHaveLength(atTimeout);
    const [transfer] = await (await world.call("/control/transfers")).json<{ reversal: unknown }[]>();
    expect(transfer?.reversal !== null).toBe(moved);
  });

  it.each([
    ["empty", 200, true],
    ["busy", 500, false],
    ["internal", 500, false],
    ["internal-after-acceptance", 500, true],
    ["lost-after-acceptance", 504, true],
  ] as const)("with acknowledgements %s", async (acks, status, moved) => {
    const world = darajaWorld({ settings: { acks } });
    const answer = await world.reverse(await paid(world));
    expect(answer.status).toBe(status);
    if (acks === "empty") expect(await answer.json()).toMatchObject({ ConversationID: "", ResponseCode: "" });
    await world.clock.advance(1_000);
    expect(results(world)).toHaveLength(moved ? 1 : 0);
    const [transfer] = await (await world.call("/control/transfers")).json<{ reversal: unknown }[]>();
    expect(transfer?.reversal !== null).toBe(moved);
  });
});

describe("a question after a transaction", () => {
  it("by receipt tells amount, parties and that it was completed", async () => {
    const world = darajaWorld();
    const TransactionID = await paid(world);
    const result = await resultOf(world, world.status({ TransactionID }));
    expect(parameters(result)).toMatchObject({
      TransactionStatus: "Completed",
      ReceiptNo: TransactionID,
      Amount: "20",
      DebitPartyName: `${PHONE} - WANJIKU`,
      CreditPartyName: "174379 - Mama Njeri WiFi",
    });
  });

  it("by the conversation of a reversal tells what it did, also when its own result was lost", async () => {
    const world = darajaWorld({ settings: { results: "lost" } });
    const receipt = await paid(world);
    const ack = await (await world.reverse(receipt)).json<{ OriginatorConversationID: string }>();
    await world.set({ results: "normal" });
    const OriginalConversationID = ack.OriginatorConversationID;
    const result = await resultOf(world, world.status({ OriginalConversationID }));
    const told = parameters(result);
    expect(told).toMatchObject({ TransactionStatus: "Completed", ReasonType: "Transaction Reversal" });
    expect(told.ReceiptNo).not.toBe(receipt);
  });

  it("tells 2033 for what was never processed or is another's", async () => {
    const world = darajaWorld({ settings: { results: "timeout" } });
    const receipt = await paid(world);
    const ack = await (await world.reverse(receipt)).json<{ OriginatorConversationID: string }>();
    await world.set({ results: "normal" });
    const OriginalConversationID = ack.OriginatorConversationID;
    for (const asked of [
      { OriginalConversationID },
      { TransactionID: "SKE0000000" },
      { TransactionID: await paid(world, { shortCode: OTHER_APP.shortCode }) },
    ]) {
      expect(await resultOf(world, world.status(asked))).toMatchObject({ ResultCode: 2033 });
    }
  });
});

describe("pulling transactions", () => {
  const registration = {
    ShortCode: APP.shortCode,
    RequestType: "Pull",
    NominatedNumber: PHONE,
    CallBackURL: "https://wifi.example/cb/p",
  };
  const question = {
    ShortCode: APP.shortCode,
    StartDate: "2026-11-20 00:00:00",
    EndDate: "2026-11-23 23:59:59",
    OffSetValue: "0",
  };
  const register = (world: DarajaWorld, fields = {}) =>
    world.authorised("/pulltransactions/v1/register", { ...registration, ...fields });
  const pull = (world: DarajaWorld, fields = {}) =>
    world.authorised("/pulltransactions/v1/query", { ...question, ...fields });

  it("gives the payments of 48 hours, oldest first, from an offset", async () => {
    const world = darajaWorld();
    await world.register();
    await register(world);
    expect(await (await pull(world)).json()).toMatchObject({ ResponseCode: "1001", Response: [[]] });
    const first = await paid(world);
    await world.clock.advance(3_598_000);
    const second = await paid(world, { account: "87654321" });
    const answer = await (await pull(world)).json<{ Response: { transactionId: string }[][] }>();
    expect(answer).toMatchObject({ ResponseCode: "1000", ResponseMessage: "Success" });
    expect(answer.Response).toEqual([
      [
        {
          transactionId: first,
          trxDate: "2026-11-20T09:00:00Z",
          msisdn: 712345678,
          sender: "MPESA",
          transactiontype: "c2b-pay-bill-debit",
          billreference: "12345678",
          amount: "20.00",
          organizationname: "Mama Njeri WiFi",
        },
        expect.objectContaining({ transactionId: second }),
      ],
    ]);
    const later = await pull(world, { OffSetValue: 1 });
    expect(await later.json()).toMatchObject({ Response: [[{ transactionId: second }]] });
    const early = await pull(world, { EndDate: "2026-11-20 12:30" });
    expect(await early.json()).toMatchObject({ Response: [[{ transactionId: first }]] });
    await world.clock.advance(48 * 3_600_000 - 1_800_000);
    await world.token();
    expect(await (await pull(world)).json()).toMatchObject({ Response: [[{ transactionId: second }]] });
  });
});
