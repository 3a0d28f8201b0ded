import { describe, expect, it } from "vitest";
import { airtelWorld, OTHER_APP } from "./airtel-world.ts";

async function paid() {
  const world = airtelWorld();
  await world.push();
  await world.answer((await world.prompts())[0]?.id ?? "", "paid");
  const moneyId = (await world.prompts())[0]?.moneyId ?? "";
  const result = async (answer: Promise<Response>) =>
    (await (await answer).json<{ status: { result_code: string } }>()).status.result_code;
  return { ...world, moneyId, result };
}

describe("a refund", () => {
  it("gives a payment back once, with the documented success false", async () => {
    const { refund, moneyId, result, prompts, counts } = await paid();
    const answer = await refund(moneyId);
    expect(await answer.json()).toEqual({
      data: { transaction: { airtel_money_id: moneyId, status: "SUCCESS" } },
      status: { code: "200", message: "SUCCESS", result_code: "ESB000010", success: false },
    });
    expect(await result(refund(moneyId))).toBe("ESB000011");
    expect((await prompts())[0]?.state).toBe("refunded");
    expect(await counts()).toMatchObject({ refunds: 1 });
  });

  it("knows neither an id of nobody nor another business's money", async () => {
    const { refund, moneyId, result } = await paid();
    expect(await result(refund("MP261120.1200.L00000"))).toBe("ESB000045");
    expect(await result(refund(moneyId, OTHER_APP))).toBe("ESB000045");
  });

  it("is whole: a part of it, or nothing named, is a wrong field", async () => {
    const { call, token, moneyId, result, prompts } = await paid();
    const headers = { Authorization: `Bearer ${await token()}`, "X-Country": "KE", "X-Currency": "KES" };
    const ask = (transaction: unknown) =>
      result(call("/standard/v1/payments/refund", { body: { transaction }, headers }));
    expect(await ask({ airtel_money_id: moneyId, amount: 5 })).toBe("ESB000008");
    expect(await ask({ airtel_money_id: "" })).toBe("ESB000008");
    expect((await prompts())[0]?.state).toBe("paid");
  });

  it("can be refused, fail, or be done with its answer lost", async () => {
    const { refund, moneyId, result, set, prompts } = await paid();
    await set({ refund: "refused" });
    expect(await result(refund(moneyId))).toBe("ESB000011");
    await set({ refund: "down" });
    expect(await result(refund(moneyId))).toBe("ESB000001");
    expect((await prompts())[0]?.state).toBe("paid");
    await set({ refund: "lost-after-acceptance" });
    expect((await refund(moneyId)).status).toBe(504);
    expect((await prompts())[0]?.state).toBe("refunded");
  });
});
