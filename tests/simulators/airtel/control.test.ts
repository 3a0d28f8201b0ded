import { describe, expect, it } from "vitest";
import { APP, airtelWorld } from "./airtel-world.ts";

describe("the list of prompts", () => {
  it("shows the newest first and can be narrowed to a phone or a state", async () => {
    const { push, prompts, call, answer } = airtelWorld();
    await push({ subscriber: { msisdn: "733000001" } });
    await push({ subscriber: { msisdn: "733000002" } });
    const listed = await prompts();
    expect(listed.map(({ msisdn }) => msisdn)).toEqual(["733000002", "733000001"]);
    await answer(listed[0]?.id ?? "", "cancelled");
    expect(await (await call("/control/airtel/prompts?state=open")).json()).toEqual([
      expect.objectContaining({ msisdn: "733000001", status: null }),
    ]);
    expect(await (await call("/control/airtel/prompts?msisdn=733000002")).json()).toEqual([
      expect.objectContaining({ state: "cancelled", status: "TF", responseCode: "DP00800001008" }),
    ]);
  });
});

describe("answering a prompt", () => {
  it.each([
    ["an unknown prompt", "nobody", { outcome: "paid" }, 404],
    ["an unknown outcome", "", { outcome: "maybe" }, 400],
    ["no outcome", "", {}, 400],
    ["a body that is no JSON", "", "paid", 400],
    ["a code without a code", "", { outcome: "code" }, 400],
    ["a late payment while it is open", "", { outcome: "late-paid" }, 409],
    ["a contradiction while it is open", "", { outcome: "late-failed" }, 409],
  ])("refuses %s with a sentence and leaves it open", async (_, id, body, status) => {
    const { push, prompts, call } = airtelWorld();
    await push();
    const [prompt] = await prompts();
    const refused = await call(`/control/airtel/prompts/${id || prompt?.id}`, { body });
    expect(refused.status).toBe(status);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/\.$/) });
    expect((await prompts())[0]?.state).toBe("open");
  });

  it("refuses a second answer with 409, also to twenty at once", async () => {
    const { push, prompts, answer, inbox, clock } = airtelWorld();
    await push();
    const id = (await prompts())[0]?.id ?? "";
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(id, "paid")));
    const statuses = answers.map((one) => one.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    await clock.advance(0);
    expect(inbox).toHaveLength(1);
  });

  it("is done by the automatic person after the set time, not once that one was switched off", async () => {
    const { push, prompts, set, clock } = airtelWorld({ settings: { auto: "paid", autoAfterMs: 3_000 } });
    await push();
    await clock.advance(3_000);
    expect((await prompts())[0]?.state).toBe("paid");
    await push();
    await set({ auto: "none" });
    await clock.advance(3_000);
    expect((await prompts())[0]?.state).toBe("open");
  });
});

describe("the settings", () => {
  it.each([
    [{ callbacks: "sometimes" }, "callbacks"],
    [{ autoAfterMs: -1 }, "autoAfterMs"],
    [{ allowList: "yes" }, "allowList"],
    [{ calbacks: "lost" }, "calbacks"],
    [[], "object"],
  ])("refuse %o as a whole and say what is wrong", async (body, named) => {
    const { call } = airtelWorld();
    const before = await (await call("/control/airtel/settings")).json();
    const refused = await call("/control/airtel/settings", { body });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ error: expect.stringContaining(named) });
    expect(await (await call("/control/airtel/settings")).json()).toEqual(before);
  });
});

describe("the portal", () => {
  it("keeps address, key and allowed addresses of each application", async () => {
    const { call } = airtelWorld();
    const form = { clientId: APP.clientId, callbackUrl: "http://elsewhere.localhost/cb", allowedIps: [] };
    await call("/control/airtel/apps", { body: form });
    expect(await (await call("/control/airtel/apps")).json()).toEqual([
      { ...form, callbackKey: APP.portal?.callbackKey },
      { clientId: "id-of-juma", callbackUrl: "", callbackKey: "", allowedIps: [] },
    ]);
  });

  it.each([
    [{ clientId: "nobody" }, 404],
    [{ clientId: APP.clientId, callbackUrl: "elsewhere" }, 400],
    [{ clientId: APP.clientId, allowedIps: "all" }, 400],
    [{ clientId: APP.clientId, secret: "x" }, 400],
  ])("refuses %o with a sentence", async (body, status) => {
    const { call } = airtelWorld();
    const refused = await call("/control/airtel/apps", { body });
    expect(refused.status).toBe(status);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/\.$/) });
  });
});
