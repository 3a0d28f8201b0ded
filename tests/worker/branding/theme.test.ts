import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { getTheme, saveTheme, Theme } from "#contract/branding";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookie: string;

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInOperator(seeded.operator);
});

const kept = async () => (await call(getTheme, {}, { cookie })).text;
const save = (theme: string, options = {}) => call(saveTheme, { body: { theme } }, { cookie, ...options });
const lines = async () =>
  (await env.DB.prepare("SELECT actor, actor_id, detail FROM audit WHERE action = 'theme.save'").all())
    .results;

test("a super admin's theme is the device's until another is chosen, and then that one", async () => {
  expect(await kept()).toBe('{"theme":"system"}');
  for (const theme of Theme.options) {
    expect((await save(theme)).text).toBe(JSON.stringify({ theme }));
    expect(await kept()).toBe(JSON.stringify({ theme }));
  }
  const named = Theme.options.map((to, place) => ({
    actor: "platform",
    actor_id: seeded.operator.id,
    detail: JSON.stringify({
      changes:
        to === "system" && place === 0 ? {} : { theme: { from: Theme.options[place - 1] ?? "system", to } },
    }),
  }));
  expect(await lines()).toEqual(named);
});

test("a theme that does not exist is refused and changes nothing", async () => {
  await save("blue");
  const before = await lines();
  for (const wrong of ["", "pink", "BLUE"]) expect((await save(wrong)).status).toBe(400);
  expect(await kept()).toBe('{"theme":"blue"}');
  expect(await lines()).toEqual(before);
});
