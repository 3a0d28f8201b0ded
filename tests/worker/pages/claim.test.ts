import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createBridgeCode } from "#worker/features/bridges/index";
import { recoveryCodeOf } from "#worker/features/entitlements/index";
import { closeAllLines, FakeBridge, type FakeLine } from "../../support/fake-bridge.ts";
import { formFields, type Seen, visit } from "../../support/portal-page.ts";
import { sell } from "../../support/sell.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

let world: PaymentWorld;
let gate: string;
let line: FakeLine;

beforeAll(async () => {
  world = await openWorld();
  gate = world.seeded.demo.routers[0]?.id ?? "";
  const owner = { providerId: world.seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  line = await bridge.connect();
});
beforeEach(() => world.renew());
afterAll(async () => {
  await closeAllLines();
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  await world.close();
});

const placeOf = (mac: string) => ({ mac, routerId: gate, lang: "sw", theme: "dark" });

/** Sends the form while the router says that it sees this device. */
async function claim(form: Record<string, string>, isListed = true): Promise<Seen> {
  line.hosts = () => (isListed ? [form.mac ?? ""] : []);
  await world.advance(3_000);
  return visit("/claim", { form });
}

describe("the claim form without scripts", () => {
  test("is empty, or has the code of its address, and carries the place on", async () => {
    const place = placeOf(world.buyer().mac);
    const empty = await visit(`/claim?${new URLSearchParams(place)}`);
    expect(empty.status).toBe(200);
    const nothing = {
      kind: "claim",
      code: "",
      phoneNumber: "",
      problem: null,
      reason: null,
      checking: false,
    };
    expect(empty.data.screen).toEqual(nothing);
    expect(formFields(empty, "/claim")).toEqual({ ...place, phoneNumber: "" });
    const filled = await visit(`/claim?code=ABCD-EFGH-JKMN&${new URLSearchParams(place)}`);
    expect(filled.data.screen).toEqual({ ...nothing, code: "ABCD-EFGH-JKMN" });
    expect(filled.html).toContain("ABCD-EFGH-JKMN</textarea>");
  });

  test("brings a purchase to this device and leads to what it has", async () => {
    const sold = await sell(world.seeded.demo, {});
    const { mac } = world.buyer();
    const code = recoveryCodeOf(testContext(), sold.id);
    const seen = await claim({ ...placeOf(mac), code: code.toLowerCase(), phoneNumber: "" });
    expect([seen.status, seen.location]).toEqual([
      303,
      `/connected?mac=${mac}&routerId=${gate}&lang=sw&theme=dark`,
    ]);
    const there = await visit(seen.location ?? "");
    expect(there.data).toMatchObject({ language: "sw", theme: "dark", device: null, access: "connecting" });
  });

  test("that is refused comes back as it was typed, with what is wrong", async () => {
    const { mac, phone } = world.buyer();
    const message = `TKL7A8B9C0 Confirmed. Ksh20.00 sent to ${"a very long name ".repeat(30)}`.trim();
    const typed = { code: message, phoneNumber: `0${phone.slice(3)}` };
    const place = { mac, routerId: gate };
    const unknown = await claim({ ...place, ...typed });
    expect(unknown.status).toBe(404);
    expect(unknown.data.screen).toMatchObject({ kind: "claim", ...typed, checking: false });
    expect(unknown.data.screen).toMatchObject({
      problem: expect.stringMatching(/^We do not find a purchase/),
    });
    expect(formFields(unknown, "/claim")).toEqual({ ...place, phoneNumber: typed.phoneNumber });
    const nothing = await visit("/claim", { form: { ...place, code: " " } });
    expect([nothing.status, nothing.data.screen]).toEqual([400, expect.objectContaining({ code: "" })]);
    const homeless = await visit("/claim", { form: { routerId: gate, ...typed } });
    expect([homeless.status, homeless.text]).toEqual([400, expect.stringContaining("Join the WiFi first")]);
    const absent = await claim({ ...place, ...typed }, false);
    expect([absent.status, absent.data.screen]).toEqual([409, expect.objectContaining(typed)]);
    const swahili = await claim({ ...place, lang: "sw", ...typed }, false);
    expect(swahili.data.language).toBe("sw");
  });

  test("says that the payment is still being looked for", async () => {
    const buyer = world.buyer();
    await buyer.start();
    const form = {
      mac: buyer.mac,
      routerId: gate,
      code: "TKL7A8B9C1",
      phoneNumber: `0${buyer.phone.slice(3)}`,
    };
    const seen = await claim(form);
    expect(seen.status).toBe(200);
    const { code, phoneNumber } = form;
    expect(seen.data.screen).toEqual({
      kind: "claim",
      code,
      phoneNumber,
      problem: null,
      reason: null,
      checking: true,
    });
    expect(formFields(seen, "/claim")).toEqual({ mac: form.mac, routerId: gate, phoneNumber });
  });

  test("too often says when to try again", async () => {
    const { mac } = world.buyer();
    const form = { mac, routerId: gate, code: "ABCD-EFGH-JKMN", phoneNumber: "" };
    const tries: Seen[] = [];
    for (let turn = 0; turn < 30; turn += 1) tries.push(await claim(form));
    const last = tries.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(last?.data.screen).toMatchObject({ kind: "claim", code: "ABCD-EFGH-JKMN" });
  });
});
