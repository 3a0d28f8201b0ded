import { describe, expect, it } from "vitest";
import { airtelWorld } from "./airtel-world.ts";

async function told(outcome: string, more = {}) {
  const world = airtelWorld();
  await world.push();
  await world.answer((await world.prompts())[0]?.id ?? "", outcome, more);
  return (await world.enquire("payment-1")).json();
}

describe("the enquiry", () => {
  it("says TIP while nobody has answered, and counts that it was early", async () => {
    const { push, enquire, counts, clock, token } = airtelWorld({ settings: { expireAfterMs: 600_000 } });
    await push();
    const body = await (await enquire("payment-1")).json();
    expect(body).toEqual({
      data: { transaction: { id: "payment-1", message: expect.any(String), status: "TIP" } },
      status: {
        code: "200",
        message: "SUCCESS",
        result_code: "ESB000010",
        response_code: "DP00800001006",
        success: true,
      },
    });
    expect(await counts()).toMatchObject({ enquiries: 1, earlyEnquiries: 1 });
    await clock.advance(180_000);
    await token();
    await enquire("payment-1");
    expect(await counts()).toMatchObject({ enquiries: 2, earlyEnquiries: 1 });
  });

  it.each([
    ["paid", "TS", "DP00800001001"],
    ["cancelled", "TF", "DP00800001008"],
    ["wrong-pin", "TF", "DP00800001002"],
    ["insufficient", "TF", "DP00800001007"],
    ["over-limit", "TF", "DP00800001003"],
    ["timed-out", "TF", "DP00800001024"],
    ["ambiguous", "TA", "DP00800001000"],
  ])("of a prompt that was %s says %s with %s", async (outcome, status, response_code) => {
    expect(await told(outcome)).toMatchObject({
      data: { transaction: { status } },
      status: { response_code },
    });
  });

  it("carries the id of the money with a success only", async () => {
    expect(await told("paid")).toMatchObject({
      data: { transaction: { airtel_money_id: expect.stringMatching(/^MP/) } },
    });
    expect(JSON.stringify(await told("cancelled"))).not.toContain("airtel_money_id");
  });

  it("can carry any code of the table", async () => {
    expect(await told("code", { responseCode: "DP00800001010" })).toMatchObject({
      data: { transaction: { status: "TF" } },
      status: { response_code: "DP00800001010" },
    });
  });

  it("of an unanswered prompt says TE once two minutes are over", async () => {
    const { push, enquire, clock } = airtelWorld();
    await push();
    await clock.advance(120_000);
    expect(await (await enquire("payment-1")).json()).toMatchObject({
      data: { transaction: { status: "TE" } },
      status: { response_code: "DP00800001029" },
    });
  });

  it("does not know an id that was never pushed", async () => {
    const { enquire } = airtelWorld();
    expect(await (await enquire("nobody")).json()).toMatchObject({
      status: { result_code: "ESB000045", response_code: "DP00800001025", success: false },
    });
  });

  it("fails at every call when down, at every second call when flaky, and can stay ambiguous", async () => {
    const { push, enquire, set, prompts, answer } = airtelWorld();
    await push();
    await answer((await prompts())[0]?.id ?? "", "paid");
    const ask = async () => {
      const body = await (await enquire("payment-1")).json<{
        data?: { transaction: { status: string } };
        status: { result_code: string };
      }>();
      return body.data?.transaction.status ?? body.status.result_code;
    };
    await set({ enquiry: "down" });
    expect([await ask(), await ask()]).toEqual(["ESB000014", "ESB000014"]);
    await set({ enquiry: "flaky" });
    expect([await ask(), await ask(), await ask()]).toEqual(["ESB000001", "TS", "ESB000001"]);
    await set({ enquiry: "ambiguous" });
    expect(await ask()).toBe("TA");
    await set({ enquiry: "normal" });
    expect(await ask()).toBe("TS");
  });

  it("may say success false though it went well", async () => {
    const { push, enquire } = airtelWorld({ settings: { misleading: true } });
    await push();
    expect(await (await enquire("payment-1")).json()).toMatchObject({
      data: { transaction: { status: "TIP" } },
      status: { success: false, result_code: "ESB000010" },
    });
  });
});
