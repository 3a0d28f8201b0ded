import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Served, serveSimulators } from "../gateway-kit/serve.ts";
import { packageClient, safaricomLibrary } from "./client-libraries.ts";
import { APP, type DarajaWorld, darajaWorld, PHONE, RESULT_URL, TIMEOUT_URL } from "./daraja-world.ts";

// What a business sends, takes back and asks, by libraries that were written against the real gateway.

let world: DarajaWorld;
let served: Served;
beforeEach(async () => {
  world = darajaWorld({ settings: { strict: false } });
  served = await serveSimulators({ port: 0, handlers: [(request) => world.simulator.handle(request)] });
});
afterEach(() => served.close());

const library = () => safaricomLibrary(served.origin);
const ours = Number(APP.shortCode);

/** The newest result, as it was told. */
async function told() {
  await world.clock.advance(1_000);
  const newest = world.inbox.at(-1);
  if (!newest) throw new Error("Nothing was told.");
  return JSON.parse(newest.body) as { Result: Record<string, unknown> };
}

async function paid(): Promise<string> {
  const { receipt } = await (await world.typed()).json<{ receipt: string }>();
  return receipt;
}

describe("the gateway's own library", () => {
  it.each([
    ["BusinessPayBill", 600_900],
    ["BusinessBuyGoods", 5_200_100],
  ])("pays a business by %s", async (commandId, to) => {
    const { data } = await library().b2b(
      ours,
      to,
      50,
      TIMEOUT_URL,
      RESULT_URL,
      4,
      4,
      String(APP.initiatorName),
      commandId,
      "WIFI1",
    );
    expect(data).toMatchObject({ ResponseCode: "0", ConversationID: expect.stringMatching(/^AG_/) });
    expect(await told()).toMatchObject({
      Result: { ResultCode: 0, ConversationID: data.ConversationID, TransactionID: expect.any(String) },
    });
    expect(await (await world.call("/control/payouts")).json()).toMatchObject([
      { kind: "b2b", payout: { amount: 50, receiver: String(to) } },
    ]);
  });

  it("takes a payment back and asks what became of it", async () => {
    const receipt = await paid();
    const back = await library().reversal(receipt, 20, TIMEOUT_URL, RESULT_URL, APP.shortCode);
    expect(back.data).toMatchObject({ ResponseCode: "0" });
    expect(await told()).toMatchObject({ Result: { ResultCode: 0 } });
    const ask = (of: string) => library().transactionStatus(of, APP.shortCode, 4, TIMEOUT_URL, RESULT_URL);
    expect((await ask(receipt)).data).toMatchObject({ ResponseCode: "0" });
    const answer = await told();
    expect(answer).toMatchObject({ Result: { ResultCode: 0 } });
    expect(JSON.stringify(answer)).toContain(receipt);
    await ask("SKE0000000");
    expect(await told()).toMatchObject({ Result: { ResultCode: 2033 } });
  });
});

describe("the library safaricom-mpesa-node", () => {
  it("pays a phone once under one name, and reads amount, receiver and receipt of the result", async () => {
    const mpesa = packageClient(served.origin, { own: () => "payout-1" });
    const order = { phoneNumber: PHONE, amount: 50, remarks: "Payout" };
    expect(await mpesa.b2c(order)).toMatchObject({ ResponseCode: "0", OriginatorConversationID: "payout-1" });
    const result = mpesa.parseB2CResult(await told());
    expect(result.getAmount()).toBe(50);
    expect(result.getPhoneNumber()).toMatch(new RegExp(`^${PHONE} - `));
    expect(result.getTransactionId()).toMatch(/^[A-Z0-9]{10}$/);
    await expect(mpesa.b2c(order)).rejects.toMatchObject({ code: "500.002.1001", statusCode: 500 });
    expect(await (await world.call("/control/payouts")).json()).toHaveLength(1);
  });

  // Its payments to businesses and its questions name the operator `InitiatorName`; the gateway's documentation and own library
  // say `Initiator`, and so do we.
  it("is refused where it names the operator in another field than the gateway's own library", async () => {
    const order = { receiverShortCode: "600900", amount: 50, accountReference: "WIFI1", remarks: "Payout" };
    await expect(packageClient(served.origin).b2b(order)).rejects.toMatchObject({
      code: "400.002.02",
      message: "Bad Request - Invalid Initiator",
    });
  });
});
