import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { recoveryCodeOf } from "#worker/features/entitlements/recovery-code";
import { sha256 } from "#worker/keys";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { formFields, type Seen, visit } from "../../support/portal-page.ts";
import { sell } from "../../support/sell.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

let world: PaymentWorld;
let gate: string;
let link: FakeLink;

beforeAll(async () => {
  world = await openWorld();
  gate = world.seeded.demo.routers[0]?.id ?? "";
  const owner = { providerId: world.seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  link = await bridge.connect();
});
beforeEach(() => world.renew());
afterAll(async () => {
  await closeAllLinks();
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  await world.close();
});

const placeOf = (mac: string) => ({ mac, routerId: gate, lang: "sw", theme: "dark" });

/** Sends the form while the router says that it sees this device. */
async function claim(form: Record<string, string>, isListed = true): Promise<Seen> {
  link.hosts = () => (isListed ? [form.mac ?? ""] : []);
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
      givesWay: null,
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

  test("of a full plan for two asks who gives way, without an address or a receipt, and takes the answer", async () => {
    const token = "d".repeat(32);
    const owner = { cookie: `__Host-p=${token}`, buyerHash: sha256(token) };
    const sold = await sell(world.seeded.demo, { plan: 3, buyerHash: owner.buyerHash });
    const code = recoveryCodeOf(testContext(), sold.id);
    const [second, third] = [world.buyer().mac, world.buyer().mac];
    const typed = { routerId: gate, code, phoneNumber: "" };
    expect((await claim({ ...typed, mac: second })).status).toBe(303);
    const asked = await claim({ ...typed, mac: third });
    expect([asked.status, asked.location]).toEqual([200, null]);
    expect(asked.text).toContain("All places of this plan are taken. Which device gives way?");
    expect(asked.text).toContain(`Device ending in ${second.slice(-5)} joined today at`);
    for (const secret of [second, sold.mac ?? "", "254712345678"]) expect(asked.html).not.toContain(secret);
    const { screen } = asked.data;
    const devices = screen.kind === "claim" ? (screen.givesWay?.devices ?? []) : [];
    expect(devices.map(({ mark }) => mark)).toEqual([second, sold.mac ?? ""].map((mac) => mac.slice(-5)));
    const chosen = await claim({ ...typed, mac: third, instead: devices[0]?.device ?? "" });
    expect(chosen.status).toBe(303);
    const there = await visit(`/connected?mac=${third}&routerId=${gate}`);
    expect(there.data).toMatchObject({ access: "connecting", device: null, screen: { receipt: null } });

    const place = { mac: sold.mac ?? "", routerId: gate };
    const address = `/connected?mac=${place.mac}&routerId=${gate}`;
    const own = await visit(address, { cookie: owner.cookie });
    expect(own.data.device?.devices).toMatchObject({
      bought: 2,
      attached: 2,
      list: [{ isThis: true }, { isThis: false, mark: third.slice(-5) }],
    });
    const remove = formFields(own, "/connected/remove");
    expect(remove).toEqual({ ...place, device: own.data.device?.devices.list[1]?.device });
    const stranger = await visit("/connected/remove", { form: { ...place, ...remove } });
    expect(stranger.status).toBe(404);
    const removed = await visit("/connected/remove", { form: remove ?? {}, cookie: owner.cookie });
    expect([removed.status, removed.location]).toEqual([303, address]);
    const after = await visit(address, { cookie: owner.cookie });
    expect(after.data.device?.devices.list).toHaveLength(1);
    expect(formFields(after, "/connected/remove")).toBeNull();
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
      givesWay: null,
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

describe("a receipt's link", () => {
  const place = () => `mac=02:00:00:00:AA:01&routerId=${gate}`;

  test("opens the form with its code, on a hotspot with the device", async () => {
    const sent = await visit(`/r/ABCDEFGHJKMN?${place()}`);
    expect(sent.location).toBe(`/claim?code=ABCD-EFGH-JKMN&${place()}`);
    const seen = await visit(sent.location ?? "");
    expect(seen.html).toContain("ABCD-EFGH-JKMN");
    expect(seen.html).not.toContain("198.18.0.1");
  });

  test("in a phone whose address is not known leads to the router, whose login page brings it back", async () => {
    const sent = await visit("/r/abcdefghjkmn");
    const seen = await visit(sent.location ?? "");
    const link = /href="(http:\/\/198\.18\.0\.1\/r\/[^"]+)"/.exec(seen.html)?.[1] ?? "none";
    const back = await visit(`/?${place()}&dst=${encodeURIComponent(link)}`);
    expect(back.location).toBe(`/r/ABCDEFGHJKMN?${place()}`);
  });

  test("that is none leads to the empty form, and one of another host nowhere", async () => {
    expect((await visit("/r/nonsense")).location).toBe("/claim?code=");
    const foreign = await visit(
      `/?${place()}&dst=${encodeURIComponent("http://evil.example/r/ABCDEFGHJKMN")}`,
    );
    expect(foreign.location).toBeNull();
  });
});
