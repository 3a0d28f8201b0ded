import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adminLogIn, adminSession } from "#contract/auth";
import { getSettings } from "#contract/branding";
import { initiatePayment } from "#contract/payments";
import { adminListPlans } from "#contract/plans";
import { getProfile } from "#contract/profile";
import * as contract from "#contract/providers";
import { nairobiDay } from "#contract/values/duration";
import { dayMs } from "#contract/values/time";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { copyAll } from "../../support/copies.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { giveRouter } from "../../support/give-router.ts";
import { entitlementRow, newMac, sell } from "../../support/sell.ts";
import { enterProvider, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { forgetSales, putPayment } from "../transactions/sales-rows.ts";

let seeded: TwoProviders;
let operator: CallOptions;
let shifted = 0;

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(async () => {
  // What is kept for three seconds never outlives a test.
  shifted += 60_000;
  vi.setSystemTime(Date.now() + shifted);
  operator ??= { host: hostOf(), cookie: await signInOperator(seeded.operator) };
  await env.DB.prepare("UPDATE providers SET status = 'active', captive_portal_settings = '{}'").run();
  return () => vi.useRealTimers();
});

const nobody = "00000000-0000-4000-8000-000000000000";
const of = (id: string) => ({ params: { id } });
const demo = () => of(seeded.demo.id);

async function listed(query: Record<string, string> = {}) {
  const answer = await call(contract.listProviders, { query }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return {
    names: answer.answer.map(({ subdomain }) => subdomain),
    total: answer.headers.get("x-total-count"),
    rows: answer.answer,
  };
}

describe("the list of providers", () => {
  test("has every field of each, and counts the routers that it has now", async () => {
    const { rows } = await listed({ q: "demo" });
    expect(rows).toEqual([
      {
        id: seeded.demo.id,
        businessName: "Demo WiFi",
        contactName: "Amina Wanjiru",
        subdomain: "demo",
        email: "amina@demo.example",
        phone: "254712000001",
        status: "active",
        createdAt: expect.any(String),
        address: null,
        kraPin: null,
        businessLicense: null,
        captivePortalSettings: {},
        routerCount: 2,
        routersOnline: 0,
        today: { revenue: 0, count: 0 },
        lastSaleDay: null,
      },
    ]);
    await giveRouter(seeded.demo.routers[1]?.id, null);
    expect((await listed({ q: "demo" })).rows[0]?.routerCount).toBe(1);
    await giveRouter(seeded.demo.routers[1]?.id, seeded.demo.id);
  });

  test("says what each sold today, when last, and how many routers are reached, and asks no provider and no bridge", async () => {
    await putPayment(seeded.demo, { shillings: 20 });
    const before = Date.now() - 3 * dayMs;
    await putPayment(seeded.savanna, { shillings: 50, createdAt: before });
    await copyAll();
    const gate = seeded.demo.routers[0]?.id;
    await env.DB.prepare("UPDATE routers SET online_since = 1 WHERE id = ?1").bind(gate).run();
    const asked = vi.spyOn(Object.getPrototypeOf(env.PROVIDER) as DurableObjectNamespace, "getByName");
    const { rows } = await listed();
    const objects = asked.mock.contexts.filter((one) => one === env.PROVIDER || one === env.BRIDGE);
    asked.mockRestore();
    expect(objects).toEqual([]);
    const told = new Map(
      rows.map(({ id, today, lastSaleDay, routersOnline }) => [id, { today, lastSaleDay, routersOnline }]),
    );
    expect(told.get(seeded.demo.id)).toEqual({
      today: { revenue: 20, count: 1 },
      lastSaleDay: nairobiDay(Date.now()),
      routersOnline: 1,
    });
    expect(told.get(seeded.savanna.id)).toEqual({
      today: { revenue: 0, count: 0 },
      lastSaleDay: nairobiDay(before),
      routersOnline: 0,
    });
    await env.DB.prepare("UPDATE routers SET online_since = NULL").run();
    await forgetSales();
  });

  test("is newest first, in pages, with the number of all", async () => {
    await env.DB.prepare("UPDATE providers SET created_at = created_at + 1000 WHERE id = ?1")
      .bind(seeded.savanna.id)
      .run();
    expect(await listed()).toMatchObject({ names: ["savanna", "demo"], total: "2" });
    expect(await listed({ page: "2", pageSize: "1" })).toMatchObject({ names: ["demo"], total: "2" });
  });

  test.each([
    [{ q: "SAVANNA NET" }, ["savanna"]],
    [{ q: "amina@" }, ["demo"]],
    [{ q: "wanjiru" }, ["demo"]],
    [{ q: "254712000001" }, ["demo"]],
    [{ q: "%" }, []],
    [{ status: "suspended" }, []],
    [{ status: "active" }, ["savanna", "demo"]],
  ])("is searched and filtered: %j", async (query, names) => {
    expect(await listed(query as Record<string, string>)).toMatchObject({
      names,
      total: String(names.length),
    });
  });
});

test("the list has those that cannot sell now, and those of which a router is away", async () => {
  const subdomains = async (status: string) => (await listed({ status })).names.toSorted();
  const setOnline = (id: string | undefined) =>
    env.DB.prepare("UPDATE routers SET online_since = 1 WHERE id = ?1").bind(id).run();
  expect(await subdomains("cannot_sell")).toEqual(["demo", "savanna"]);
  const [first, second] = seeded.demo.routers;
  await setOnline(first?.id);
  expect(await subdomains("cannot_sell")).toEqual(["savanna"]);
  expect(await subdomains("router_away")).toEqual(["demo", "savanna"]);
  await setOnline(second?.id);
  expect(await subdomains("router_away")).toEqual(["savanna"]);
  await env.DB.prepare("UPDATE providers SET status = 'suspended' WHERE id = ?1").bind(seeded.demo.id).run();
  expect(await subdomains("cannot_sell")).toEqual(["demo", "savanna"]);
  await env.DB.prepare("UPDATE routers SET online_since = NULL").run();
});

describe("suspending a provider", () => {
  const host = hostOf("demo");
  const reads = (cookie: string) => call(adminSession, {}, { host, cookie });
  const suspend = () => call(contract.suspendProvider, demo(), operator);

  test("ends its admins' sessions at once, on every host, and nobody else's", async () => {
    const cookies = [await signInProvider(seeded.demo), await signInProvider(seeded.demo, hostOf())];
    const savanna = await signInProvider(seeded.savanna);
    const answer = await suspend();
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      message: "Demo WiFi sells nothing from now on. Who is online stays online.",
    });
    expect((await reads(cookies[0] ?? "")).status).toBe(401);
    expect((await call(adminSession, {}, { host: hostOf(), cookie: cookies[1] ?? "" })).status).toBe(401);
    expect((await call(adminSession, {}, { host: hostOf("savanna"), cookie: savanna })).status).toBe(200);
    expect((await call(contract.platformProvider, demo(), operator)).text).toContain('"suspended"');
  });

  test("lets them sign in again, and reach their profile and nothing else", async () => {
    await suspend();
    const cookie = await signInProvider(seeded.demo);
    expect((await reads(cookie)).status).toBe(200);
    expect((await call(getProfile, of(seeded.demo.admin.id), { host, cookie })).status).toBe(200);
    const plans = await call(adminListPlans, {}, { host, cookie });
    expect([plans.status, !plans.ok && plans.refusal?.message]).toEqual([
      403,
      "This account is suspended. Please contact the platform's support.",
    ]);
    await call(contract.activateProvider, demo(), operator);
    expect((await call(adminListPlans, {}, { host, cookie })).status).toBe(200);
  });

  test("leaves the operator who acts for it in its console", async () => {
    const cookie = await enterProvider(operator.cookie ?? "", seeded.demo);
    await suspend();
    expect((await call(adminListPlans, {}, { host, cookie })).status).toBe(200);
  });

  test("stops new sales at once, and what was sold runs on", async () => {
    const sold = await sell(seeded.demo);
    const routerId = seeded.demo.routers[0]?.id ?? "";
    // Somebody was there a moment ago.
    await call(getSettings, { query: { routerId } }, { host });
    await suspend();
    const body = {
      phoneNumber: "0712345678",
      macAddress: newMac(),
      routerId,
      planId: seeded.demo.plans[0]?.id,
    };
    const answer = await call(initiatePayment, { body }, { host });
    expect(!answer.ok && answer.refusal?.message).toBe(
      "This provider does not sell access at the moment. Please ask at the counter.",
    );
    expect((await entitlementRow(sold)).ended_at).toBeNull();
  });

  test("and activating it leave a line each", async () => {
    await clearAudit();
    await suspend();
    const answer = await call(contract.activateProvider, demo(), operator);
    expect(answer.ok && answer.answer).toEqual({ success: true, message: "Demo WiFi can sell again." });
    const { results } = await env.DB.prepare(
      "SELECT actor_id, provider_id, action, subject FROM audit ORDER BY rowid",
    ).all();
    const { id } = seeded.demo;
    const line = { actor_id: seeded.operator.id, provider_id: id, subject: id };
    expect(results).toEqual([
      { ...line, action: "provider.suspend" },
      { ...line, action: "provider.activate" },
    ]);
  });
});

describe("the admin of a provider", () => {
  test("is the one who came with it, with every field and without the password", async () => {
    const answer = await call(contract.providerAdmin, demo(), operator);
    expect(answer.ok && answer.answer).toEqual({
      id: seeded.demo.admin.id,
      username: "demo",
      name: "Amina Wanjiru",
      email: "amina@demo.example",
      role: "owner",
      providerId: seeded.demo.id,
    });
    expect(answer.text).not.toContain("scrypt");
  });

  const change = (newPassword: string) =>
    call(contract.changeProviderPassword, { ...demo(), body: { newPassword } }, operator);
  const logIn = (password: string) =>
    call(adminLogIn, { body: { username: "demo", password } }, { host: hostOf("demo") });

  test("gets a new password and is signed out everywhere; the line says who did it and not what it is", async () => {
    const cookie = await signInProvider(seeded.demo);
    await clearAudit();
    const answer = await change("the next password");
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      message: "demo signs in with the new password from now on.",
    });
    expect((await call(adminSession, {}, { host: hostOf("demo"), cookie })).status).toBe(401);
    const { results } = await env.DB.prepare(
      "SELECT actor_id, provider_id, action, subject, detail FROM audit",
    ).all();
    expect(results).toEqual([
      {
        actor_id: seeded.operator.id,
        provider_id: seeded.demo.id,
        action: "admin.password_set",
        subject: seeded.demo.admin.id,
        detail: null,
      },
    ]);
    expect((await logIn(seeded.demo.admin.password)).status).toBe(401);
    expect((await logIn("the next password")).status).toBe(200);
    await change(seeded.demo.admin.password);
  });

  test("keeps the password where the new one is too short", async () => {
    const before = await databaseChecksum();
    const answer = await change("7 chars");
    expect([answer.status, !answer.ok && answer.refusal]).toEqual([
      400,
      expect.objectContaining({ message: "Password must be at least 8 characters long.", success: false }),
    ]);
    expect(await databaseChecksum()).toBe(before);
  });
});

describe("the look of a provider's portal", () => {
  const patch = (captivePortalSettings: object) =>
    call(contract.patchProvider, { ...demo(), body: { captivePortalSettings } }, operator);

  test("changes in what is given, and nothing else is blanked; visitors see it at once", async () => {
    await patch({ companyName: "First", headerColor: "#0B5D4E" });
    expect((await call(getSettings, {}, { host: hostOf("demo") })).text).toContain("First");
    const answer = await patch({ companyName: "Second" });
    expect(answer.ok && answer.answer).toMatchObject({
      id: seeded.demo.id,
      businessName: "Demo WiFi",
      captivePortalSettings: { companyName: "Second", headerColor: "#0B5D4E" },
    });
    const seen = await call(getSettings, {}, { host: hostOf("demo") });
    expect(seen.ok && seen.answer.settings).toMatchObject({ companyName: "Second", headerColor: "#0B5D4E" });
    expect((await patch({})).status).toBe(200);
    expect((await call(contract.platformProvider, demo(), operator)).text).toContain("Second");
  });

  test("leaves a line of the operator's that names the provider and what changed", async () => {
    await clearAudit();
    await patch({ welcomeMessage: "Karibu" });
    expect(
      (await env.DB.prepare("SELECT actor, actor_id, provider_id, action, detail FROM audit").all()).results,
    ).toEqual([
      {
        actor: "platform",
        actor_id: seeded.operator.id,
        provider_id: seeded.demo.id,
        action: "settings.save",
        detail: '{"changes":{"welcomeMessage":{"from":null,"to":"Karibu"}}}',
      },
    ]);
  });

  test("is refused with what no page can show, and stays", async () => {
    await patch({ headerColor: "#0B5D4E" });
    const before = await databaseChecksum();
    const answer = await patch({ headerColor: "red" });
    expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([
      400,
      "Choose a colour like #0066cc",
    ]);
    expect(await databaseChecksum()).toBe(before);
  });
});

describe.each([
  ["platformProvider", contract.platformProvider, {}],
  ["patchProvider", contract.patchProvider, { captivePortalSettings: { companyName: "Mallory" } }],
  ["suspendProvider", contract.suspendProvider, {}],
  ["activateProvider", contract.activateProvider, {}],
  ["providerAdmin", contract.providerAdmin, {}],
  ["changeProviderPassword", contract.changeProviderPassword, { newPassword: "mallory's password" }],
])("%s", (_name, endpoint, body) => {
  test("knows no provider of another id, and changes nothing", async () => {
    const before = await databaseChecksum();
    for (const id of [nobody, "demo", seeded.demo.admin.id, "'"]) {
      const answer = await call(endpoint, { ...of(id), body }, operator);
      expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([
        404,
        "This provider does not exist.",
      ]);
    }
    expect(await databaseChecksum()).toBe(before);
  });
});
