import { describe, expect, it } from "vitest";
import { darajaWorld, OTHER_APP } from "./daraja-world.ts";

const ID = "ws_CO_20112026120000000712345678";

describe("the query", () => {
  it("goes round through every shape of still waiting", async () => {
    const { push, query } = darajaWorld();
    await push();
    const answers = [];
    for (let index = 0; index < 5; index += 1) {
      const answer = await query(ID);
      answers.push({ status: answer.status, ...(await answer.json<Record<string, unknown>>()) });
    }
    const waiting = {
      status: 200,
      ResponseCode: "0",
      CheckoutRequestID: ID,
      ResultCode: "4999",
      ResultDesc: "The transaction is still under processing",
    };
    const error = { errorCode: "500.001.1001", requestId: expect.any(String) };
    expect(answers).toEqual([
      expect.objectContaining(waiting),
      { status: 500, ...error, errorMessage: "The transaction is being processed" },
      expect.objectContaining(waiting),
      { status: 200, ...error, errorMessage: "" },
      expect.objectContaining(waiting),
    ]);
  });

  it.each([
    ["paid", "0"],
    ["cancelled", "1032"],
    ["wrong-pin", "2001"],
    ["insufficient", "1"],
    ["unreachable", "1037"],
  ])(
    "of a prompt that ended %s says %s as a string, again and again, without amount or receipt",
    async (outcome, code) => {
      const { push, query, prompts, answer } = darajaWorld();
      await push();
      await answer((await prompts())[0]?.id ?? "", outcome);
      for (let index = 0; index < 4; index += 1) {
        const response = await query(ID);
        expect(response.status).toBe(200);
        expect(await response.json()).toEqual({
          ResponseCode: "0",
          ResponseDescription: expect.any(String),
          MerchantRequestID: expect.any(String),
          CheckoutRequestID: ID,
          ResultCode: code,
          ResultDesc: expect.any(String),
        });
      }
    },
  );

  it("of an unanswered prompt says 1037 once 90 seconds are over", async () => {
    const { push, query, clock } = darajaWorld();
    await push();
    await clock.advance(90_000);
    expect(await (await query(ID)).json()).toMatchObject({
      ResultCode: "1037",
      ResultDesc: "DS timeout user cannot be reached.",
    });
  });

  it("does not know an id that was never given, nor one of another business", async () => {
    const { push, query } = darajaWorld();
    await push();
    for (const response of [await query("ws_CO_1"), await query(ID, OTHER_APP)]) {
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        requestId: expect.any(String),
        errorCode: "500.001.1001",
        errorMessage: "The transaction does not Exist",
      });
    }
  });

  it("names the field when the id is missing", async () => {
    const { query } = darajaWorld();
    const response = await query("");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorMessage: "Bad Request - Invalid CheckoutRequestID" });
  });

  it("fails at every call when down, and at every second call when flaky", async () => {
    const { push, query, set } = darajaWorld();
    await push();
    await set({ query: "down" });
    expect((await query(ID)).status).toBe(500);
    expect((await query(ID)).status).toBe(500);
    await set({ query: "flaky" });
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await query(ID)).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
  });
});
