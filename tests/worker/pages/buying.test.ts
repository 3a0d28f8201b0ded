import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { deviceSubject } from "../../../worker/contract/values/subject.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { formFields, type Visit, visit } from "../../support/portal-page.ts";
import { newMac } from "../../support/sell.ts";
import { ownedRowsOfAll, tenantDatabase } from "../../support/tenant-rows.ts";
import { hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

let world: PaymentWorld;
let gate: string;
let planId: string;

beforeAll(async () => {
  world = await openWorld();
  gate = world.seeded.demo.routers[0]?.id ?? "";
  planId = world.seeded.demo.plans[1]?.id ?? "";
});
beforeEach(() => world.renew());
afterEach(closeAllLinks);
afterAll(() => world.close());

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `07${String(20_000_000 + phones)}`;
};

const place = (mac: string) => ({ mac, routerId: gate });
const buyForm = (more: Record<string, string> = {}) => ({
  planId,
  phoneNumber: newPhone(),
  ...place(newMac()),
  ...more,
});

async function newCode(): Promise<string> {
  const [voucher] = await generateVouchers(
    testContext(),
    world.seeded.demo.id,
    { planId, quantity: 1 },
    null,
  );
  return voucher?.code ?? "";
}

/** Buys by the plain form as somebody whose browser keeps cookies. */
async function buy(form: Record<string, string> = buyForm(), options: Visit = {}) {
  const seen = await visit("/buy", { form, ...options });
  const [, id = ""] = /^\/pay\/([0-9a-f]{48})\b/.exec(seen.location ?? "") ?? [];
  if (!id) throw new Error(`not bought: ${seen.status} ${seen.text}`);
  return { id, seen, cookie: options.cookie ?? seen.cookie ?? "", form };
}

/** What the payer does with the newest prompt on that phone. */
async function answer(phoneNumber: string, outcome: string): Promise<void> {
  const prompts = await world.daraja.prompts();
  const prompt = prompts.find((one) => one.phoneNumber === `254${phoneNumber.slice(1)}`);
  const answered = await world.daraja.answer(prompt?.id ?? "none", outcome);
  if (!answered.ok) throw new Error(`the prompt took no ${outcome}: ${await answered.text()}`);
  await world.advance(0);
}

describe("the payment form", () => {
  test.each([
    ["/buy", { phoneNumber: "" }, "Phone Number Required", "Please enter your M-Pesa phone number"],
    ["/buy", { phoneNumber: "07123456" }, "Invalid Phone Number", "Please enter a valid Kenyan phone number"],
    ["/redeem", { voucherCode: " " }, "Voucher Code Required", "Please enter your voucher code"],
  ])("of %s with %j comes back with its title and text", async (path, wrong, title, text) => {
    const seen = await visit(path, { form: buyForm(wrong) });
    expect(seen.status).toBe(400);
    expect(seen.html).toContain(`<strong>${title}</strong><span>${text}</span>`);
  });

  test("has the amount, the device and the router, and works as it is", async () => {
    const mac = newMac();
    const seen = await visit(`/buy?planId=${planId}&mac=${mac}&routerId=${gate}`);
    expect(seen.status).toBe(200);
    expect(seen.text).toContain("KES 20");
    const fields = formFields(seen, "/buy");
    expect(fields).toEqual({ planId, mac, routerId: gate, phoneNumber: "" });
    const bought = await buy({ ...fields, phoneNumber: newPhone() });
    expect(bought.seen.status).toBe(303);
    expect(bought.seen.location).toBe(`/pay/${bought.id}?mac=${mac}&routerId=${gate}`);
  });

  test("for a voucher is the other tab, and needs no plan", async () => {
    const seen = await visit(`/buy?planId=${planId}&tab=voucher&routerId=${gate}&mac=${newMac()}`);
    expect(seen.data.screen).toMatchObject({ kind: "buy", tab: "voucher", planId });
    expect(formFields(seen, "/redeem")).toMatchObject({ voucherCode: "", routerId: gate });
    expect((await visit("/buy?tab=voucher")).status).toBe(200);
    expect((await visit("/buy?tab=voucher&planId=gone")).status).toBe(200);
  });

  test("of no plan leads to the plans", async () => {
    const seen = await visit("/buy?lang=sw");
    expect([seen.status, seen.location]).toEqual([303, "/?lang=sw"]);
  });

  test("of a plan that is not sold is a page that says so", async () => {
    const foreign = world.seeded.savanna.plans[0]?.id;
    for (const id of [crypto.randomUUID(), foreign]) {
      const seen = await visit(`/buy?planId=${id}`);
      expect(seen.status).toBe(404);
      expect(seen.text).toContain("This plan is not sold any more. Please choose another one.");
      expect(seen.text).toContain("Demo WiFi");
    }
  });
});

describe("paying without scripts", () => {
  test("works from this host, from mini-browsers that send Origin null, and without an Origin", async () => {
    for (const options of [
      { origin: `http://${hostOf("demo")}` },
      { origin: "null" },
      { origin: null },
      { origin: "null", headers: { "sec-fetch-site": "same-origin" } },
    ])
      expect((await buy(buyForm(), options)).id).toMatch(/^[0-9a-f]{48}$/);
  });

  test("from another page is refused, with nothing bought and nothing redeemed", async () => {
    const code = await newCode();
    const before = await databaseChecksum();
    for (const options of [
      { origin: "https://evil.example" },
      { origin: `http://${hostOf("savanna")}` },
      { origin: `http://${hostOf()}` },
      { origin: "null", headers: { "sec-fetch-site": "cross-site" } },
      { origin: null, headers: { "sec-fetch-site": "same-site" } },
    ]) {
      const bought = await visit("/buy", { form: buyForm(), ...options });
      expect(bought.status).toBe(403);
      expect(bought.text).toContain("This request did not come from this page.");
      const form = { voucherCode: code, ...place(newMac()) };
      expect((await visit("/redeem", { form, ...options })).status).toBe(403);
    }
    expect(await databaseChecksum()).toBe(before);
    expect(await world.daraja.counts()).toMatchObject({ pushesAccepted: 0 });
  });

  test("with a number that is none shows the form again, filled in, with what is wrong", async () => {
    const mac = newMac();
    const seen = await visit("/buy", { form: { planId, phoneNumber: "07 12", mac, routerId: gate } });
    expect(seen.status).toBe(400);
    expect(seen.text).toContain("Please enter a valid Kenyan phone number");
    expect(formFields(seen, "/buy")).toEqual({ planId, mac, routerId: gate, phoneNumber: "07 12" });
  });

  test("for a plan that is gone, or at another provider's router, says so", async () => {
    const gone = await visit("/buy", { form: buyForm({ planId: crypto.randomUUID() }) });
    expect([gone.status, gone.text]).toEqual([
      404,
      expect.stringContaining("This plan is not sold any more"),
    ]);
    const lodge = world.seeded.savanna.routers[0]?.id ?? "";
    const foreign = await visit("/buy", { form: buyForm({ routerId: lodge }) });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toContain("This hotspot does not belong to this provider.");
  });

  test("on the main domain works for the router that the form names", async () => {
    const { id } = await buy(buyForm(), { host: hostOf() });
    const payments = await ownedRowsOfAll("SELECT id FROM payments WHERE id = ?1", id);
    expect(payments).toEqual([{ id, providerId: world.seeded.demo.id }]);
    const nowhere = await visit("/buy", { form: { planId, phoneNumber: newPhone() }, host: hostOf() });
    expect(nowhere.status).toBe(404);
    expect(nowhere.text).toContain("Join the WiFi first");
  });

  test("sent twice by an impatient thumb is one payment", async () => {
    const form = buyForm();
    const { cookie } = await visit("/");
    const [one, two] = await Promise.all([buy(form, { cookie }), buy(form, { cookie })]);
    expect(two.id).toBe(one.id);
    expect(await world.daraja.counts()).toMatchObject({ pushesAccepted: 1 });
  });

  test("beside another open payment says when to try again", async () => {
    const { form } = await buy();
    const seen = await visit("/buy", { form: { ...form, planId: world.seeded.demo.plans[2]?.id ?? "" } });
    expect(seen.status).toBe(409);
    expect(seen.text).toContain("is still waiting");
    expect(Number(seen.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("with JSON instead of a form is refused on a page", async () => {
    const headers = { "content-type": "application/json" };
    const seen = await visit("/buy", { form: buyForm(), headers });
    expect(seen.status).toBe(415);
    expect(seen.headers.get("content-type")).toContain("text/html");
  });
});

describe("the page of a payment", () => {
  const pay = (id: string, form: Record<string, string>, options: Visit = {}) =>
    visit(`/pay/${id}?mac=${form.mac}&routerId=${gate}`, options);

  test("waits for the PIN and looks again by itself", async () => {
    const { id, form } = await buy();
    const seen = await pay(id, form);
    expect(seen.status).toBe(200);
    expect(seen.data.screen).toMatchObject({
      kind: "waiting",
      transactionId: id,
      planName: "3 Hours",
      amount: 20,
      status: { status: "pending", access: "none" },
    });
    expect(seen.html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/);
    expect(seen.html).not.toContain(form.phoneNumber);
  });

  test("turns to success when it is paid, and opens the way on only when the router let the device out", async () => {
    const owner = { providerId: world.seeded.demo.id, adminId: null };
    const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
    const link = await bridge.connect();
    const { id, form } = await buy(buyForm(), {});
    await answer(form.phoneNumber ?? "", "paid");
    const paid = await pay(id, form);
    expect(paid.data.screen).toMatchObject({
      kind: "success",
      status: { status: "completed", access: "connecting" },
    });
    expect(paid.html).not.toContain('href="/connected');
    expect(paid.html).toContain("refresh");
    const desired = await link.until(
      () =>
        link.desiredEntitlements.find(({ spec }) => spec.subjects.includes(deviceSubject(form.mac ?? ""))),
      "desired",
    );
    const about = { routerId: desired.routerId, entitlementId: desired.id, rev: 1, ageMs: 0 };
    await link.report({ ...about, kind: "started" }, { ...about, kind: "applied", state: "online" });
    const online = await pay(id, form);
    expect(online.data.screen).toMatchObject({ kind: "success", status: { access: "online" } });
    expect(online.html).toContain(`href="/connected?mac=${form.mac}&amp;routerId=${gate}"`);
    expect(online.html).not.toContain("refresh");
    await link.close();
    await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  });

  test("turns to failure with the reason and the way back to this plan", async () => {
    const { id, form } = await buy();
    await answer(form.phoneNumber ?? "", "cancelled");
    const seen = await pay(id, form);
    expect(seen.data.screen).toMatchObject({
      kind: "failure",
      reason: "cancelled",
      planId,
      stillChecking: false,
      transactionId: id,
    });
    expect(seen.text).toContain("Payment Unsuccessful");
    expect(seen.text).toContain("Try Again");
    expect(seen.html).toContain(`#plan-${planId}`);
    expect(seen.html).not.toContain("refresh");
  });

  test("after two minutes without an answer is the failure page that keeps checking, and still turns to success", async () => {
    const { id, form } = await buy();
    vi.setSystemTime(Date.now() + 119_000);
    expect((await pay(id, form)).data.screen.kind).toBe("waiting");
    vi.setSystemTime(Date.now() + 2_000);
    const late = await pay(id, form);
    expect(late.data.screen).toMatchObject({ kind: "failure", reason: null, stillChecking: true });
    expect(late.text).toContain("We keep checking.");
    expect(late.html).toContain("refresh");
    await answer(form.phoneNumber ?? "", "late-paid");
    expect((await pay(id, form)).data.screen.kind).toBe("success");
  });

  test("is not found at another provider, for a made-up id, and for none", async () => {
    const { id, form } = await buy();
    const foreign = await pay(id, form, { host: hostOf("savanna") });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toContain("This payment is not known here.");
    expect(foreign.text).toContain("Savanna Net");
    expect(foreign.html).not.toContain("3 Hours");
    const changed = id.slice(0, -1) + (id.endsWith("0") ? "1" : "0");
    for (const wrong of [changed, "0".repeat(48), "x", `${id}0`])
      expect((await pay(wrong, form)).status).toBe(404);
    expect((await pay(id, form, { host: hostOf() })).status).toBe(200);
  });
});

describe("the buyer's cookie", () => {
  test("given with the very first request owns what that request bought", async () => {
    const { cookie, form, id } = await buy();
    await answer(form.phoneNumber ?? "", "paid");
    const [prompt] = await world.daraja.prompts();
    const own = await visit(`/connected?mac=${form.mac}&routerId=${gate}`, { cookie });
    expect(own.data.screen).toEqual({
      kind: "connected",
      receipt: {
        transactionId: id,
        receipt: prompt?.receipt,
        phoneNumber: `254${form.phoneNumber?.slice(1)}`,
        amount: 20,
        service: "mpesa",
        recoveryCode: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      },
    });
    const stranger = await visit(`/connected?mac=${form.mac}&routerId=${gate}`);
    expect(stranger.data).toMatchObject({ device: null, access: "connecting" });
    for (const secret of [id, prompt?.receipt ?? "?", form.phoneNumber?.slice(1) ?? "?"])
      expect(stranger.html).not.toContain(secret);
  });

  test("brings its owner back from the plans to the payment that waits; others see only that one does", async () => {
    const { cookie, form, id } = await buy();
    const home = `/?mac=${form.mac}&routerId=${gate}`;
    const own = await visit(home, { cookie });
    expect([own.status, own.location]).toEqual([303, `/pay/${id}?mac=${form.mac}&routerId=${gate}`]);
    const other = await visit(home);
    expect(other.status).toBe(200);
    expect(other.data.pending).toEqual({
      planName: "3 Hours",
      amount: 20,
      service: "mpesa",
      transactionId: null,
      isOverdue: false,
    });
    expect(other.html).not.toContain(id);
    expect(other.html).not.toContain(form.phoneNumber);
    await answer(form.phoneNumber ?? "", "cancelled");
    expect((await visit(home, { cookie })).status).toBe(200);
  });

  test("gives a purchase that was made without a device to the one that its owner says, and to none that an address names", async () => {
    const { planId: plan, phoneNumber } = buyForm();
    const { cookie, id } = await buy({ planId: plan, phoneNumber, routerId: gate });
    await answer(phoneNumber, "paid");
    const waiting = await visit(`/pay/${id}?routerId=${gate}`, { cookie });
    expect(waiting.data.screen).toMatchObject({ kind: "success", status: { access: "waiting_for_device" } });
    const mac = newMac();
    const stranger = await visit(`/?mac=${mac}&routerId=${gate}`);
    expect(stranger.data.device).toBeNull();
    for (const path of ["/", "/connected", `/pay/${id}`, "/buy?tab=voucher", "/claim", "/nowhere"]) {
      const address = `${path}${path.includes("?") ? "&" : "?"}mac=${mac}&routerId=${gate}`;
      for (const site of ["cross-site", "none", "same-origin"])
        await visit(address, { cookie, headers: { "sec-fetch-site": site } });
    }
    expect((await visit(`/pay/${id}?mac=${mac}&routerId=${gate}`, { cookie })).data.screen).toMatchObject({
      status: { access: "waiting_for_device" },
    });
    const own = await visit(`/?mac=${mac}&routerId=${gate}`, { cookie });
    expect(own.data).toMatchObject({ device: null, waiting: ["3 Hours"] });
    expect(own.text).toContain(`Connect this device (${mac.slice(-5)})`);
    const form = formFields(own, "/connect") ?? {};
    expect(form).toEqual({ mac, routerId: gate });
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await visit("/connect", { form, cookie, headers: foreign })).status).toBe(403);
    const elsewhere = "https://elsewhere.example";
    expect((await visit("/connect", { form, cookie, origin: elsewhere })).status).toBe(403);
    await visit("/connect", { form });
    expect((await visit(`/?mac=${mac}&routerId=${gate}`, { cookie })).data.waiting).toEqual(["3 Hours"]);
    const said = await visit("/connect", { form, cookie });
    expect([said.status, said.location]).toEqual([303, `/connected?mac=${mac}&routerId=${gate}`]);
    const there = await visit(said.location ?? "", { cookie });
    expect(there.data).toMatchObject({ waiting: [], device: { planName: "3 Hours", access: "connecting" } });
    const user = await tenantDatabase(world.seeded.demo.id)
      .prepare("SELECT phone FROM hotspot_users WHERE subject = 'device:' || ?1")
      .bind(mac)
      .first();
    expect(user).toEqual({ phone: `254${phoneNumber.slice(1)}` });
    const after = await visit(`/pay/${id}?mac=${mac}&routerId=${gate}`, { cookie });
    expect(after.data.screen).toMatchObject({ kind: "success", status: { access: "connecting" } });
  });
});

describe("redeeming without scripts", () => {
  test("works with Origin of this host, null and none, and leads to the page of the redemption", async () => {
    for (const origin of [`http://${hostOf("demo")}`, "null", null]) {
      const mac = newMac();
      const form = { voucherCode: (await newCode()).toLowerCase(), ...place(mac) };
      const seen = await visit("/redeem", { form, origin });
      expect(seen.status).toBe(303);
      expect(seen.location).toMatch(new RegExp(`^/pay/[0-9a-f]{80}\\?mac=${mac}&routerId=${gate}$`));
      const page = await visit(seen.location ?? "", { cookie: seen.cookie });
      expect(page.data.screen).toMatchObject({ kind: "success", planName: "3 Hours" });
      const foreign = await visit(seen.location ?? "", { host: hostOf("savanna") });
      expect(foreign.status).toBe(404);
    }
  });

  test("that is refused shows the form again with the code and the sentence", async () => {
    const form = { voucherCode: "ABCDE-12345", planId, ...place(newMac()) };
    const seen = await visit("/redeem", { form });
    expect(seen.status).toBe(404);
    expect(seen.text).toContain("This voucher code is not known here.");
    expect(seen.data.screen).toMatchObject({
      kind: "buy",
      tab: "voucher",
      planId,
      voucherCode: "ABCDE-12345",
    });
    expect(formFields(seen, "/redeem")).toMatchObject({ voucherCode: "ABCDE-12345", mac: form.mac });
    const homeless = await visit("/redeem", { form: { voucherCode: await newCode(), routerId: gate } });
    expect([homeless.status, homeless.text]).toEqual([400, expect.stringContaining("Join the WiFi first")]);
  });
});
