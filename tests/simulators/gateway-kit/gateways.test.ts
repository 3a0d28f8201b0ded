import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { airtelWorld } from "../airtel/airtel-world.ts";
import { bankWorld } from "../bank/bank-world.ts";
import { darajaWorld } from "../daraja/daraja-world.ts";
import { fileStore } from "../file-store.ts";
import type { SimulatorStore } from "../store.ts";
import type { SharedSettings } from "./settings.ts";
import type { WorldOptions } from "./world.ts";

type Options = WorldOptions<SharedSettings>;

const daraja = (options: Options = {}) => {
  const world = darajaWorld(options);
  const push = (phone = "254712345678") => world.push({ PhoneNumber: phone });
  return {
    ...world,
    push,
    paths: { control: "/control", settings: "/control/gateways", phone: "phoneNumber" },
  };
};
const airtel = (options: Options = {}) => {
  const world = airtelWorld(options);
  const push = (phone = "254712345678") => world.push({ subscriber: { msisdn: phone.slice(3) } });
  const control = "/control/airtel";
  return { ...world, push, paths: { control, settings: `${control}/settings`, phone: "msisdn" } };
};
const kcb = (options: Options = {}) => {
  const world = bankWorld(options);
  const push = (phoneNumber = "254712345678") => world.kcbPush({ phoneNumber });
  const call = (path: string, { body }: { body?: unknown } = {}) => world.call(path, body);
  const control = "/control/bank";
  return { ...world, call, push, paths: { control, settings: `${control}/settings`, phone: "phoneNumber" } };
};

describe.each([
  ["Daraja", daraja, 90_000],
  ["Airtel Money", airtel, 120_000],
  ["a bank", kcb, 90_000],
] as const)("%s", (_, open, lifeMs) => {
  /** Pushes, answers the prompt, lets its callbacks arrive. */
  async function buy(world: ReturnType<typeof open>, outcome = "paid"): Promise<string> {
    expect((await world.push()).status).toBe(200);
    const id = (await world.prompts())[0]?.id ?? "";
    expect((await world.answer(id, outcome)).status).toBe(200);
    await world.clock.advance(0);
    return id;
  }

  describe("prompts", () => {
    it("are listed newest first and can be narrowed to a phone or a state", async () => {
      const { push, prompts, call, answer, paths } = open();
      await push("254733000001");
      await push("254733000002");
      const [second, first] = await prompts();
      expect([first?.[paths.phone], second?.[paths.phone]]).toEqual([
        expect.stringMatching(/733000001$/),
        expect.stringMatching(/733000002$/),
      ]);
      await answer(second?.id ?? "", "cancelled");
      const list = async (query: string) => (await call(`${paths.control}/prompts?${query}`)).json();
      expect(await list("state=open")).toEqual([first]);
      expect(await list(`${paths.phone}=${String(second?.[paths.phone])}`)).toEqual([
        expect.objectContaining({ id: second?.id, state: "cancelled" }),
      ]);
      expect(await (await call(`${paths.control}/prompts/${first?.id}`)).json()).toEqual(first);
    });

    it("are given back with their new state by an answer", async () => {
      const { push, prompts, answer } = open();
      await push();
      const id = (await prompts())[0]?.id ?? "";
      const answered = await answer(id, "paid");
      expect(answered.status).toBe(200);
      expect(await answered.json()).toMatchObject({ id, state: "paid", amount: 20 });
    });

    it.each([
      ["an unknown prompt", "nobody", { outcome: "paid" }, 404],
      ["an unknown outcome", "", { outcome: "maybe" }, 400],
      ["no outcome", "", {}, 400],
      ["a body that is no JSON", "", "paid", 400],
      ["a code without a code", "", { outcome: "code" }, 400],
      ["a late payment while it is open", "", { outcome: "late-paid" }, 409],
    ])("refuse %s with a sentence and stay open", async (__, id, body, status) => {
      const { push, prompts, call, paths } = open();
      await push();
      const refused = await call(`${paths.control}/prompts/${id || (await prompts())[0]?.id}`, { body });
      expect(refused.status).toBe(status);
      expect(await refused.json()).toEqual({ error: expect.stringMatching(/\.$/) });
      expect((await prompts())[0]?.state).toBe("open");
    });

    it("that are closed are answered with 409, a paid one also when it is to be paid late", async () => {
      const world = open();
      const id = await buy(world);
      expect((await world.answer(id, "cancelled")).status).toBe(409);
      expect((await world.answer(id, "late-paid")).status).toBe(409);
      expect(world.inbox).toHaveLength(1);
    });

    it("take one answer of twenty at once", async () => {
      const { push, prompts, answer, inbox, clock } = open();
      await push();
      const id = (await prompts())[0]?.id ?? "";
      const answers = await Promise.all(Array.from({ length: 20 }, () => answer(id, "paid")));
      const statuses = answers.map((one) => one.status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
      await clock.advance(0);
      expect(inbox).toHaveLength(1);
    });

    it("expire on time without an answer, and can be paid late", async () => {
      const { push, prompts, answer, inbox, clock } = open();
      await push();
      await clock.advance(lifeMs - 1);
      expect((await prompts())[0]?.state).toBe("open");
      expect(inbox).toHaveLength(0);
      await clock.advance(1);
      expect((await prompts())[0]?.state).toBe("expired");
      await answer((await prompts())[0]?.id ?? "", "late-paid");
      await clock.advance(0);
      expect((await prompts())[0]?.state).toBe("paid");
      expect(inbox).toHaveLength(2);
      expect((await push()).status).toBe(200);
    });

    it("are paid by the automatic person after the set time, not once that one was switched off", async () => {
      const { push, prompts, set, clock, inbox } = open({ settings: { auto: "paid", autoAfterMs: 3_000 } });
      await push();
      await clock.advance(2_999);
      expect(inbox).toHaveLength(0);
      await clock.advance(1);
      await clock.advance(0);
      expect((await prompts())[0]?.state).toBe("paid");
      expect(inbox).toHaveLength(1);
      await push("254733000002");
      await set({ auto: "none" });
      await clock.advance(60_000);
      expect((await prompts())[0]?.state).toBe("open");
    });
  });

  describe("the settings", () => {
    it("answer those in force after a change of some", async () => {
      const { set, settings } = open({ settings: { auto: "paid" } });
      const change = { callbacks: "late", delayMs: 5_000 } as const;
      expect(await (await set(change)).json()).toMatchObject({ auto: "paid", copies: 3, ...change });
      expect(await settings()).toMatchObject(change);
    });

    it.each([
      [{ callbacks: "sometimes" }, "callbacks"],
      [{ autoAfterMs: -1 }, "autoAfterMs"],
      [{ delayMs: "5" }, "delayMs"],
      [{ copies: 3, calbacks: "lost" }, "calbacks"],
      [[], "object"],
    ])("refuse %o as a whole and say what is wrong", async (body, named) => {
      const { call, settings, paths } = open();
      const before = await settings();
      const refused = await call(paths.settings, { body });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toEqual({ error: expect.stringContaining(named) });
      expect(await settings()).toEqual(before);
    });
  });

  describe("callbacks", () => {
    it("are never sent when lost", async () => {
      const world = open({ settings: { callbacks: "lost" } });
      await buy(world);
      await world.clock.advance(3_600_000);
      expect(world.inbox).toHaveLength(0);
    });

    it.each([undefined, 20])("are sent several times at once when duplicated (copies %s)", async (copies) => {
      let atOnce = 0;
      let most = 0;
      const deliver = async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise((resolve) => setTimeout(resolve, 0));
        atOnce -= 1;
        return 200;
      };
      const world = open({ settings: { callbacks: "duplicate", ...(copies ? { copies } : {}) }, deliver });
      await buy(world);
      await world.simulator.stop();
      expect(most).toBe(copies ?? 3);
      expect(world.inbox).toHaveLength(copies ?? 3);
      expect(new Set(world.inbox.map(({ body }) => body)).size).toBe(1);
    });

    it("arrive late by the set time", async () => {
      const world = open({ settings: { callbacks: "late", delayMs: 80_000 } });
      await buy(world);
      await world.clock.advance(79_999);
      expect(world.inbox).toHaveLength(0);
      await world.clock.advance(1);
      expect(world.inbox).toHaveLength(1);
    });

    it.each([
      ["answers 500", () => Promise.resolve(500), { status: 500 }],
      [
        "is away",
        () => Promise.reject(new Error("ECONNREFUSED")),
        { status: 0, fault: "Error: ECONNREFUSED" },
      ],
    ])("are not sent again when the receiver %s", async (__, deliver, delivery) => {
      const world = open({ deliver });
      await buy(world);
      await world.clock.advance(3_600_000);
      expect(world.inbox).toHaveLength(1);
      expect((await world.prompts())[0]?.deliveries).toEqual([expect.objectContaining(delivery)]);
    });
  });

  describe("on a file, after the process is gone between two moments", () => {
    let folder: string;
    let store: SimulatorStore;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "gateway-"));
      store = fileStore(join(folder, "state", "gateway.json"));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    it("a callback that was still due is delivered by the next process", async () => {
      const before = open({ store, settings: { callbacks: "late", delayMs: 30_000 } });
      await buy(before);
      const after = open({ store });
      await after.clock.advance(29_999);
      expect(after.inbox).toHaveLength(0);
      await after.clock.advance(1);
      expect(after.inbox).toHaveLength(1);
      expect(before.inbox).toHaveLength(0);
      expect(await after.prompts()).toMatchObject([{ state: "paid", deliveries: [{ status: 200 }] }]);
    });

    it("a callback whose answer never came is delivered again, and one that was answered is not", async () => {
      const before = open({ store, deliver: () => new Promise(() => undefined) });
      await buy(before);
      expect(before.inbox).toHaveLength(1);
      const second = open({ store });
      await second.clock.advance(0);
      expect(second.inbox).toHaveLength(1);
      const third = open({ store });
      await third.clock.advance(86_400_000);
      expect(third.inbox).toHaveLength(0);
    });

    it("an open prompt expires on time, and settings and counts hold", async () => {
      const before = open({ store, settings: { auto: "paid", autoAfterMs: 130_000 } });
      await before.set({ copies: 7 });
      await before.push();
      const after = open({ store, settings: { auto: "none", copies: 2 } });
      await after.clock.advance(lifeMs);
      await after.clock.advance(0);
      expect(await after.prompts()).toMatchObject([{ state: "expired" }]);
      expect(await after.settings()).toMatchObject({ auto: "paid", copies: 7 });
      expect(await after.counts()).toMatchObject({ pushesAccepted: 1, callbacksSent: 1 });
    });
  });
});
