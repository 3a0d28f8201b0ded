import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Context } from "#worker/context";
import { sweepMail } from "#worker/features/billing/index";
import { testContext } from "../../support/worker-context.ts";
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
