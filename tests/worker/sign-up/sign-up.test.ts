import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adminLogIn } from "#contract/auth";
import { askPasswordReset } from "#contract/forgotten-password";
import { createProvider } from "#contract/providers";
import * as calls from "#contract/sign-up";
import * as decisions from "#contract/sign-up-decisions";
import { sweepSignUps } from "#worker/features/providers/index";
import { sessionsChanged } from "#worker/http/session";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A business signs up by itself: nothing but a row and a letter before its address is proved, and nobody who could sign in before it
// is approved.

let seeded: TwoProviders;
let operator: string;
let made = 0;

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM sign_ups"),
    env.DB.prepare("DELETE FROM mail"),
    env.DB.prepare("DELETE FROM platform_settings WHERE name = 'sign-ups'"),
  ]);
  await clearAudit();
  sessionsChanged();
  operator = await signInOperator(seeded.operator);
});
afterEach(() => {
  vi.useRealTimers();
});

const about = (more: object = {}) => {
  made += 1;
  return {
    businessName: `Lakeside ${made}`,
    name: "Achieng Otieno",
    phone: "0712 345 678",
    email: `achieng${made}@lakeside.example`,
    subdomain: `lakeside-${made}`,
    password: "a sentence of her own",
    ...more,
  };
};
/** No two tests count against one network. */
let networks = 0;
const newNetwork = () => `203.0.113.${++networks}`;
const begin = (body: ReturnType<typeof about>, network = newNetwork(), host = hostOf()) =>
  call(calls.signUp, { body }, { host, headers: { "cf-connecting-ip": network } });
const prove = (id: string, code: string) =>
  call(
    calls.confirmSignUp,
    { body: { id, code } },
    { host: hostOf(), headers: { "cf-connecting-ip": newNetwork() } },
  );
const reasonOf = (answer: { ok: boolean; status: number; refusal?: { reason: string } | null }) =>
  answer.ok ? answer.status : (answer.refusal?.reason ?? answer.status);
type Letter = { recipient: string; subject: string; text: string };
const letters = async (of: string) =>
  (
    await env.DB.prepare(
      "SELECT recipient, subject, text FROM mail WHERE instr(event, ?1) = 1 ORDER BY rowid",
    )
      .bind(of)
      .all<Letter>()
  ).results;

/** @returns its id, and the code that was mailed */
async function begun(body = about()) {
  const answer = await begin(body);
  if (!answer.ok) throw new Error(answer.text);
  const { id } = answer.answer;
  const [letter] = await letters(`sign-up code ${id}`);
  return { id, body, code: /Your code is (\d{6})\n/.exec(letter?.text ?? "")?.[1] ?? "", letter };
}
async function waiting(body = about()) {
  const found = await begun(body);
  const answer = await prove(found.id, found.code);
  if (!answer.ok) throw new Error(answer.text);
  return { ...found, answer: answer.answer };
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const approve = (id: string) => call(decisions.approveSignUp, { params: { id } }, { cookie: operator });
const refuse = (id: string, reason = "We know no such business.") =>
  call(decisions.refuseSignUp, { params: { id }, body: { reason } }, { cookie: operator });
const listed = async () => {
  const answer = await call(decisions.listSignUps, {}, { cookie: operator });
  return answer.ok ? answer.answer.waiting.map(({ id }) => id) : answer.text;
};
const logIn = (username: string, subdomain: string, password = "a sentence of her own") =>
  call(
    adminLogIn,
    { body: { username, password } },
    { host: hostOf(subdomain), headers: { "cf-connecting-ip": newNetwork() } },
  );
const actions = async () =>
  (
    await env.DB.prepare(
      "SELECT actor, action FROM audit WHERE action LIKE 'sign_up.%' OR action LIKE 'settings.%' ORDER BY rowid",
    ).all<{ actor: string; action: string }>()
  ).results.map(({ actor, action }) => `${actor} ${action}`);
const count = (from: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${from}`).first<number>("n");

describe("a sign-up", () => {
  test("is a row and a letter in both languages, which holds the code alone of what is typed", async () => {
    const before = await count("providers");
    const { id, body, code, letter } = await begun();
    expect(letter?.recipient).toBe(body.email);
    expect(letter?.text).toContain(`Msimbo wako ni ${code}`);
    expect(letter?.text).not.toContain(body.businessName);
    const stored = JSON.stringify(await env.DB.prepare("SELECT * FROM sign_ups").all());
    expect(stored).toContain(id);
    expect(stored).not.toContain(`"${code}"`);
    expect(stored).not.toContain(body.password);
    expect([await count("providers"), await listed()]).toEqual([before, []]);
    expect((await logIn(body.email, body.subdomain)).status).toBe(404);
  });

  test("is made at the main host alone", async () => {
    expect(reasonOf(await begin(about(), newNetwork(), hostOf("demo")))).toBe("nothing_here");
    expect(await count("sign_ups")).toBe(0);
  });

  test("refuses what nobody can have: a subdomain that is taken, reserved or no name, a common password", async () => {
    const given = (more: object) => begin(about(more)).then(reasonOf);
    expect(await given({ subdomain: "demo" })).toBe("subdomain_taken");
    expect(await given({ subdomain: "admin" })).toBe("subdomain_reserved");
    expect(await given({ subdomain: "coast wifi" })).toBe("subdomain_characters");
    expect(await given({ password: "password" })).toBe("password_common");
    expect(await given({ email: "nobody" })).toBe("sign_up_email");
    expect(await given({ email: `${"a".repeat(60)}@b.example` })).toBe("sign_up_email_long");
    expect(await given({ phone: "12" })).toBe("provider_phone");
    expect(await count("sign_ups")).toBe(0);
  });

  test("tells as it is typed whether a subdomain is free", async () => {
    const { body } = await waiting();
    const ask = async (name: string) => {
      const answer = await call(calls.signUpSubdomain, { query: { name } }, { host: hostOf() });
      return answer.ok ? [answer.answer.isFree, answer.answer.message] : answer.text;
    };
    expect(await ask(" Quite-Free ")).toEqual([true, ""]);
    expect(await ask("demo")).toEqual([false, "The subdomain demo is already taken. Choose another one."]);
    expect(await ask(body.subdomain)).toEqual([false, expect.stringContaining("already taken")]);
    expect(await ask("vpn")).toEqual([false, expect.stringContaining("belongs to the platform")]);
  });

  test("answers alike for an address that has an account: its letter alone leads on", async () => {
    const first = await waiting();
    await approve(first.id);
    const again = await begun(about({ email: first.body.email }));
    expect(reasonOf(await prove(again.id, again.code))).toBe("sign_up_email_taken");
  });

  test("is begun ten times an hour by a network, and three times for an address", async () => {
    const network = newNetwork();
    const ten = [];
    for (let i = 0; i < 11; i++) ten.push(reasonOf(await begin(about(), network)));
    expect(ten).toEqual([...Array(10).fill(200), "sign_up_limit"]);
    const { email } = about();
    const four = [];
    for (let i = 0; i < 4; i++) four.push(reasonOf(await begin(about({ email }))));
    expect(four).toEqual([200, 200, 200, "sign_up_limit"]);
  });

  test("is begun twenty times an hour by one line of IPv6, whose networks are many; others go on", async () => {
    const ofLine = (place: number) => `2001:db8:77:${place.toString(16)}00::1`;
    // What is refused for its subdomain is counted, too, and needs no password hashed.
    const tries = Array.from({ length: 20 }, (_, place) =>
      begin(about({ subdomain: "demo" }), ofLine(place >> 2)),
    );
    expect((await Promise.all(tries)).map(reasonOf)).toEqual(Array(20).fill("subdomain_taken"));
    expect(reasonOf(await begin(about(), ofLine(200)))).toBe("sign_up_limit");
    expect([reasonOf(await begin(about())), reasonOf(await begin(about(), "2001:db8:78::1"))]).toEqual([
      200, 200,
    ]);
  });
});

describe("the code", () => {
  test("proves the address: the operator is told by mail and in the list", async () => {
    await env.DB.prepare("UPDATE operators SET email = 'ops@mlango.example'").run();
    const { id, body, answer } = await waiting();
    expect(answer).toMatchObject({ state: "waiting", address: null });
    expect(await listed()).toEqual([id]);
    await sweepSignUps(testContext());
    const [letter] = await letters(`sign-up ${id}`);
    expect(letter).toMatchObject({
      recipient: "ops@mlango.example",
      subject: `${body.businessName} signs up`,
    });
    expect((await logIn(body.email, body.subdomain)).status).toBe(404);
  });

  test("is told twice, also at once, and answers the same", async () => {
    const { id, code } = await begun();
    const [one, two] = await Promise.all([prove(id, code), prove(id, code)]);
    const three = await prove(id, code);
    expect([one, two, three].map((answer) => answer.ok && answer.answer.state)).toEqual(
      Array(3).fill("waiting"),
    );
    expect(await listed()).toEqual([id]);
  });

  test("is guessed five times, then the right one opens nothing either", async () => {
    const { id, code } = await begun();
    const tried = [];
    for (let i = 0; i < 5; i++) tried.push(reasonOf(await prove(id, wrong(code))));
    expect(tried).toEqual(Array(5).fill("sign_up_code_wrong"));
    expect(reasonOf(await prove(id, code))).toBe("sign_up_ended");
    expect(await listed()).toEqual([]);
  });

  test("ends after 30 minutes, and the sweep takes row and letter away", async () => {
    const { id, code } = await begun();
    const other = await waiting();
    await env.DB.prepare("UPDATE mail SET sent_at = ?1").bind(Date.now()).run();
    vi.setSystemTime(Date.now() + 31 * 60_000);
    expect(reasonOf(await prove(id, code))).toBe("sign_up_ended");
    await sweepSignUps(testContext());
    expect(await letters(`sign-up code ${id}`)).toEqual([]);
    expect(await env.DB.prepare("SELECT id FROM sign_ups").first("id")).toBe(other.id);
  });

  test("of two for one subdomain lets the first wait; the other one chooses anew", async () => {
    const subdomain = "wanted-by-two";
    const [one, two] = [await begun(about({ subdomain })), await begun(about({ subdomain }))];
    const answers = await Promise.all([prove(one.id, one.code), prove(two.id, two.code)]);
    expect(answers.map(reasonOf).sort()).toEqual([200, "subdomain_taken"]);
    expect(await count(`sign_ups WHERE state = 'waiting' AND subdomain = '${subdomain}'`)).toBe(1);
  });
});

test("who waits for approval and signs in reads so, by the right password on the main host alone", async () => {
  const { body } = await waiting();
  const tried = (password: string, host: string | undefined) =>
    call(
      adminLogIn,
      { body: { username: body.email.toUpperCase(), password } },
      { host: hostOf(host), headers: { "cf-connecting-ip": newNetwork() } },
    );
  expect(await tried(body.password, undefined)).toMatchObject({
    status: 401,
    refusal: { reason: "sign_up_waits" },
  });
  expect(await tried("another sentence", undefined)).toMatchObject({
    refusal: { reason: "credentials_wrong" },
  });
  expect(await tried(body.password, "demo")).toMatchObject({ refusal: { reason: "credentials_wrong" } });
});

describe("the operator", () => {
  test("approves: the provider stands, its owner is told, signs in and has a confirmed address", async () => {
    const { id, body } = await waiting();
    const answers = await Promise.all([approve(id), approve(id)]);
    expect([...answers, await approve(id)].map(reasonOf)).toEqual([200, 200, 200]);
    expect(await actions()).toEqual(["platform sign_up.approve"]);
    const told = await letters(`sign-up approved ${id}`);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(`http://${body.subdomain}.hotspot.localhost/admin`);
    expect(await logIn(body.email, body.subdomain)).toMatchObject({
      answer: { username: body.email, name: body.name, role: "owner", providerId: id },
    });
    const stored = await env.DB.prepare("SELECT password_hash AS hash FROM sign_ups WHERE id = ?1")
      .bind(id)
      .first();
    expect(stored).toEqual({ hash: "" });
    await call(
      askPasswordReset,
      { body: { username: body.email } },
      { host: hostOf(body.subdomain), headers: { "cf-connecting-ip": newNetwork() } },
    );
    await expect.poll(() => letters("link")).toHaveLength(1);
  });

  test("refuses with a reason, which is mailed; nobody can sign in, and the subdomain is free again", async () => {
    const { id, body } = await waiting();
    expect(reasonOf(await refuse(id, " "))).toBe("sign_up_reason");
    expect(reasonOf(await refuse(id))).toBe(200);
    expect([await refuse(id), await approve(id)].map(reasonOf)).toEqual([
      "sign_up_decided",
      "sign_up_decided",
    ]);
    const told = await letters(`sign-up refused ${id}`);
    expect(told.map(({ recipient }) => recipient)).toEqual([body.email]);
    expect(told[0]?.text).toContain("We know no such business.");
    expect([await actions(), await listed()]).toEqual([["platform sign_up.refuse"], []]);
    expect((await logIn(body.email, body.subdomain)).status).toBe(404);
    expect((await waiting(about({ subdomain: body.subdomain }))).answer.state).toBe("waiting");
  });

  test("cannot approve whose subdomain was given away meanwhile, and nothing is made", async () => {
    const { id, body } = await waiting();
    const adminCredentials = {
      username: "somebody-else",
      password: "a long password",
      name: "Ali",
      email: "ali@coast.example",
    };
    const taken = await call(
      createProvider,
      {
        body: {
          businessName: "Coast",
          contactName: "Ali",
          email: "ali@coast.example",
          phone: "254700000009",
          subdomain: body.subdomain,
          adminCredentials,
        },
      },
      { cookie: operator, headers: { "idempotency-key": "one-sign-up" } },
    );
    expect(taken.status).toBe(200);
    expect(reasonOf(await approve(id))).toBe("subdomain_taken");
    expect([await listed(), await actions()]).toEqual([[id], []]);
    expect(await count(`admin_names WHERE username = '${body.email}'`)).toBe(0);
    expect(reasonOf(await refuse(id))).toBe(200);
  });

  test("can let sign-ups approve themselves; told twice one provider is made", async () => {
    const { id, code, body } = await begun();
    const save = { body: { approvesItself: true } };
    expect(await call(decisions.saveSignUpRules, save, { cookie: operator })).toMatchObject({ status: 200 });
    const answers = [...(await Promise.all([prove(id, code), prove(id, code)])), await prove(id, code)];
    for (const answer of answers)
      expect(answer).toMatchObject({
        answer: { state: "approved", address: `http://${body.subdomain}.hotspot.localhost/admin` },
      });
    expect(await actions()).toEqual(["platform settings.sign_ups", "system sign_up.approve"]);
    expect((await logIn(body.email, body.subdomain)).status).toBe(200);
    vi.setSystemTime(Date.now() + 86_400_000 + 60_000);
    await sweepSignUps(testContext());
    expect(await count("sign_ups")).toBe(0);
  });
});
