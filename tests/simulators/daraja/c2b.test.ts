import { describe, expect, it } from "vitest";
import type { Answered } from "../gateway-kit/engine.ts";
import {
  APP,
  CONFIRMATION_URL,
  type DarajaWorld,
  darajaWorld,
  PHONE,
  VALIDATION_URL,
} from "./daraja-world.ts";

/** A world whose validation address answers `judgement`. */
function judgedWorld(judgement: () => Promise<Answered>): DarajaWorld {
  return darajaWorld({ ask: judgement });
}

const sentTo = (world: DarajaWorld, url: string): Record<string, string>[] =>
  world.inbox.filter((one) => one.url === url).map(({ body }) => JSON.parse(body));

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
});
