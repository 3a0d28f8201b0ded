import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { getProvider, getSettings, settingsDefaults } from "#contract/branding";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { visit } from "../../support/portal-page.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let gate: string;
let shifted = 0;

beforeAll(async () => {
  seeded = await seedBoth();
  gate = seeded.demo.routers[0]?.id ?? "";
});
beforeEach(async () => {
  // What is kept for three seconds never outlives a test.
  shifted += 600_000;
  vi.setSystemTime(Date.now() + shifted);
  await providerSets({});
  await operatorSets({});
});
afterEach(() => {
  vi.useRealTimers();
});

async function providerSets(settings: Record<string, unknown>): Promise<void> {
  await env.DB.prepare("UPDATE providers SET captive_portal_settings = ?2 WHERE id = ?1")
    .bind(seeded.demo.id, JSON.stringify(settings))
    .run();
}

async function operatorSets(settings: Record<string, unknown>): Promise<void> {
  await env.DB.prepare("INSERT OR REPLACE INTO platform_settings VALUES ('portal', ?1, 1)")
    .bind(JSON.stringify(settings))
    .run();
}

async function settings(options: CallOptions = {}, query: Record<string, string> = {}) {
  const answer = await call(getSettings, { query }, options);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

const logo = `/media/${"0a".repeat(32)}`;
const chosen = {
  companyName: "Mama Njeri WiFi",
  logoUrl: logo,
  primaryColor: "#112233",
  secondaryColor: "#abc",
  backgroundColor: "#fafafa",
  headerColor: "#0B5D4E",
  footerColor: "#000000",
  welcomeMessage: "Karibu!",
  termsUrl: "https://njeri.example/terms",
  privacyUrl: "http://njeri.example/privacy",
  supportPhone: "254700000009",
  supportEmail: "help@njeri.example",
};
const demoContacts = { supportPhone: "254712000001", supportEmail: "amina@demo.example" };

describe("the settings of a host", () => {
  test("are what its provider set, field by field, and defaults for the rest", async () => {
    const host = hostOf("demo");
    expect(await settings({ host })).toEqual({
      settings: { ...settingsDefaults, companyName: "Demo WiFi", ...demoContacts },
      provider: { businessName: "Demo WiFi", subdomain: "demo" },
    });
    vi.setSystemTime(Date.now() + 3_001);
    await providerSets(chosen);
    expect((await settings({ host })).settings).toEqual(chosen);
    vi.setSystemTime(Date.now() + 3_001);
    for (const name of Object.keys(chosen)) {
      await providerSets({ ...chosen, [name]: " " });
      vi.setSystemTime(Date.now() + 3_001);
      const fallBack = { ...settingsDefaults, companyName: "Demo WiFi", ...demoContacts };
      const expected = { ...chosen, [name]: fallBack[name as keyof typeof fallBack] };
      expect((await settings({ host })).settings, name).toEqual(expected);
    }
  });

  test("of the main domain are the operator's, and defaults for the rest", async () => {
    expect(await settings()).toEqual({ settings: settingsDefaults, provider: null });
    vi.setSystemTime(Date.now() + 3_001);
    await operatorSets({ ...chosen, footerColor: "" });
    await providerSets({ companyName: "Not here" });
    const { footerColor } = settingsDefaults;
    expect(await settings()).toEqual({ settings: { ...chosen, footerColor }, provider: null });
  });

  test("of the main domain at a router are the operator's with its provider's contacts", async () => {
    await operatorSets(chosen);
    await providerSets({ companyName: "Not here", headerColor: "#ff0000", supportPhone: "254711111111" });
    expect(await settings({}, { routerId: gate })).toEqual({
      settings: { ...chosen, ...demoContacts, supportPhone: "254711111111" },
      provider: { businessName: "Demo WiFi", subdomain: "demo" },
    });
    const unknown = await settings({}, { routerId: crypto.randomUUID() });
    expect(unknown).toEqual({ settings: chosen, provider: null });
  });

  test("never carry a colour that is none, a picture from elsewhere, or a link that is no web address", async () => {
    const evil = {
      headerColor: ["red", "#12", "#1234567", "url(https://x)", "#fff;}", "rgb(1,2,3)"],
      logoUrl: [
        "https://evil.example/logo.png",
        "//evil.example/x",
        `${logo}0`,
        `https://evil.example${logo}`,
        `${logo}?x=//evil`,
        "data:image/png;base64,AAAA",
      ],
      termsUrl: ["javascript:alert(1)", "ftp://x/", "https://", "//evil.example", "/terms"],
      privacyUrl: ["data:text/html,x", "mailto:a@b.example"],
    };
    for (const [name, values] of Object.entries(evil))
      for (const value of values) {
        vi.setSystemTime(Date.now() + 3_001);
        await providerSets({ ...chosen, [name]: value, unknown: "x", welcomeMessage: 7 });
        const { welcomeMessage } = settingsDefaults;
        const expected = { ...chosen, welcomeMessage, [name]: settingsDefaults[name as "headerColor"] };
        const found = await settings({ host: hostOf("demo") });
        expect(found.settings, value).toEqual(expected);
        expect((await visit("/")).data.brand, value).toEqual({ ...expected, subdomain: "demo" });
      }
  });

  test("are an admin's own on the main domain, at once; at a router they are the portal's", async () => {
    const cookie = await signInProvider(seeded.demo, hostOf());
    await settings({ cookie });
    await providerSets(chosen);
    expect(await settings({ cookie })).toEqual({
      settings: chosen,
      provider: { businessName: "Demo WiFi", subdomain: "demo" },
    });
    const lodge = seeded.savanna.routers[0]?.id ?? "";
    const other = await settings({ cookie }, { routerId: lodge });
    expect(other.provider).toEqual({ businessName: "Savanna Net", subdomain: "savanna" });
    expect(other.settings.companyName).toBe(settingsDefaults.companyName);
  });

  test("are told to a suspended provider's admin as to its visitors", async () => {
    const cookie = await signInProvider(seeded.demo);
    await env.DB.prepare("UPDATE providers SET status = 'suspended' WHERE id = ?1")
      .bind(seeded.demo.id)
      .run();
    const found = await settings({ host: hostOf("demo"), cookie });
    expect(found.provider).toEqual({ businessName: "Demo WiFi", subdomain: "demo" });
    await env.DB.prepare("UPDATE providers SET status = 'active' WHERE id = ?1").bind(seeded.demo.id).run();
  });
});

describe("a provider by its subdomain", () => {
  const provider = (subdomain: string, host = hostOf()) =>
    call(getProvider, { params: { subdomain } }, { host });

  test("is what its portal shows, and nothing more", async () => {
    await providerSets({ companyName: "Mama Njeri WiFi", headerColor: "red", logoUrl: "", secret: "x" });
    for (const [name, host] of [
      ["demo", hostOf("demo")],
      ["DEMO", hostOf("demo")],
      ["demo", hostOf()],
    ] as const) {
      const answer = await provider(name, host);
      expect(answer.ok && JSON.parse(answer.text)).toEqual({
        id: seeded.demo.id,
        subdomain: "demo",
        businessName: "Demo WiFi",
        phone: "254712000001",
        email: "amina@demo.example",
        captivePortalSettings: { companyName: "Mama Njeri WiFi" },
      });
    }
  });

  test("is not found under any other name, nor another's on a provider's host", async () => {
    const wrong = ["nobody", "demo.", "-demo", "de mo", "demo%00", "%", "' OR 1=1 --", "x".repeat(3_000)];
    for (const name of wrong) expect([name, (await provider(name)).status]).toEqual([name, 404]);
    const unknown = await provider("nobody", hostOf("demo"));
    const foreign = await provider("savanna", hostOf("demo"));
    expect(foreign.status).toBe(404);
    expect(!foreign.ok && foreign.refusal).toEqual(!unknown.ok && unknown.refusal);
    expect((await provider("savanna", hostOf("savanna"))).status).toBe(200);
  });
});
