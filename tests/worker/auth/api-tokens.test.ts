import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import * as calls from "#contract/api-tokens";
import { listActivity } from "#contract/audit";
import { adminListPlans } from "#contract/plans";
import { generateVouchers } from "#contract/vouchers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let owner: { host: string; cookie: string };

beforeAll(async () => {
  seeded = await seedBoth();
  owner = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});

async function make(more: { lastDay?: string } = {}) {
  const scopes = ["read:plans", "write:vouchers"];
  const made = await call(calls.makeApiToken, { body: { name: "Shop", scopes, ...more } }, owner);
  if (!made.ok) throw new Error(made.text);
  return made.answer;
}
const by = (secret: string) => ({
  host: hostOf("demo"),
  origin: null,
  headers: { authorization: `Bearer ${secret}` },
});
const plansBy = async (secret: string) => (await call(adminListPlans, {}, by(secret))).status;
const db = () => tenantDatabase(seeded.demo.id);

test("is told once and kept as a hash; its use is noted once an hour; revoked it opens nothing", async () => {
  const { secret, token } = await make();
  const kept = JSON.stringify(await db().prepare("SELECT * FROM api_tokens").all());
  expect(kept).not.toContain(secret.split("_").at(-1));
  expect(token).toMatchObject({ name: "Shop", lastUsedAt: null, expiresAt: null, isLive: true });
  expect(await plansBy(secret)).toBe(200);
  const used = () =>
    db().prepare("SELECT last_used_at FROM api_tokens WHERE id = ?1").bind(token.id).first("last_used_at");
  const first = await used();
  expect(first).toBeGreaterThan(0);
  expect(await plansBy(secret)).toBe(200);
  expect(await used()).toBe(first);
  expect((await call(calls.revokeApiToken, { params: { id: token.id } }, owner)).status).toBe(200);
  expect(await plansBy(secret)).toBe(401);
  expect((await call(calls.revokeApiToken, { params: { id: token.id } }, owner)).status).toBe(404);
});

test("says by name who made it, and by username of one who has none", async () => {
  const { id, username } = seeded.demo.admin;
  const name = "Amina Wanjiru";
  expect((await make()).token.madeBy).toBe(name);
  await db().prepare("UPDATE admins SET name = '' WHERE id = ?1").bind(id).run();
  expect((await make()).token.madeBy).toBe(username);
  await db().prepare("UPDATE admins SET name = ?2 WHERE id = ?1").bind(id, name).run();
});

test("works while who made it is an owner who can sign in", async () => {
  const { secret } = await make();
  for (const state of ["role = 'cashier'", "disabled_at = 1"]) {
    await db().prepare(`UPDATE admins SET ${state} WHERE id = ?1`).bind(seeded.demo.admin.id).run();
    expect([state, await plansBy(secret)]).toEqual([state, 401]);
    await db()
      .prepare("UPDATE admins SET role = 'owner', disabled_at = NULL WHERE id = ?1")
      .bind(seeded.demo.admin.id)
      .run();
  }
  expect(await plansBy(secret)).toBe(200);
});

test("has a last day that is not past, and works through it", async () => {
  const { token } = await make({ lastDay: "2099-12-31" });
  expect(token.expiresAt).toBe("2099-12-31T21:00:00.000Z");
  const body = { name: "Shop", scopes: ["read:plans"], lastDay: "2020-01-01" };
  const refused = await call(calls.makeApiToken, { body }, owner);
  expect(refused.ok ? "" : refused.refusal?.reason).toBe("token_past");
});

test("makes vouchers, and the activity says by which token", async () => {
  const { secret } = await make();
  const body = { planId: seeded.demo.plans[0]?.id, quantity: 3 };
  const made = await call(generateVouchers, { body }, by(secret));
  expect(made.ok && made.answer.vouchers.length).toBe(3);
  const lines = await call(listActivity, {}, owner);
  const said = lines.ok ? lines.answer.map(({ what }) => what) : [];
  expect(said).toContain("Made 3 vouchers, by the API token Shop");
  expect(said).toContain("Made the API token Shop");
});

test("may ask so many times a minute", async () => {
  const { secret } = await make();
  const statuses = await Promise.all(Array.from({ length: 125 }, () => plansBy(secret)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test("there are twenty at most", async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(calls.makeApiToken, { body: { name: "Shop", scopes: ["read:plans"] } }, owner),
    ),
  );
  expect(made.some(({ status }) => status === 409)).toBe(true);
  const open = await call(calls.listApiTokens, {}, owner);
  expect(open.ok && open.answer.length).toBe(20);
});

test("that nobody has, of whatever provider, touches no object", async () => {
  const before = await providerObjects();
  const secret = "0".repeat(64);
  for (const provider of [crypto.randomUUID(), "demo", "x".repeat(200)])
    expect(await plansBy(`mlango_${provider}_${secret}`)).toBe(401);
  const atMain = { ...by(`mlango_${crypto.randomUUID()}_${secret}`), host: hostOf() };
  expect((await call(adminListPlans, {}, atMain)).status).toBe(401);
  expect(await providerObjects()).toEqual(before);
});

const providerObjects = async () => (await listDurableObjectIds(env.PROVIDER)).map(String).sort();

test("of a suspended provider makes no vouchers, as its people cannot", async () => {
  await db().prepare("DELETE FROM api_tokens").run();
  const { secret } = await make();
  const planId = seeded.demo.plans[0]?.id ?? "";
  const made = () => call(generateVouchers, { body: { planId, quantity: 1 } }, by(secret));
  const set = (status: string) =>
    env.DB.prepare("UPDATE providers SET status = ?2 WHERE id = ?1").bind(seeded.demo.id, status).run();
  await set("suspended");
  const refused = await made();
  const people = await call(generateVouchers, { body: { planId, quantity: 1 } }, owner);
  const reason = ({ text }: { text: string }) => /"reason":"(\w+)"/.exec(text)?.[1];
  expect([refused.status, reason(refused)]).toEqual([403, reason(people)]);
  await set("active");
  expect((await made()).status).toBe(200);
});
