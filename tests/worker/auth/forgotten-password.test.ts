import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adminLogIn, adminSession } from "#contract/auth";
import * as forgotten from "#contract/forgotten-password";
import { getProfile, updateProfile } from "#contract/profile";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// A forgotten password is mended by a link to a confirmed address: good once, for 30 minutes, and only at the provider's own host.

let seeded: TwoProviders;
let cookie: string;
let hash: string;

const host = hostOf("demo");
const newPassword = "quite another sentence";
const db = () => tenantDatabase(seeded.demo.id);
const run = (sql: string, ...values: (string | number)[]) =>
  db()
    .prepare(sql)
    .bind(...values)
    .run();

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
  hash = (await db().prepare("SELECT password_hash FROM admins").first<string>("password_hash")) ?? "";
});
beforeEach(async () => {
  await run("DELETE FROM mailed_links");
  await run("UPDATE admins SET email = 'amina@demo.example', confirmed_email = NULL, disabled_at = NULL");
  await run("UPDATE admins SET password_hash = ?1", hash);
  await run("UPDATE sessions SET revoked_at = NULL, confirmed_at = ?1", Date.now());
  await env.DB.prepare("DELETE FROM mail").run();
});

afterEach(() => {
  vi.useRealTimers();
});

const sent = (at: number) => env.DB.prepare("UPDATE mail SET sent_at = ?1").bind(at).run();

/** No two tests count against one limit. */
let asking = 0;
const fromNetwork = () => ({ "cf-connecting-ip": `203.0.113.${++asking}` });

const letters = async () => {
  const { results } = await env.DB.prepare(
    "SELECT recipient, subject, text FROM mail ORDER BY created_at",
  ).all<{
    recipient: string;
    subject: string;
    text: string;
  }>();
  return results;
};
async function mailed(kind: "confirm" | "reset"): Promise<string> {
  const [letter] = await letters();
  return new RegExp(`/admin#${kind}=([0-9a-f]{64})\n`).exec(letter?.text ?? "")?.[1] ?? "";
}
async function ask(username = seeded.demo.admin.username, at = host) {
  const headers = fromNetwork();
  const answer = await call(forgotten.askPasswordReset, { body: { username } }, { host: at, headers });
  // What is done behind the answer.
  for (let look = 0; look < 40 && (await letters()).length === 0; look++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return answer;
}
const reset = (code: string, password = newPassword, at = host) =>
  call(forgotten.resetPassword, { body: { code, password } }, { host: at, headers: fromNetwork() });
const confirm = (code: string, at = host) =>
  call(forgotten.confirmEmail, { body: { code } }, { host: at, headers: fromNetwork() });
const askToConfirm = () => call(forgotten.askEmailConfirmation, {}, { host, cookie });
const logIn = async (password: string) => {
  const body = { username: seeded.demo.admin.username, password };
  return (await call(adminLogIn, { body }, { host, headers: fromNetwork() })).status;
};
const isIn = async () => (await call(adminSession, {}, { host, cookie })).status === 200;
const confirmed = () => run("UPDATE admins SET confirmed_email = email");
const reason = (answer: Awaited<ReturnType<typeof reset | typeof confirm | typeof askToConfirm>>) =>
  answer.ok ? 200 : answer.refusal?.reason;

describe("a forgotten password", () => {
  test("is mended by the mailed link: once, and every session ends", async () => {
    await confirmed();
    expect((await ask()).status).toBe(200);
    const [letter] = await letters();
    expect(letter).toMatchObject({ recipient: "amina@demo.example" });
    expect(letter?.text).toContain("Hello demo");
    expect(letter?.text).toContain("Habari demo");
    const code = await mailed("reset");
    const stored = JSON.stringify(await db().prepare("SELECT * FROM mailed_links").all());
    expect(stored).not.toContain(code);
    expect(reason(await reset(code, "password"))).toBe("password_common");
    expect(reason(await reset(code, newPassword, hostOf("savanna")))).toBe("mailed_link_ended");
    expect(reason(await reset(code, newPassword, hostOf()))).toBe("nothing_here");
    expect([await isIn(), reason(await reset(code)), await isIn()]).toEqual([true, 200, false]);
    expect(await logIn(newPassword)).toBe(200);
    expect(reason(await reset(code, "one more sentence"))).toBe("mailed_link_ended");
  });

  test("is answered alike for a name that nobody has, and one without a confirmed address", async () => {
    const known = await ask();
    const unknown = await ask("nobody-at-all");
    const foreign = await ask(seeded.savanna.admin.username);
    for (const answer of [known, unknown, foreign])
      expect([answer.status, answer.ok && answer.answer]).toEqual([200, known.ok && known.answer]);
    await run("UPDATE admins SET confirmed_email = 'older@demo.example'");
    await ask();
    await confirmed();
    await run("UPDATE admins SET disabled_at = 1");
    await ask();
    expect(await letters()).toEqual([]);
  });

  test("is asked for on the main domain, too, where names of all providers are known", async () => {
    await confirmed();
    expect((await ask(seeded.demo.admin.username, hostOf())).status).toBe(200);
    expect(await mailed("reset")).toMatch(/^[0-9a-f]{64}$/);
    const [letter] = await letters();
    expect(letter?.text).toContain(`//${host}/admin#reset=`);
  });

  test("is mailed three times in an hour at most, and a network is told to wait", async () => {
    await confirmed();
    for (let time = 0; time < 5; time++) await ask();
    await expect.poll(letters).toHaveLength(3);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await letters()).toHaveLength(3);
    const headers = fromNetwork();
    const body = { username: "somebody" };
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++)
      statuses.push((await call(forgotten.askPasswordReset, { body }, { host, headers })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("asked for by a stranger three times leaves its owner a link: one more goes once none of them is good any longer", async () => {
    await confirmed();
    const written = async (count: number) => {
      await expect.poll(letters).toHaveLength(count);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await letters()).toHaveLength(count);
    };
    for (let time = 0; time < 4; time++) await ask();
    await written(3);
    await sent(Date.now());
    const at = Date.now();
    vi.setSystemTime(at + 15 * 60_000);
    await ask();
    await written(3);
    vi.setSystemTime(at + 31 * 60_000);
    expect((await ask()).status).toBe(200);
    await written(4);
    await ask();
    await written(4);
    const newest = (await letters()).at(-1)?.text ?? "";
    expect(reason(await reset(/#reset=([0-9a-f]{64})\n/.exec(newest)?.[1] ?? ""))).toBe(200);
  });

  test("goes as a letter that a stranger asked for: it stands in front of nothing that the platform tells", async () => {
    await confirmed();
    await ask();
    const row = await env.DB.prepare("SELECT lane, asked_from, asked_near FROM mail").first();
    expect(row).toEqual({ lane: "asked", asked_from: `203.0.113.${asking}`, asked_near: "203.0" });
  });

  test("has a link for half an hour since its letter was sent, however long that waited", async () => {
    await confirmed();
    await ask();
    const code = await mailed("reset");
    const at = Date.now();
    vi.setSystemTime(at + 3 * 3_600_000);
    await sent(Date.now());
    vi.setSystemTime(at + 3 * 3_600_000 + 31 * 60_000);
    expect(reason(await reset(code))).toBe("mailed_link_ended");
  });

  test("has a link that was sent late, and is good then", async () => {
    await confirmed();
    await ask();
    const code = await mailed("reset");
    vi.setSystemTime(Date.now() + 3 * 3_600_000);
    await sent(Date.now());
    vi.setSystemTime(Date.now() + 29 * 60_000);
    expect(reason(await reset(code))).toBe(200);
  });

  test("has no link that is good for ever where its letter is never sent", async () => {
    await confirmed();
    await ask();
    const code = await mailed("reset");
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    expect(reason(await reset(code))).toBe("mailed_link_ended");
  });

  test.each([
    ["is too old", () => run("UPDATE mailed_links SET expires_at = ?1", Date.now())],
    [
      "went to an address that is no longer theirs",
      () => run("UPDATE admins SET email = 'new@demo.example'"),
    ],
    ["is of somebody who was switched off", () => run("UPDATE admins SET disabled_at = 1")],
    [
      "came before another new password",
      async () => {
        const body = {
          name: "Amina",
          email: "amina@demo.example",
          currentPassword: seeded.demo.admin.password,
          newPassword,
          confirmPassword: newPassword,
        };
        const { id } = seeded.demo.admin;
        expect((await call(updateProfile, { params: { id }, body }, { host, cookie })).status).toBe(200);
      },
    ],
  ])("stays as it is by a link that %s", async (_why, change) => {
    await confirmed();
    await ask();
    const code = await mailed("reset");
    await change();
    expect(reason(await reset(code, "one more sentence"))).toBe("mailed_link_ended");
  });
});

describe("an address", () => {
  test("that nobody confirmed gets its link with letters to strangers, three an hour whatever it is changed to", async () => {
    const { id } = seeded.demo.admin;
    for (const place of [1, 2, 3, 4, 5]) {
      const body = { name: "Amina", email: `stranger${place}@demo.example` };
      await call(updateProfile, { params: { id }, body }, { host, cookie });
      expect(reason(await askToConfirm())).toBe(place > 3 ? "email_confirmation_none" : 200);
    }
    const { results } = await env.DB.prepare("SELECT DISTINCT lane FROM mail").all();
    expect(results).toEqual([{ lane: "stranger" }]);
  });

  test("is confirmed by the link that was mailed to it, and no longer when it changes", async () => {
    const { id } = seeded.demo.admin;
    const isConfirmed = async () => {
      const answer = await call(getProfile, { params: { id } }, { host, cookie });
      return answer.ok && answer.answer.isEmailConfirmed;
    };
    expect(await isConfirmed()).toBe(false);
    expect(reason(await askToConfirm())).toBe(200);
    const code = await mailed("confirm");
    expect(reason(await confirm(code, hostOf("savanna")))).toBe("mailed_link_ended");
    expect(reason(await reset(code))).toBe("mailed_link_ended");
    expect([reason(await confirm(code)), await isConfirmed()]).toEqual([200, true]);
    expect(reason(await confirm(code))).toBe("mailed_link_ended");
    expect(reason(await askToConfirm())).toBe("email_confirmation_none");
    const body = { name: "Amina", email: "new@demo.example" };
    await call(updateProfile, { params: { id }, body }, { host, cookie });
    expect(await isConfirmed()).toBe(false);
  });

  test("is confirmed by who knows the password alone, or a stolen session would be the account", async () => {
    await run("UPDATE sessions SET confirmed_at = 1");
    expect(reason(await askToConfirm())).toBe("password_again");
    expect(await letters()).toEqual([]);
  });
});
