import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type AirtelWorld, APP, airtelWorld } from "./airtel-world.ts";
import type { AirtelSettings } from "./settings.ts";

const url = APP.portal?.callbackUrl ?? "";
const key = APP.portal?.callbackKey ?? "";
const hmac = (payload: string) => createHmac("sha256", key).update(payload).digest("base64");

/** Pushes, answers the prompt, lets the callback arrive. */
async function buy(world: AirtelWorld, outcome: string, more = {}): Promise<string> {
  await world.push();
  const [prompt] = await world.prompts();
  const id = prompt?.id ?? "";
  expect((await world.answer(id, outcome, more)).status).toBe(200);
  await world.clock.advance(0);
  return id;
}

/** What the enquiry says of the first payment, with a token of its own: the one of the push may be over. */
async function status(world: AirtelWorld): Promise<string> {
  await world.token();
  const answer = await world.enquire("payment-1");
  return (await answer.json<{ data: { transaction: { status: string } } }>()).data.transaction.status;
}

const last = (world: AirtelWorld) => JSON.parse(world.inbox.at(-1)?.body ?? "{}");

describe("a paid prompt", () => {
  it("is reported to the address of the portal, without amount and without a code", async () => {
    const world = airtelWorld();
    await buy(world, "paid");
    expect(world.inbox).toHaveLength(1);
    expect(world.inbox[0]?.url).toBe(url);
    expect(world.inbox[0]?.headers).toEqual({ "Content-Type": "application/json" });
    const body = last(world);
    expect(body).toEqual({
      transaction: {
        id: "payment-1",
        message: expect.stringContaining("Paid KES 20"),
        status_code: "TS",
        airtel_money_id: expect.stringMatching(/^MP261120\.1200\.L\d{5}$/),
      },
      hash: expect.any(String),
    });
  });
});

describe("the signature", () => {
  it.each<[AirtelSettings["hash"], (inner: string) => string]>([
    ["transaction", (inner) => hmac(`{"transaction":${inner}}`)],
    ["inner", (inner) => hmac(inner)],
  ])("over the %s object is the base64 of its HMAC", async (hash, expected) => {
    const world = airtelWorld({ settings: { hash } });
    await buy(world, "paid");
    const raw = world.inbox[0]?.body ?? "";
    const inner = /^\{"transaction":(\{.*\}),"hash":"[^"]+"\}$/.exec(raw)?.[1] ?? "";
    expect(last(world).hash).toBe(expected(inner));
  });

  it("can be wrong in both forms, or not there", async () => {
    const wrong = airtelWorld({ settings: { hash: "wrong" } });
    await buy(wrong, "paid");
    const { transaction, hash } = last(wrong);
    const inner = JSON.stringify(transaction);
    expect([hmac(inner), hmac(`{"transaction":${inner}}`)]).not.toContain(hash);
    const unsigned = airtelWorld({ settings: { hash: "none" } });
    await buy(unsigned, "paid");
    expect(last(unsigned)).toEqual({ transaction: expect.objectContaining({ status_code: "TS" }) });
  });

  it("is missing when the portal has no key, and nothing is sent without an address", async () => {
    const world = airtelWorld();
    const form = { clientId: APP.clientId, callbackKey: "" };
    await world.call("/control/airtel/apps", { body: form });
    await buy(world, "paid");
    expect(last(world).hash).toBeUndefined();
    await world.call("/control/airtel/apps", { body: { ...form, callbackUrl: "" } });
    await buy(world, "paid");
    expect(world.inbox).toHaveLength(1);
  });
});

describe("a prompt that is not paid", () => {
  it.each([
    ["cancelled", "TF"],
    ["wrong-pin", "TF"],
    ["insufficient", "TF"],
    ["over-limit", "TF"],
    ["timed-out", "TF"],
  ])("reports %s as %s, without an id of the money", async (outcome, status_code) => {
    const world = airtelWorld();
    await buy(world, outcome);
    expect(last(world).transaction).toEqual({
      id: "payment-1",
      message: expect.any(String),
      status_code,
    });
  });

  it("expires after two minutes without an answer", async () => {
    const world = airtelWorld();
    await world.push();
    await world.clock.advance(119_999);
    expect(world.inbox).toHaveLength(0);
    await world.clock.advance(1);
    expect(last(world).transaction.status_code).toBe("TE");
  });

  it("can be ambiguous first and then paid, on the same id", async () => {
    const world = airtelWorld();
    const id = await buy(world, "ambiguous");
    expect(last(world).transaction.status_code).toBe("TA");
    await world.answer(id, "paid");
    await world.clock.advance(0);
    expect(last(world).transaction.status_code).toBe("TS");
  });

  it("can be paid late: failure first, then success", async () => {
    const world = airtelWorld();
    const id = await buy(world, "timed-out");
    await world.clock.advance(200_000);
    await world.answer(id, "late-paid");
    await world.clock.advance(0);
    expect(world.inbox.map(({ body }) => JSON.parse(body).transaction.status_code)).toEqual(["TF", "TS"]);
    expect(await status(world)).toBe("TS");
  });

  it("can be contradicted: success first, then a failure callback, while the enquiry says TS", async () => {
    const world = airtelWorld();
    const id = await buy(world, "paid");
    await world.answer(id, "late-failed");
    await world.clock.advance(0);
    expect(last(world).transaction.status_code).toBe("TF");
    expect(await status(world)).toBe("TS");
  });
});

describe("callbacks", () => {
  it("are never sent when lost, though the enquiry knows the result", async () => {
    const world = airtelWorld({ settings: { callbacks: "lost" } });
    await buy(world, "paid");
    await world.clock.advance(3_600_000);
    expect(world.inbox).toHaveLength(0);
    expect(await status(world)).toBe("TS");
  });

  it.each(["TIP", "TA"] as const)("can say %s first, while nobody has answered", async (interim) => {
    const world = airtelWorld({ settings: { interim } });
    await buy(world, "paid");
    expect(world.inbox.map(({ body }) => JSON.parse(body).transaction.status_code)).toEqual([interim, "TS"]);
  });

  it("can name a payment that does not exist, an earlier one's money or a status of nobody", async () => {
    const world = airtelWorld();
    await buy(world, "paid");
    const earlier = last(world).transaction.airtel_money_id;
    await world.set({ tamper: "money-id" });
    await buy(world, "paid");
    expect(last(world).transaction).toMatchObject({ id: "payment-2", airtel_money_id: earlier });
    await world.set({ tamper: "id" });
    await buy(world, "paid");
    expect(last(world).transaction.id).toBe("payment-0");
    await world.set({ tamper: "status" });
    await buy(world, "paid");
    expect(last(world).transaction.status_code).toBe("TX");
  });
});
