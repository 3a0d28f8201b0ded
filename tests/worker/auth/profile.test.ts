import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adminLogIn, adminSession } from "#contract/auth";
import { getProfile, updateProfile } from "#contract/profile";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { passwords, seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookie: string;
let shifted = 0;

const host = hostOf("demo");

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(async () => {
  // Tries of one test never count in another.
  shifted += 2 * 3_600_000;
  vi.setSystemTime(Date.now() + shifted);
  cookie = await signInProvider(seeded.demo);
  return () => vi.useRealTimers();
});

const own = () => seeded.demo.admin.id;
const kept = { name: "Amina Wanjiru", email: "amina@demo.example" };
const read = (id = own(), by = cookie) => call(getProfile, { params: { id } }, { host, cookie: by });
const change = (changes: Record<string, unknown> = {}, id = own(), headers: Record<string, string> = {}) =>
  call(updateProfile, { params: { id }, body: { ...kept, ...changes } }, { host, cookie, headers });
const anew = (currentPassword: string, newPassword: string) => ({
  currentPassword,
  newPassword,
  confirmPassword: newPassword,
});
const isSignedIn = async (by: string) => (await call(adminSession, {}, { host, cookie: by })).status === 200;
const canSignIn = async (password: string) =>
  (await call(adminLogIn, { body: { username: "demo", password } }, { host })).status === 200;

describe("a profile", () => {
  test("is the signed-in admin's own: name, e-mail, username and role", async () => {
    const answer = await read();
    expect(answer.ok && answer.answer).toEqual({
      ...kept,
      isEmailConfirmed: false,
      username: "demo",
      role: "owner",
    });
  });

  test("of anybody else is not found, and not changed", async () => {
    const before = await databaseChecksum();
    for (const id of [seeded.savanna.admin.id, seeded.operator.id, "nobody"]) {
      for (const answer of [await read(id), await change({ name: "Mallory" }, id)]) {
        expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([
          ...[404, "This profile does not exist."],
        ]);
      }
    }
    expect(await databaseChecksum()).toBe(before);
  });

  test("takes name and e-mail without a password, in every browser at once, and leaves the others signed in", async () => {
    const other = await signInProvider(seeded.demo);
    const answer = await change({
      name: " Amina W. ",
      email: "new@demo.example",
      currentPassword: "",
      newPassword: "",
    });
    expect(answer.ok && answer.answer).toEqual({
      name: "Amina W.",
      email: "new@demo.example",
      isEmailConfirmed: false,
      username: "demo",
      role: "owner",
    });
    const seen = await read(own(), other);
    expect(seen.ok && seen.answer.name).toBe("Amina W.");
    expect((await change()).status).toBe(200);
    expect(await canSignIn(passwords.demo)).toBe(true);
  });

  test("keeps its password where only the current one is given", async () => {
    expect((await change({ currentPassword: "whatever it was" })).status).toBe(200);
    expect(await canSignIn(passwords.demo)).toBe(true);
  });

  test.each([
    [{ name: "  " }, "Name is required"],
    [anew("demo password", "          "), "Password must not be blank."],
  ])("refuses %j with what is wrong, and changes nothing", async (changes, message) => {
    const before = await databaseChecksum();
    const answer = await change(changes);
    expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([400, message]);
    expect(await databaseChecksum()).toBe(before);
  });
});

describe("a new password", () => {
  test("needs the current one; a wrong one changes nothing, not even the name", async () => {
    const before = await databaseChecksum();
    const answer = await change({ name: "Mallory", ...anew("a guess", "new password") });
    expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([
      ...[400, "The current password is not right"],
    ]);
    expect(await databaseChecksum()).toBe(before);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test("ends every other session of this admin, on every host, and nobody else's", async () => {
    const others = [await signInProvider(seeded.demo), await signInProvider(seeded.demo, hostOf())];
    const stranger = await signInProvider(seeded.savanna);
    expect((await change(anew(passwords.demo, "quite new password"))).status).toBe(200);
    expect(await isSignedIn(cookie)).toBe(true);
    expect(await isSignedIn(others[0] ?? "")).toBe(false);
    expect((await call(adminSession, {}, { host: hostOf(), cookie: others[1] ?? "" })).status).toBe(401);
    expect((await call(adminSession, {}, { host: hostOf("savanna"), cookie: stranger })).status).toBe(200);
    expect([await canSignIn(passwords.demo), await canSignIn("quite new password")]).toEqual([false, true]);
    expect((await change(anew("quite new password", passwords.demo))).status).toBe(200);
  });

  test("cannot be guessed for: after five wrong tries from one network even the right one waits", async () => {
    for (let tries = 0; tries < 5; tries += 1)
      expect((await change(anew(`guess ${tries}`, "new password"))).status).toBe(400);
    const answer = await change(anew(passwords.demo, "new password"));
    expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([
      ...[429, "Too many tries with the current password. Try again in 15 minutes."],
    ]);
    expect(answer.headers.get("retry-after")).toBe("900");
    expect(await canSignIn(passwords.demo)).toBe(true);
    const elsewhere = { "cf-connecting-ip": "41.90.64.1" };
    expect((await change(anew(passwords.demo, passwords.demo), own(), elsewhere)).status).toBe(200);
  });

  test("leaves a line that says so, without the password", async () => {
    await clearAudit();
    await change();
    await change(anew(passwords.demo, passwords.demo));
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, action, subject, detail FROM audit ORDER BY rowid",
    ).all();
    const line = {
      actor: "provider",
      actor_id: own(),
      provider_id: seeded.demo.id,
      action: "admin.profile",
      subject: own(),
    };
    expect(results).toEqual([
      { ...line, detail: '{"changes":{},"password":false}' },
      { ...line, detail: '{"changes":{},"password":true}' },
    ]);
  });
});
