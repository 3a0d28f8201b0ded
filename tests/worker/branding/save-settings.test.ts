import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { getSettings, mediaFile, saveSettings, settingsDefaults } from "#contract/branding";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf, send } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let admin: CallOptions;
let shifted = 0;

beforeAll(async () => {
  seeded = await seedBoth();
  admin = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});
beforeEach(async () => {
  // What is kept for three seconds never outlives a test.
  shifted += 60_000;
  vi.setSystemTime(Date.now() + shifted);
  await env.DB.prepare("UPDATE providers SET captive_portal_settings = '{}'").run();
  return () => vi.useRealTimers();
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const dataUrl = (bytes: Uint8Array, type = "image/png") =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;

const save = (body: Record<string, unknown>, options = admin) => call(saveSettings, { body }, options);

async function saved(body: Record<string, unknown>, options = admin) {
  const answer = await save(body, options);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

async function refused(body: Record<string, unknown>) {
  const before = await databaseChecksum();
  const answer = await save(body);
  expect(await databaseChecksum()).toBe(before);
  return [answer.status, !answer.ok && answer.refusal?.message];
}

async function stored(subdomain = "demo") {
  const row = await env.DB.prepare(
    "SELECT captive_portal_settings AS settings FROM providers WHERE subdomain = ?1",
  )
    .bind(subdomain)
    .first<{ settings: string }>();
  return JSON.parse(row?.settings ?? "null");
}

async function portal(options: CallOptions) {
  const answer = await call(getSettings, {}, options);
  return answer.ok ? answer.answer.settings : null;
}

describe("saved settings", () => {
  test("are what visitors of the portal get at once, though they had just looked", async () => {
    const visitor = { host: hostOf("demo") };
    expect((await portal(visitor))?.companyName).toBe("Demo WiFi");
    const all = {
      companyName: "Mama Njeri WiFi",
      primaryColor: "#112233",
      secondaryColor: "#AABBCC",
      backgroundColor: "#fafafa",
      headerColor: "#0B5D4E",
      footerColor: "#000000",
      welcomeMessage: "Karibu!",
      termsUrl: "https://njeri.example/terms",
      privacyUrl: "http://njeri.example/privacy",
      supportPhone: "0700 000 009",
      supportEmail: "help@njeri.example",
    };
    const answer = await saved(all);
    expect(answer).toEqual({
      settings: { ...settingsDefaults, ...all },
      provider: { businessName: "Demo WiFi", subdomain: "demo" },
    });
    expect(await portal(visitor)).toEqual(answer.settings);
    expect(await stored()).toEqual(all);
  });

  test("change only what was given; an empty one goes back to its default", async () => {
    await saved({ companyName: "First", headerColor: "#0B5D4E", supportPhone: "0712345678" });
    const { settings } = await saved({ companyName: "", welcomeMessage: "Karibu!" });
    expect(settings).toMatchObject({
      companyName: "Demo WiFi",
      headerColor: "#0B5D4E",
      welcomeMessage: "Karibu!",
    });
    expect(await stored()).toEqual({
      headerColor: "#0B5D4E",
      supportPhone: "0712345678",
      welcomeMessage: "Karibu!",
    });
    await saved({ headerColor: "", supportPhone: "", welcomeMessage: "" });
    expect(await stored()).toEqual({});
  });

  test("of two who save at once both stay", async () => {
    await Promise.all([
      saved({ companyName: "One" }),
      saved({ headerColor: "#0B5D4E" }),
      saved({ supportPhone: "0712345679" }),
    ]);
    expect(await stored()).toEqual({
      companyName: "One",
      headerColor: "#0B5D4E",
      supportPhone: "0712345679",
    });
  });

  test("are the caller's own on the main domain, too, and nobody else's anywhere", async () => {
    const savanna = await stored("savanna");
    const onMain = { host: hostOf(), cookie: await signInProvider(seeded.demo, hostOf()) };
    expect((await saved({ companyName: "From the main domain" }, onMain)).provider.businessName).toBe(
      "Demo WiFi",
    );
    expect(await stored()).toEqual({ companyName: "From the main domain" });
    expect((await portal(onMain))?.companyName).toBe("From the main domain");
    expect((await portal({ host: hostOf("demo") }))?.companyName).toBe("From the main domain");
    expect((await portal({ host: hostOf() }))?.companyName).toBe(settingsDefaults.companyName);
    expect(await stored("savanna")).toEqual(savanna);
  });

  test("leave a line that says old and new", async () => {
    await clearAudit();
    await saved({ companyName: "Audited", termsUrl: "" });
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, action, detail FROM audit",
    ).all();
    expect(results).toEqual([
      {
        actor: "provider",
        actor_id: seeded.demo.admin.id,
        provider_id: seeded.demo.id,
        action: "settings.save",
        detail: '{"changes":{"companyName":{"from":null,"to":"Audited"}}}',
      },
    ]);
  });

  test.each([
    [{ primaryColor: "red" }, "Choose a colour like #0066cc"],
    [{ footerColor: "#12345" }, "Choose a colour like #0066cc"],
    [{ headerColor: "#0B5D4E;} body{" }, "Choose a colour like #0066cc"],
    [{ termsUrl: "javascript:alert(1)" }, "Enter a web address that begins with https://"],
    [{ supportEmail: "help" }, "Invalid email address"],
    [{ subdomain: "stolen" }, "This call does not take subdomain."],
  ])("with %j are refused", async (body, message) => {
    expect(await refused(body)).toEqual([400, message]);
  });
});

describe("a logo", () => {
  test("is stored as the picture that its bytes are and served from this host; naming it again keeps it", async () => {
    const { settings } = await saved({ logoUrl: dataUrl(png, "image/webp") });
    expect(settings.logoUrl).toMatch(/^\/media\/[0-9a-f]{64}$/);
    const hash = settings.logoUrl.split("/").at(-1) ?? "";
    const picture = await send(mediaFile, { params: { hash } }, { host: hostOf("demo") });
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await picture.arrayBuffer()).equals(png)).toBe(true);
    expect((await saved({ logoUrl: settings.logoUrl })).settings.logoUrl).toBe(settings.logoUrl);
    expect((await saved({ logoUrl: "" })).settings.logoUrl).toBe("");
  });

  const large = Buffer.concat([png, Buffer.alloc(50 * 1024)]);
  const unusable = "This logo cannot be used. Please choose a picture again.";
  test.each([
    ["another site's picture", "https://elsewhere.example/logo.png", unusable],
    ["an address where nothing is stored", `/media/${"0a".repeat(32)}`, unusable],
    ["a data URL that is no base64", "data:image/png;base64,####", unusable],
    ["a data URL of another kind", `data:text/html;base64,${png.toString("base64")}`, unusable],
    [
      "a drawing that can carry scripts",
      dataUrl(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml"),
      "This is not a picture. Please choose a PNG, JPEG, WebP or GIF.",
    ],
    ["more than 50 KB", dataUrl(large), "This logo is larger than 50 KB. Please choose a smaller one."],
    ["far too much", dataUrl(Buffer.alloc(240 * 1024)), "Please choose a smaller logo"],
  ])("is not %s", async (_what, logoUrl, message) => {
    const [status, said] = await refused({ companyName: "Kept out", logoUrl });
    expect([400, 413]).toContain(status);
    if (status === 400) expect(said).toBe(message);
  });
});
