import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { adminLogIn } from "#contract/auth";
import { askPasswordReset } from "#contract/forgotten-password";
import { acceptPlatformInvitation, createInvitation } from "#contract/invitations";
import { acceptPersonInvitation, invitePerson } from "#contract/people";
import { createProvider } from "#contract/providers";
import * as calls from "#contract/sign-up";
import * as decisions from "#contract/sign-up-decisions";
import { sessionsChanged } from "#worker/http/session";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// An address is the name of whoever proved it, and of nobody else.

let seeded: TwoProviders;
let operator: string;
let owner: { host: string; cookie: string };
let made = 0;

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(async () => {
  await env.DB.batch([env.DB.prepare("DELETE FROM sign_ups"), env.DB.prepare("DELETE FROM mail")]);
  await clearAudit();
  sessionsChanged();
  operator = await signInOperator(seeded.operator);
  owner = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});
afterEach(() => {
  vi.useRealTimers();
});

const from = () => ({ "cf-connecting-ip": `203.0.113.${++made}` });
const reasonOf = (answer: { ok: boolean; status: number; refusal?: { reason: string } | null }) =>
  answer.ok ? answer.status : (answer.refusal?.reason ?? answer.status);
const password = "a sentence of his own";

async function invited() {
  const answer = await call(invitePerson, { body: { name: "Mallory", role: "cashier" } }, owner);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.address.split("=").at(-1) ?? "";
}
const accept = (code: string, username: string) =>
  call(acceptPersonInvitation, { body: { code, username, password } }, { host: owner.host, headers: from() });

/** As somebody is named who came before names were bound to proved addresses. */
async function squat(address: string): Promise<string> {
  made += 1;
  const answer = await accept(await invited(), `mallory${made}`);
  if (!answer.ok) throw new Error(answer.text);
  const { id } = answer.answer;
  await env.DB.prepare("UPDATE admin_names SET username = ?2, username_key = ?2 WHERE admin_id = ?1")
    .bind(id, address)
    .run();
  await tenantDatabase(seeded.demo.id)
    .prepare("UPDATE admins SET username = ?2, username_key = ?2 WHERE id = ?1")
    .bind(id, address)
    .run();
  return id;
}
async function signUp(email: string) {
  made += 1;
  const subdomain = `squatted-${made}`;
  const body = {
    businessName: "Lakeside",
    name: "Achieng",
    phone: "0712 345 678",
    email,
    subdomain,
    password: "a sentence of her own",
  };
  const answer = await call(calls.signUp, { body }, { host: hostOf(), headers: from() });
  if (!answer.ok) throw new Error(answer.text);
  const { id } = answer.answer;
  const text = await env.DB.prepare("SELECT text FROM mail WHERE event = ?1")
    .bind(`sign-up code ${id} ${email}`)
    .first<string>("text");
  const code = /Your code is (\d{6})\n/.exec(text ?? "")?.[1] ?? "";
  const proved = await call(calls.confirmSignUp, { body: { id, code } }, { host: hostOf(), headers: from() });
  return { id, subdomain, proved: reasonOf(proved) };
}
const approve = (id: string) => call(decisions.approveSignUp, { params: { id } }, { cookie: operator });
const logIn = async (username: string, host: string, by: string) => {
  const answer = await call(adminLogIn, { body: { username, password: by } }, { host, headers: from() });
  return answer.ok ? answer.answer.providerId : answer.status;
};

test.each(["victim@lakeside.example", "victim＠lakeside.example", "@victim"])(
  "nobody who is invited, and no first admin, is named %j",
  async (username) => {
    expect(reasonOf(await accept(await invited(), username))).toBe("username_address");
    const invitation = await call(
      createInvitation,
      { body: { name: "Ops" } },
      { host: hostOf(), cookie: operator },
    );
    const code = invitation.ok ? (invitation.answer.address.split("=").at(-1) ?? "") : "";
    const asOperator = await call(
      acceptPlatformInvitation,
      { body: { code, username, password } },
      { host: hostOf(), headers: from() },
    );
    expect(reasonOf(asOperator)).toBe("username_address");
    made += 1;
    const provider = {
      businessName: "Coast",
      contactName: "Ali",
      email: "ali@coast.example",
      phone: "254700000009",
      subdomain: `coast-${made}`,
      adminCredentials: { username, password, name: "Ali", email: "ali@coast.example" },
    };
    const headers = { "idempotency-key": `squat ${made}` };
    const first = await call(createProvider, { body: provider }, { cookie: operator, headers });
    expect(reasonOf(first)).toBe("username_address");
  },
);

test("who proves an address has its name; who squatted it goes on signing in at their provider's own host alone", async () => {
  const address = "victim1@lakeside.example";
  const id = await squat(address);
  expect(await logIn(address, hostOf(), password)).toBe(seeded.demo.id);
  const signedUp = await signUp(address);
  expect([signedUp.proved, reasonOf(await approve(signedUp.id))]).toEqual([200, 200]);
  expect(await logIn(address, hostOf(), "a sentence of her own")).toBe(signedUp.id);
  expect(await logIn(address, hostOf(signedUp.subdomain), "a sentence of her own")).toBe(signedUp.id);
  expect(await logIn(address, owner.host, password)).toBe(seeded.demo.id);
  expect(await logIn(address, hostOf(), password)).toBe(401);
  const { results } = await env.DB.prepare(
    "SELECT subject, provider_id AS provider FROM audit WHERE action = 'admin.name_gave_way'",
  ).all();
  expect(results).toEqual([{ subject: id, provider: seeded.demo.id }]);
  // A forgotten password leads to who proved the address.
  await call(askPasswordReset, { body: { username: address } }, { host: hostOf(), headers: from() });
  await expect
    .poll(() => env.DB.prepare("SELECT text FROM mail WHERE event LIKE 'link %'").first<string>("text"))
    .toContain(`//${signedUp.subdomain}.`);
});

test("a refused sign-up takes nobody's name", async () => {
  const address = "victim2@lakeside.example";
  await squat(address);
  const { id } = await signUp(address);
  await call(decisions.refuseSignUp, { params: { id }, body: { reason: "Unknown." } }, { cookie: operator });
  expect(await logIn(address, hostOf(), password)).toBe(seeded.demo.id);
});

test("who proved an address keeps its name, and one who was removed gives it back to its owner", async () => {
  const address = "victim3@lakeside.example";
  const id = await squat(address);
  const admin = (change: string) =>
    tenantDatabase(seeded.demo.id).prepare(`UPDATE admins SET ${change} WHERE id = ?1`).bind(id).run();
  await admin(`email = '${address}', confirmed_email = 'Victim3@lakeside.example'`);
  expect((await signUp(address)).proved).toBe("sign_up_email_taken");
  await admin("removed_at = 1, disabled_at = 1, email = ''");
  expect((await signUp(address)).proved).toBe(200);
});
