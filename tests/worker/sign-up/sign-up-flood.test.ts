import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as calls from "#contract/sign-up";
import * as decisions from "#contract/sign-up-decisions";
import { sweepSignUps } from "#worker/features/providers/index";
import { mailHolder } from "#worker/features/providers/mail-holder";
import { sessionsChanged } from "#worker/http/session";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// Who floods sign-ups gives way to others: nobody is refused, hidden or made to wait for it.

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
  await env.DB.prepare("UPDATE operators SET email = 'ops@mlango.example'").run();
  sessionsChanged();
  operator = await signInOperator(seeded.operator);
});
afterEach(() => {
  vi.useRealTimers();
});

let networks = 0;
/** All of one /16. */
const newNetwork = () => `41.90.64.${++networks}`;
const about = (email: string) => {
  made += 1;
  return {
    businessName: `Honest ${made}`,
    name: "Achieng Otieno",
    phone: "0712 345 678",
    email,
    subdomain: `honest-${made}`,
    password: "a sentence of her own",
  };
};
const begin = (email: string, network = newNetwork()) =>
  call(calls.signUp, { body: about(email) }, { host: hostOf(), headers: { "cf-connecting-ip": network } });
const prove = (id: string, code: string, network = newNetwork()) =>
  call(
    calls.confirmSignUp,
    { body: { id, code } },
    { host: hostOf(), headers: { "cf-connecting-ip": network } },
  );
const reasonOf = (answer: { ok: boolean; status: number; refusal?: { reason: string } | null }) =>
  answer.ok ? answer.status : (answer.refusal?.reason ?? answer.status);
async function begun(email: string, network?: string) {
  const answer = await begin(email, network);
  if (!answer.ok) throw new Error(answer.text);
  const { id } = answer.answer;
  const text = await env.DB.prepare("SELECT text FROM mail WHERE event = ?1")
    .bind(`sign-up code ${id} ${email}`)
    .first<string>("text");
  return { id, code: /Your code is (\d{6})\n/.exec(text ?? "")?.[1] ?? "" };
}
async function waiting(email: string) {
  const { id, code } = await begun(email);
  return { id, reason: reasonOf(await prove(id, code)) };
}

/** Sign-ups as a flood leaves them, each with its letter; older ones first. */
async function flood(
  count: number,
  more: { state?: "begun" | "waiting"; near?: string; email?: (place: number) => string; at?: number },
) {
  const { state = "begun", near = "198.51", email = (place) => `x${place}@flood.example`, at } = more;
  const now = Date.now();
  for (let from = 0; from < count; from += 50)
    await env.DB.batch(
      Array.from({ length: Math.min(50, count - from) }, (_, step) => {
        made += 1;
        const [id, to] = [`flood-${near}-${made}`, email(from + step)];
        return [
          env.DB.prepare(
            `INSERT INTO sign_ups (id, business_name, name, email, phone, subdomain, username_key, password_hash,
              code_hash, near, mail_holder, expires_at, state, proved_at)
            VALUES (?1, ?1, 'Mallory', ?2, '254700000000', ?1, ?1, '', '', ?3, ?4, ?5, ?6, ?7)`,
          ).bind(
            id,
            to,
            near,
            mailHolder(to),
            now + 9_000_000 + made,
            state,
            state === "waiting" ? (at ?? now) + made : null,
          ),
          env.DB.prepare(
            `INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at, lane)
            VALUES (?1, ?2, '', '', ?3, 0, 0, 'stranger')`,
          ).bind(id, to, `sign-up code ${id} ${to}`),
        ];
      }).flat(),
    );
}
const count = (where: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM sign_ups WHERE ${where}`).first<number>("n");
const letterCount = () => env.DB.prepare("SELECT count(*) AS n FROM mail").first<number>("n");
const listed = async () => {
  const answer = await call(decisions.listSignUps, {}, { cookie: operator });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
};

describe("begun sign-ups", () => {
  test("shut nobody out when all places are taken: the oldest of the crowd gives way, with its letter", async () => {
    const first = await begun("first@honest.example", "102.68.1.1");
    await flood(120, { near: "198.51" });
    await flood(79, { near: "192.0" });
    const newcomer = await begun("newcomer@honest.example", "105.16.1.1");
    expect(await count("state = 'begun'")).toBe(200);
    expect([await count("near = '198.51'"), await count("near = '192.0'")]).toEqual([119, 79]);
    expect(await letterCount()).toBe(200);
    expect(reasonOf(await prove(newcomer.id, newcomer.code))).toBe(200);
    expect(reasonOf(await prove(first.id, first.code))).toBe(200);
  });

  test("of networks around one are fifty at most: the oldest of these gives way, no matter how much room there is", async () => {
    await flood(50, { near: "41.90" });
    await flood(20, { near: "198.51" });
    await begun("newcomer@honest.example", "41.90.7.7");
    expect([await count("near = '41.90'"), await count("near = '198.51'")]).toEqual([50, 20]);
    await begun("sixth@honest.example", "2c0f:fe38:1::1");
    expect(await count("near = '2c0f:fe38::/32'")).toBe(1);
  });

  test("keep the place of whoever has the letter, however many networks a flood comes from", async () => {
    const { id, code } = await begun("typing@honest.example", "102.68.1.9");
    await env.DB.prepare("UPDATE mail SET sent_at = ?2 WHERE event LIKE 'sign-up code ' || ?1 || '%'")
      .bind(id, Date.now())
      .run();
    for (let place = 0; place < 210; place += 1) await flood(1, { near: `94.${place}` });
    await begun("beside@honest.example", "105.16.1.9");
    expect(reasonOf(await prove(id, code, "102.68.1.9"))).toBe(200);
  });

  test("tell who lost the place what to do next", async () => {
    const { id, code } = await begun("slow@honest.example", "41.90.7.8");
    await flood(49, { near: "41.90" });
    await begun("newcomer@honest.example", "41.90.7.9");
    const answer = await prove(id, code);
    expect(reasonOf(answer)).toBe("sign_up_gone");
    expect(answer.text).toContain("Press “Change what I typed”, send it again");
  });

  test("live for half an hour since their letter was sent, not since it was written", async () => {
    const { id, code } = await begun("patient@honest.example");
    const at = Date.now();
    vi.setSystemTime(at + 50 * 60_000);
    await sweepSignUps(testContext());
    await env.DB.prepare("UPDATE mail SET sent_at = ?1").bind(Date.now()).run();
    vi.setSystemTime(at + 79 * 60_000);
    await sweepSignUps(testContext());
    expect(await count("state = 'begun'")).toBe(1);
    const late = await begun("late@honest.example");
    expect(reasonOf(await prove(id, code))).toBe(200);
    await env.DB.prepare("UPDATE mail SET sent_at = ?1").bind(Date.now()).run();
    vi.setSystemTime(at + 110 * 60_000);
    expect(reasonOf(await prove(late.id, late.code))).toBe("sign_up_ended");
  });

  test("never wait for ever: two hours and a half, where nobody sends letters", async () => {
    const { id, code } = await begun("patient@honest.example");
    vi.setSystemTime(Date.now() + 151 * 60_000);
    expect(reasonOf(await prove(id, code))).toBe("sign_up_ended");
    await sweepSignUps(testContext());
    expect([await count("true"), await letterCount()]).toEqual([0, 0]);
  });
});

describe("proved sign-ups", () => {
  test("of one mail domain are ten at most; whoever else comes still waits", async () => {
    await flood(10, { state: "waiting", email: (place) => `x@s${place}.flood.example` });
    const eleventh = await waiting("x11@other.flood.example");
    expect(eleventh.reason).toBe("sign_up_holder_full");
    expect((await waiting("honest@lakeside.example")).reason).toBe(200);
  });

  test("of one mailbox at a public service are ten at most, by whatever names; its neighbours wait as ever", async () => {
    await flood(10, { state: "waiting", email: (place) => `mal.lory+${place}@gmail.com` });
    expect((await waiting("m.allory+11@gmail.com")).reason).toBe("sign_up_holder_full");
    expect((await waiting("achieng@gmail.com")).reason).toBe(200);
  });

  test("are listed newest first, and a hundred fakes hide nobody", async () => {
    const old = await waiting("old@honest.example");
    await flood(300, { state: "waiting", email: (place) => `x@flood${place % 30}.example` });
    const newest = await waiting("newest@lakeside.example");
    const { waiting: shown, total } = await listed();
    expect([shown.length, total]).toEqual([100, 302]);
    const ids = shown.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([old.id, newest.id]));
    const moments = shown.map(({ provedAt }) => provedAt);
    expect(moments).toEqual(moments.toSorted().reverse());
  });

  test("are five hundred at most: the oldest of those with the most is refused by itself, and told by mail", async () => {
    const honest = await waiting("honest@lakeside.example");
    await flood(499, { state: "waiting", email: (place) => `x@flood${place % 50}.example` });
    const newcomer = await waiting("newcomer@coast.example");
    expect(newcomer.reason).toBe(200);
    expect([await count("state = 'waiting'"), await count("state = 'refused'")]).toEqual([500, 1]);
    const kept = await env.DB.prepare(
      "SELECT count(*) AS n FROM sign_ups WHERE state = 'waiting' AND id IN (?1, ?2)",
    )
      .bind(honest.id, newcomer.id)
      .first("n");
    expect(kept).toBe(2);
    const told = await env.DB.prepare("SELECT text FROM mail WHERE event LIKE 'sign-up refused %'").first(
      "text",
    );
    expect(told).toContain("please sign up again tomorrow");
  });

  test("approve themselves five times a day for one holder of mailboxes; the next one waits for an operator", async () => {
    const save = { body: { approvesItself: true } };
    expect((await call(decisions.saveSignUpRules, save, { cookie: operator })).status).toBe(200);
    await flood(5, { state: "waiting", email: (place) => `x${place}@flood.example` });
    await env.DB.prepare("UPDATE sign_ups SET state = 'approved', decided_at = ?1").bind(Date.now()).run();
    const before = await env.DB.prepare("SELECT count(*) AS n FROM providers").first("n");
    const sixth = await waiting("x6@flood.example");
    expect([sixth.reason, await count(`id = '${sixth.id}' AND state = 'waiting'`)]).toEqual([200, 1]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM providers").first("n")).toBe(before);
    const honest = await waiting("honest@coast.example");
    expect(await count(`id = '${honest.id}' AND state = 'approved'`)).toBe(1);
  });

  test("are told to operators once an hour at most, all in one letter", async () => {
    const letters = async () =>
      (
        await env.DB.prepare(
          "SELECT subject, text FROM mail WHERE recipient = 'ops@mlango.example' ORDER BY rowid",
        ).all<{ subject: string; text: string }>()
      ).results;
    const one = await waiting("one@lakeside.example");
    await Promise.all([sweepSignUps(testContext()), sweepSignUps(testContext())]);
    expect(await letters()).toMatchObject([{ subject: expect.stringMatching(/^Honest \d+ signs up$/) }]);
    await flood(25, { state: "waiting", email: (place) => `x@flood${place}.example` });
    await sweepSignUps(testContext());
    expect(await letters()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 61 * 60_000);
    await sweepSignUps(testContext());
    await sweepSignUps(testContext());
    const [, second, ...others] = await letters();
    expect(second?.subject).toBe("25 businesses sign up");
    expect(second?.text).toContain("- and 15 more");
    expect(second?.text).not.toContain(one.id);
    expect(others).toEqual([]);
  });
});
