import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeApiToken } from "#contract/api-tokens";
import * as forgotten from "#contract/forgotten-password";
import { acceptPersonInvitation, invitePerson } from "#contract/people";
import { adminListPlans } from "#contract/plans";
import * as waysIn from "#contract/ways-in";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { patienceMs } from "../../support/patience.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// What a thief leaves behind in somebody's name outlives a new password until its owner ends it, and they are shown it.

let seeded: TwoProviders;
let owner: { host: string; cookie: string };
let other: string;
let asking = 0;

const host = hostOf("demo");
const db = () => tenantDatabase(seeded.demo.id);
const from = () => ({ "cf-connecting-ip": `203.0.113.${++asking}` });
const reasonOf = (answer: { ok: boolean; status: number; refusal?: { reason: string } | null }) =>
  answer.ok ? answer.status : (answer.refusal?.reason ?? answer.status);

beforeAll(async () => {
  seeded = await seedBoth();
  other = await addOwner();
});
beforeEach(async () => {
  await db().prepare("DELETE FROM api_tokens").run();
  await db().prepare("DELETE FROM admin_invitations").run();
  await db().prepare("DELETE FROM mailed_links").run();
  await db()
    .prepare("UPDATE admins SET email = 'amina@demo.example', confirmed_email = 'amina@demo.example'")
    .run();
  await env.DB.prepare("DELETE FROM mail").run();
  await clearAudit();
  await db()
    .prepare("UPDATE admins SET password_hash = (SELECT password_hash FROM admins WHERE id = ?1)")
    .bind(seeded.demo.admin.id)
    .run();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The cookie of another owner of the same provider. */
async function addOwner(): Promise<string> {
  const first = { host, cookie: await signInProvider(seeded.demo) };
  const code = await invite(first, "Baraka");
  const body = { code, username: "baraka", password: "a sentence of his own" };
  const { headers } = await call(acceptPersonInvitation, { body }, { host, headers: from() });
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}
async function invite(by: { host: string; cookie: string }, name: string): Promise<string> {
  const answer = await call(invitePerson, { body: { name, role: "owner" } }, by);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.address.split("=").at(-1) ?? "";
}
async function token(by: { host: string; cookie: string }, name: string): Promise<string> {
  const made = await call(makeApiToken, { body: { name, scopes: ["read:plans"] } }, by);
  if (!made.ok) throw new Error(made.text);
  return made.answer.secret;
}
const works = async (secret: string) =>
  (await call(adminListPlans, {}, { host, origin: null, headers: { authorization: `Bearer ${secret}` } }))
    .status === 200;
const isOpen = async (code: string) => {
  const body = { code, username: `guest${++asking}`, password: "a sentence of his own" };
  return (await call(acceptPersonInvitation, { body }, { host, headers: from() })).status === 200;
};

async function left() {
  owner = { host, cookie: await signInProvider(seeded.demo) };
  const theirs = { host, cookie: other };
  return {
    mine: await token(owner, "Mine"),
    others: await token(theirs, "Of another owner"),
    invitation: await invite(owner, "A friend of the thief"),
    othersInvitation: await invite(theirs, "A new cashier"),
  };
}
let mailed = "";
async function resetCode(): Promise<string> {
  const body = { username: seeded.demo.admin.username };
  await call(forgotten.askPasswordReset, { body }, { host, headers: from() });
  const text = await vi.waitFor(async () => {
    const found = await env.DB.prepare(
      "SELECT text FROM mail WHERE event LIKE 'link %' ORDER BY rowid DESC",
    ).first<string>("text");
    if (!found || found === mailed) throw new Error("no letter yet");
    return found;
  }, patienceMs);
  mailed = text;
  return /#reset=([0-9a-f]{64})\n/.exec(text)?.[1] ?? "";
}
const reset = (code: string) =>
  call(
    forgotten.resetPassword,
    { body: { code, password: seeded.demo.admin.password } },
    { host, headers: from() },
  );
const end = (code: string, at = host) =>
  call(forgotten.endWaysInAfterReset, { body: { code } }, { host: at, headers: from() });

describe("after a forgotten password", () => {
  test("the answer names what goes on opening the provider in this name, and one call ends it all and nobody else's", async () => {
    const made = await left();
    const code = await resetCode();
    const answer = await reset(code);
    if (!answer.ok) throw new Error(answer.text);
    expect(answer.answer.waysIn).toMatchObject({
      tokens: [{ name: "Mine", lastUsedAt: null }],
      invitations: [{ name: "A friend of the thief", role: "owner" }],
    });
    expect([await works(made.mine), await works(made.others)]).toEqual([true, true]);
    expect([reasonOf(await end(code)), reasonOf(await end(code))]).toEqual([200, 200]);
    expect([await works(made.mine), await works(made.others)]).toEqual([false, true]);
    expect([await isOpen(made.invitation), await isOpen(made.othersInvitation)]).toEqual([false, true]);
    const { results } = await env.DB.prepare(
      "SELECT actor_id AS who, detail FROM audit WHERE action = 'admin.ways_in_ended'",
    ).all();
    expect(results).toEqual([{ who: seeded.demo.admin.id, detail: '{"tokens":1,"invitations":1}' }]);
  });

  test("nobody ends them by a link that was not used, that another password made void, or half an hour later", async () => {
    const made = await left();
    const [unused, used] = [await resetCode(), await resetCode()];
    expect(reasonOf(await end(unused))).toBe("mailed_link_ended");
    expect(reasonOf(await reset(used))).toBe(200);
    expect(reasonOf(await end(unused))).toBe("mailed_link_ended");
    expect(reasonOf(await end("0".repeat(64)))).toBe("mailed_link_ended");
    expect(reasonOf(await end(used, hostOf("savanna")))).toBe("mailed_link_ended");
    vi.setSystemTime(Date.now() + 31 * 60_000);
    expect(reasonOf(await end(used))).toBe("mailed_link_ended");
    expect(await works(made.mine)).toBe(true);
  });
});

describe("an owner who is signed in", () => {
  test("sees their own and ends them by one call", async () => {
    const made = await left();
    const seen = await call(waysIn.listWaysIn, {}, owner);
    expect(seen.ok && seen.answer).toMatchObject({
      tokens: [{ name: "Mine" }],
      invitations: [{ name: "A friend of the thief" }],
    });
    expect(reasonOf(await call(waysIn.endWaysIn, {}, owner))).toBe(200);
    expect([await works(made.mine), await works(made.others)]).toEqual([false, true]);
    expect([await isOpen(made.invitation), await isOpen(made.othersInvitation)]).toEqual([false, true]);
    const after = await call(waysIn.listWaysIn, {}, owner);
    expect(after.ok && after.answer).toEqual({ tokens: [], invitations: [] });
  });
});
