import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { getGeneralSettings, getSettings, saveGeneralSettings, settingsDefaults } from "#contract/branding";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// How the portal looks where no provider decides.

let seeded: TwoProviders;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  // Also tells the running worker that what it kept is old.
  await save({ companyName: "", headerColor: "", supportPhone: "", welcomeMessage: "" });
  await env.DB.prepare("DELETE FROM platform_settings").run();
  await clearAudit();
});

const save = (body: Record<string, unknown>, options = operator) =>
  call(saveGeneralSettings, { body }, options);
const shown = async (host = hostOf()) => {
  const answer = await call(getSettings, {}, { host });
  return answer.ok ? answer.answer.settings : null;
};
const stored = async () => {
  const row = await env.DB.prepare("SELECT value FROM platform_settings WHERE name = 'portal'").first<{
    value: string;
  }>();
  return row ? JSON.parse(row.value) : null;
};

test("are the defaults until something is saved, and visitors of the main domain see that at once", async () => {
  expect((await call(getGeneralSettings, {}, operator)).text).toBe(
    JSON.stringify({ settings: settingsDefaults }),
  );
  expect((await shown())?.companyName).toBe(settingsDefaults.companyName);
  const all = {
    companyName: "Mlango East",
    primaryColor: "#112233",
    secondaryColor: "#AABBCC",
    backgroundColor: "#fafafa",
    headerColor: "#0B5D4E",
    footerColor: "#000000",
    welcomeMessage: "Karibu!",
    termsUrl: "https://m.example/terms",
    privacyUrl: "http://m.example/privacy",
    supportPhone: "0700 000 009",
    supportEmail: "help@m.example",
  };
  const answer = await save(all);
  const settings = { ...settingsDefaults, ...all };
  expect(answer.ok && answer.answer).toEqual({ settings });
  expect(await shown()).toEqual(settings);
  expect((await call(getGeneralSettings, {}, operator)).text).toBe(JSON.stringify({ settings }));
});

test("change only what was given; an empty one goes back to its default; of two at once both stay", async () => {
  await save({ companyName: "First", headerColor: "#0B5D4E" });
  await Promise.all([
    save({ companyName: "" }),
    save({ supportPhone: "0712345678" }),
    save({ welcomeMessage: "Karibu!" }),
  ]);
  expect(await stored()).toEqual({
    headerColor: "#0B5D4E",
    supportPhone: "0712345678",
    welcomeMessage: "Karibu!",
  });
});

test("leave a provider's own portal as it is", async () => {
  const before = await shown(hostOf("demo"));
  await save({ companyName: "Mlango East", headerColor: "#0B5D4E" });
  expect(await shown(hostOf("demo"))).toEqual(before);
});

test("leave a line that says who changed which field from what to what", async () => {
  await save({ companyName: "Audited", termsUrl: "" });
  const { results } = await env.DB.prepare(
    "SELECT actor, actor_id, provider_id, action, subject, detail FROM audit",
  ).all();
  expect(results).toEqual([
    {
      actor: "platform",
      actor_id: seeded.operator.id,
      provider_id: null,
      action: "settings.general",
      subject: "portal",
      detail: '{"changes":{"companyName":{"from":null,"to":"Audited"}}}',
    },
  ]);
});

test.each([
  [{ primaryColor: "red" }, "Choose a colour like #0066cc"],
  [{ privacyUrl: "javascript:alert(1)" }, "Enter a web address that begins with https://"],
  [{ supportEmail: "help" }, "Invalid email address"],
  [
    { logoUrl: "https://elsewhere.example/a.png" },
    "This logo cannot be used. Please choose a picture again.",
  ],
  [{ subdomain: "stolen" }, "This call does not take subdomain."],
])("with %j are refused and nothing is changed", async (body, sentence) => {
  const before = await databaseChecksum();
  const answer = await save(body);
  expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([400, sentence]);
  expect(await databaseChecksum()).toBe(before);
});
