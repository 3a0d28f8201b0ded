import { env } from "cloudflare:workers";
import { TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeApiToken } from "#contract/api-tokens";
import { acceptPersonInvitation, invitePerson } from "#contract/people";
import { updateProfile } from "#contract/profile";
import { changeProviderPassword } from "#contract/providers";
import * as factors from "#contract/second-factor";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// Whoever changes how somebody signs in is found out: they get a letter where a thief does not read it.

let seeded: TwoProviders;
let cookie: string;
let hash: string;
let now = 0;

const host = hostOf("demo");
const db = () => tenantDatabase(seeded.demo.id);
const me = () => seeded.demo.admin;

beforeAll(async () => {
  seeded = await seedBoth();
  hash = (await db().prepare("SELECT password_hash FROM admins").first<string>("password_hash")) ?? "";
});
beforeEach(async () => {
  // Neither tries nor codes of one test count in another.
  now = Math.ceil(Math.max(now, Date.now()) / 30_000) * 30_000 + 25 * 3_600_000;
  vi.setSystemTime(now);
  await db().prepare("DELETE FROM api_tokens").run();
  await db()
    .prepare(
      `UPDATE admins SET email = 'amina@demo.example', confirmed_email = 'amina@demo.example',
        password_hash = ?1, totp_key = NULL, totp_since = NULL, totp_step = NULL, recovery_hashes = NULL`,
    )
    .bind(hash)
    .run();
  await env.DB.prepare(
    `UPDATE operators SET email = 'ops@mlango.example', totp_key = NULL, totp_since = NULL, totp_step = NULL,
      recovery_hashes = NULL`,
  ).run();
  cookie = await signInProvider(seeded.demo);
  await env.DB.prepare("DELETE FROM mail").run();
  return () => vi.useRealTimers();
});

const letters = async () => {
  const { results } = await env.DB.prepare(
    "SELECT recipient, subject, text, lane FROM mail ORDER BY rowid",
  ).all<Record<string, string>>();
  await env.DB.prepare("DELETE FROM mail").run();
  return results;
};
const told = async () => (await letters()).map(({ recipient, subject }) => `${recipient}: ${subject}`);
const fine = <Answer extends { status: number; text: string }>(answer: Answer): Answer => {
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const profile = (over: object) =>
  call(
    updateProfile,
    { params: { id: me().id }, body: { name: "Amina", email: "amina@demo.example", ...over } },
    { host, cookie },
  );
const anew = (currentPassword: string, newPassword: string) => ({
  currentPassword,
  newPassword,
  confirmPassword: newPassword,
});
const newPassword = "quite another sentence";
const make = (name: string) =>
  call(makeApiToken, { body: { name, scopes: ["read:plans"] } }, { host, cookie });

describe("one of a provider's people is told", () => {
  test("of a new password, in both languages, and where to go", async () => {
    fine(await profile(anew(me().password, newPassword)));
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ recipient: "amina@demo.example", lane: "asked" });
    expect(letter?.subject).toContain("Your password at Mlango was changed");
    expect(letter?.text).toContain(`press “Forgotten your password?” at http://${host}/admin\n`);
    expect(letter?.text).toContain("nenosiri lako lilibadilishwa");
    fine(await profile({ name: "Amina W." }));
    expect(await letters()).toEqual([]);
  });

  test("of a new password that an operator set", async () => {
    const operator = await signInOperator(seeded.operator);
    const input = { params: { id: seeded.demo.id }, body: { newPassword } };
    fine(await call(changeProviderPassword, input, { cookie: operator }));
    expect(await told()).toEqual([expect.stringContaining("amina@demo.example: Your password at Mlango")]);
  });

  test("of a new API token, without the name that somebody gave it", async () => {
    fine(await make("evil.example sells cheaper"));
    const [letter] = await letters();
    expect(letter?.subject).toContain("A new API token at Mlango");
    expect(`${letter?.subject}${letter?.text}`).not.toContain("evil.example");
  });

  test("of a second factor that is turned on, of new recovery codes, and of one that is turned off", async () => {
    const currentPassword = me().password;
    const begun = await call(factors.beginAdminSecondFactor, { body: { currentPassword } }, { host, cookie });
    if (!begun.ok) throw new Error(begun.text);
    const totp = new TOTP({ secret: begun.answer.key });
    const code = () => {
      now += 60_000;
      vi.setSystemTime(now);
      return totp.generate({ timestamp: now });
    };
    expect(await told()).toEqual([]);
    fine(await call(factors.confirmAdminSecondFactor, { body: { code: code() } }, { host, cookie }));
    const proof = () => ({ body: { currentPassword, code: code() } });
    fine(await call(factors.renewAdminRecoveryCodes, proof(), { host, cookie }));
    fine(await call(factors.endAdminSecondFactor, proof(), { host, cookie }));
    expect((await told()).map((line) => line.replace(/ \/ .*$/, ""))).toEqual([
      "amina@demo.example: Your second factor at Mlango is on",
      "amina@demo.example: New recovery codes at Mlango",
      "amina@demo.example: Your second factor at Mlango is off",
    ]);
  });

  test("that somebody came in by an invitation of theirs", async () => {
    const invited = await call(invitePerson, { body: { name: "Baraka", role: "owner" } }, { host, cookie });
    if (!invited.ok) throw new Error(invited.text);
    const code = invited.answer.address.split("=").at(-1);
    const body = { code, username: `baraka${now}`, password: newPassword };
    fine(await call(acceptPersonInvitation, { body }, { host }));
    expect(await told()).toEqual([
      expect.stringContaining("amina@demo.example: An invitation of yours was accepted"),
    ]);
  });

  test("at the address that they proved, too, whatever a thief typed into the profile: that waits with strangers' letters", async () => {
    fine(await profile({ email: "thief@evil.example" }));
    expect(await told()).toEqual([
      expect.stringContaining("amina@demo.example: Your address at Mlango is another one"),
    ]);
    fine(await make("Shop"));
    const lines = (await letters()).map(({ recipient, lane }) => `${recipient} ${lane}`);
    expect(lines).toEqual(["amina@demo.example asked", "thief@evil.example stranger"]);
  });

  test("nothing where they never had an address", async () => {
    await db().prepare("UPDATE admins SET email = '', confirmed_email = NULL").run();
    fine(await make("Shop"));
    expect(await letters()).toEqual([]);
  });
});

test("a super admin is told of a new password and of the second factor, in English", async () => {
  const by = { cookie: await signInOperator(seeded.operator) };
  const currentPassword = seeded.operator.password;
  fine(await call(factors.platformPassword, { body: { currentPassword, newPassword: currentPassword } }, by));
  const begun = await call(factors.beginSecondFactor, { body: { currentPassword } }, by);
  if (!begun.ok) throw new Error(begun.text);
  const totp = new TOTP({ secret: begun.answer.key });
  fine(await call(factors.confirmSecondFactor, { body: { code: totp.generate({ timestamp: now }) } }, by));
  now += 60_000;
  vi.setSystemTime(now);
  const proof = { currentPassword, code: totp.generate({ timestamp: now }) };
  fine(await call(factors.endSecondFactor, { body: proof }, by));
  expect(await told()).toEqual([
    "ops@mlango.example: Your password at Mlango was changed",
    "ops@mlango.example: Your second factor at Mlango is on",
    "ops@mlango.example: Your second factor at Mlango is off",
  ]);
});
