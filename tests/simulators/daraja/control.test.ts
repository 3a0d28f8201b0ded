import { describe, expect, it } from "vitest";
import { darajaWorld } from "./daraja-world.ts";

describe("the list of prompts", () => {
  it("shows the newest first and can be narrowed to a phone or a state", async () => {
    const { push, prompts, call, answer } = darajaWorld();
    await push({ PhoneNumber: "254700000001" });
    await push({ PhoneNumber: "254700000002" });
    const listed = await prompts();
    expect(listed.map((prompt) => prompt.phoneNumber)).toEqual(["254700000002", "254700000001"]);
    await answer(listed[0]?.id ?? "", "cancelled");
    const open = await call("/control/prompts?state=open");
    expect(await open.json()).toEqual([expect.objectContaining({ phoneNumber: "254700000001" })]);
    const second = await call("/control/prompts?phoneNumber=254700000002");
    expect(await second.json()).toEqual([expect.objectContaining({ state: "cancelled" })]);
  });
});

describe("answering a prompt", () => {
  it("gives the prompt back with its new state", async () => {
    const { push, prompts, answer } = darajaWorld();
    await push();
    const [prompt] = await prompts();
    const answered = await answer(prompt?.id ?? "", "paid");
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({ id: prompt?.id, state: "paid", amount: 20, resultCode: 0 });
  });

  it.each([
    ["an unknown prompt", "nobody", { outcome: "paid" }, 404],
    ["an unknown outcome", "", { outcome: "maybe" }, 400],
    ["no outcome", "", {}, 400],
    ["a body that is no JSON", "", "paid", 400],
    ["a code without a code", "", { outcome: "code" }, 400],
    ["success as a code", "", { outcome: "code", resultCode: 0 }, 400],
    ["a late payment while it is open", "", { outcome: "late-paid" }, 409],
    ["a contradiction while it is open", "", { outcome: "late-failed" }, 409],
  ])("refuses %s with a sentence and leaves it open", async (_, id, body, status) => {
    const { push, prompts, call } = darajaWorld();
    await push();
    const [prompt] = await prompts();
    const refused = await call(`/control/prompts/${id || prompt?.id}`, { body });
    expect(refused.status).toBe(status);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/\.$/) });
    expect((await prompts())[0]?.state).toBe("open");
  });

  it("refuses a second answer with 409, also to twenty at once", async () => {
    const { push, prompts, answer, inbox, clock } = darajaWorld();
    await push();
    const id = (await prompts())[0]?.id ?? "";
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(id, "paid")));
    const statuses = answers.map((one) => one.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    await clock.advance(0);
    expect(inbox).toHaveLength(1);
  });
});

describe("the settings", () => {
  it("start with nobody answering, normal callbacks and strict checks", async () => {
    const { call } = darajaWorld();
    expect(await (await call("/control/gateways")).json()).toMatchObject({
      auto: "none",
      callbacks: "normal",
      strict: true,
    });
  });

  it("answer those in force after a change of some", async () => {
    const { set } = darajaWorld({ settings: { auto: "paid", autoAfterMs: 4_000 } });
    const changed = await set({ callbacks: "late", delayMs: 5_000, strict: false });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({
      auto: "paid",
      autoAfterMs: 4_000,
      callbacks: "late",
      delayMs: 5_000,
      strict: false,
    });
  });

  it.each([
    [{ callbacks: "sometimes" }, "callbacks"],
    [{ autoAfterMs: -1 }, "autoAfterMs"],
    [{ delayMs: "5" }, "delayMs"],
    [{ strict: "yes" }, "strict"],
    [{ calbacks: "lost" }, "calbacks"],
    [[], "object"],
  ])("refuse %o as a whole and say what is wrong", async (body, named) => {
    const { call } = darajaWorld();
    const before = await (await call("/control/gateways")).json();
    const refused = await call("/control/gateways", { body });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ error: expect.stringContaining(named) });
    expect(await (await call("/control/gateways")).json()).toEqual(before);
  });
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
