import { describe, expect, it } from "vitest";
import { darajaWorld } from "./daraja-world.ts";

it.each([
  ["success as a code", { outcome: "code", resultCode: 0 }, 400],
  ["a contradiction", { outcome: "late-failed" }, 409],
])("refuses %s for an open prompt and leaves it open", async (_, body, status) => {
  const { push, prompts, call } = darajaWorld();
  await push();
  expect((await call(`/control/prompts/${(await prompts())[0]?.id}`, { body })).status).toBe(status);
  expect(await prompts()).toMatchObject([{ state: "open", resultCode: null }]);
});

describe("the counts of calls", () => {
  it("tell tokens, pushes accepted and refused, queries and callbacks apart", async () => {
    const { push, query, call, prompts, answer, clock } = darajaWorld();
    await push();
    await push();
    await push({ Amount: "x" });
    const [prompt] = await prompts();
    await query(prompt?.checkoutRequestId ?? "");
    await query("ws_CO_unknown");
    await answer(prompt?.id ?? "", "paid");
    await clock.advance(0);
    expect(await (await call("/control/calls")).json()).toEqual({
      tokenFetches: 1,
      tokensRefused: 0,
      pushesAccepted: 1,
      pushesRefused: 2,
      queries: 2,
      callbacksSent: 1,
      validationsAsked: 0,
      confirmationsSent: 0,
      reversals: 0,
      statusQueries: 0,
      resultsSent: 0,
      pulls: 0,
    });
  });
});

describe("a long demo", () => {
  it("forgets the oldest closed prompts and never an open one", async () => {
    const { push, prompts, token } = darajaWorld({ settings: { callbacks: "lost" } });
    await token();
    await push({ PhoneNumber: "254700000000" });
    for (let index = 1; index <= 1_001; index += 1) {
      const PhoneNumber = String(254_700_000_000 + index);
      await push({ PhoneNumber, PartyB: "999999" });
    }
    const listed = await prompts();
    expect(listed).toHaveLength(1_000);
    expect(listed.at(-1)).toMatchObject({ phoneNumber: "254700000000", state: "open" });
    expect(listed.at(-2)).toMatchObject({ phoneNumber: "254700000003" });
  });
});
