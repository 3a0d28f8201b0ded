import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import * as notifications from "#contract/billing-notifications";
import { asItIs } from "#contract/texts";
import type { Context } from "#worker/context";
import { sql } from "#worker/db/sql";
import { notifyStatements } from "#worker/features/billing/notify-provider";
import { sendLetterNow, sweepMail } from "#worker/features/mail/index";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { rows } from "./billing-world.ts";

type Sent = { url: string; headers: Headers; body: Record<string, string> };

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM mail").run();
});

async function letter(id: string, at = 0): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at)
    VALUES (?1, 'a@b.example', 'Subject', 'Text', ?1, ?2, ?2)`,
  )
    .bind(id, at)
    .run();
}

/** A sender that answers in turn with these statuses, the last one again and again; 0 = it is not there. */
function sender(at: () => number, statuses: number[], url: string | undefined = "https://mail.example/send") {
  const sent: Sent[] = [];
  const ctx = testContext({ now: at });
  const settings = {
    ...ctx.settings,
    MAIL_URL: url,
    MAIL_TOKEN: "mail-token-canary",
    MAIL_FROM: "M <m@x.example>",
  };
  const fetch = async (target: RequestInfo | URL, init?: RequestInit) => {
    sent.push({
      url: String(target),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body)),
    });
    const status = statuses[Math.min(sent.length, statuses.length) - 1] ?? 200;
    if (status === 0) throw new TypeError("connection refused by mail-token-canary");
    return new Response("the sender's own words: mail-token-canary", { status });
  };
  return { sent, ctx: { ...ctx, settings, fetch } as Context };
}

const state = () =>
  rows<{ id: string; sent_at: number | null; attempts: number; next_at: number; fault: string | null }>(
    "SELECT id, sent_at, attempts, next_at, fault FROM mail ORDER BY id",
  );

test("a letter is handed over once, as the sender wants it", async () => {
  await letter("one");
  const { sent, ctx } = sender(() => 1_000, [202]);
  await sweepMail(ctx);
  await sweepMail(ctx);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    from: "M <m@x.example>",
    to: "a@b.example",
    subject: "Subject",
    text: "Text",
  });
  expect(sent[0]?.headers.get("authorization")).toBe("Bearer mail-token-canary");
  expect(sent[0]?.headers.get("idempotency-key")).toBe("one");
  expect(await state()).toMatchObject([{ sent_at: 1_000, attempts: 1, fault: null }]);
});

test("without a sender letters wait, and go when there is one", async () => {
  await letter("one");
  const none = sender(() => 1_000, [200]);
  await sweepMail({ ...none.ctx, settings: { ...none.ctx.settings, MAIL_URL: undefined } });
  expect(none.sent).toEqual([]);
  expect(await state()).toMatchObject([{ sent_at: null, attempts: 0 }]);
  await sweepMail(none.ctx);
  expect(none.sent).toHaveLength(1);
});

test("what fails is tried again after 1, 2, 4 minutes, at most every six hours, and never lost", async () => {
  await letter("one");
  let now = 1_000;
  const { sent, ctx } = sender(() => now, [500, 0, 429, 403]);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await sweepMail(ctx);
    const [row] = await state();
    waits.push(((row?.next_at ?? 0) - now) / 60_000);
    expect(row?.fault).toMatch(/^(refused with status \d{3}|not reached)$/);
    now = (row?.next_at ?? 0) - 1;
    await sweepMail(ctx);
    expect(sent).toHaveLength(attempt + 1);
    now += 1;
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
});

test("what the service failed goes as soon as it takes another letter; what it refused for itself waits its time", async () => {
  let now = 0;
  await letter("down");
  const failing = sender(() => now, [503]);
  for (const minute of [0, 1, 3, 7, 15]) {
    now = minute * 60_000;
    await sweepMail(failing.ctx);
  }
  await letter("refused", now);
  await sweepMail(sender(() => now, [422]).ctx);
  await letter("fresh", now);
  const working = sender(() => now, [202]);
  await sweepMail(working.ctx);
  expect((await state()).map(({ id, next_at }) => [id, next_at - now])).toEqual([
    ["down", 0],
    ["fresh", 5 * 60_000],
    ["refused", 60_000],
  ]);
  await sweepMail(working.ctx);
  expect((await state()).map(({ id, sent_at }) => [id, sent_at])).toEqual([
    ["down", now],
    ["fresh", now],
    ["refused", null],
  ]);
});

test("two sweeps at once hand over each letter once", async () => {
  for (let number = 10; number < 30; number += 1) await letter(`letter-${number}`);
  const { sent, ctx } = sender(() => 1_000, [200]);
  await Promise.all([sweepMail(ctx), sweepMail(ctx), sweepMail(ctx)]);
  expect(sent).toHaveLength(20);
  expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(20);
});

test("one whose worker died on the way is taken up again", async () => {
  await letter("one");
  let now = 1_000;
  const dead = sender(() => now, [200]);
  const fetch = (() => new Promise(() => undefined)) as unknown as typeof globalThis.fetch;
  void sweepMail({ ...dead.ctx, fetch });
  await expect.poll(async () => (await state())[0]?.attempts).toBe(1);
  now += 4 * 60_000;
  const { sent, ctx } = sender(() => now, [200]);
  await sweepMail(ctx);
  expect(sent).toHaveLength(0);
  now += 60_000;
  await sweepMail(ctx);
  expect(sent).toHaveLength(1);
});

test("no word of the sender is kept", async () => {
  await letter("one");
  for (const status of [500, 0]) await sweepMail(sender(() => Date.now() + 1e9, [status]).ctx);
  expect(JSON.stringify(await rows("SELECT * FROM mail"))).not.toContain("canary");
});

test("the operator sees which letter of what was told did not get through, and sends it again", async () => {
  const seeded = await seedBoth();
  const operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
  const ctx = testContext();
  const told = { ...seeded.demo, businessName: "Demo WiFi", contactName: "Amina" };
  const tell = (event: string, notificationEmails: string) =>
    ctx.platform.batch(
      notifyStatements(
        ctx,
        { ...told, providerId: told.id, notificationEmails },
        { event, title: asItIs(event), message: asItIs("Please pay."), type: "invoice" },
        sql`true`,
      ),
    );
  await tell("invoice 1", "pay@demo.example, boss@demo.example");
  await tell("invoice 1 overdue", "pay@demo.example");
  // The sender refuses one of the three.
  let now = Date.now();
  const { ctx: sending } = sender(() => now, [200]);
  const refusing = (async (url, init) =>
    String(init?.body).includes("boss@")
      ? new Response("", { status: 451 })
      : sending.fetch(url, init)) as typeof fetch;
  await sweepMail({ ...sending, fetch: refusing });

  const shown = async (query: Record<string, string> = {}) => {
    const answer = await call(notifications.listBillingNotifications, { query }, operator);
    if (!answer.ok) throw new Error(answer.text);
    return answer.answer.map(({ provider_billing_notifications: { title }, letters }) => ({
      title,
      letters: letters.map(({ recipient, state, fault }) => `${recipient} ${state} ${fault}`).sort(),
    }));
  };
  const first = {
    title: "invoice 1",
    letters: ["boss@demo.example failed refused with status 451", "pay@demo.example sent null"],
  };
  expect(await shown()).toEqual([
    { title: "invoice 1 overdue", letters: ["pay@demo.example sent null"] },
    first,
  ]);
  expect(await shown({ letters: "failed" })).toEqual([first]);

  const [letter] = await rows<{ id: string }>("SELECT id FROM mail WHERE sent_at IS NULL");
  const params = { id: letter?.id ?? "" };
  const nobody = await call(notifications.sendLetter, { params }, operator);
  expect([nobody.status, nobody.text]).toEqual([409, expect.stringContaining("no sender of letters")]);
  now += 1;
  const actor = { actor: "platform", actorId: null, providerId: null, network: null } as const;
  expect(await sendLetterNow({ ...sending, fetch: refusing }, params.id, actor)).toMatchObject({
    state: "failed",
    fault: "refused with status 451",
    attempts: 2,
    nextAt: expect.any(String),
  });
  expect(await sendLetterNow(sending, params.id, actor)).toMatchObject({
    state: "sent",
    fault: null,
    attempts: 3,
    sentAt: expect.any(String),
    nextAt: null,
  });
  await expect(sendLetterNow(sending, params.id, actor)).rejects.toThrow("This letter has been sent.");
  await expect(sendLetterNow(sending, "none", actor)).rejects.toThrow("does not exist");
  expect(await shown({ letters: "failed" })).toEqual([]);
  expect(await rows("SELECT action, detail FROM audit WHERE action = 'billing.send_letter'")).toEqual(
    Array.from({ length: 2 }, () => ({
      action: "billing.send_letter",
      detail: '{"to":"boss@demo.example"}',
    })),
  );
});
