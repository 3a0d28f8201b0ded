import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Context } from "#worker/context";
import { sweepMail } from "#worker/features/mail/index";
import { testContext } from "../../support/worker-context.ts";

// In which order letters go: what strangers make the platform write stands in front of nobody.

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM mail").run();
});

type Lane = "own" | "asked" | "stranger";
let written = 0;
/** Each one later than those before it. */
async function letters(
  count: number,
  lane: Lane,
  network: (place: number) => string = () => "203.0.113.1",
  recipient: (place: number) => string = (place) => `a${place}@b.example`,
) {
  for (let place = 0; place < count; place += 1) {
    written += 1;
    const from = lane === "own" ? null : network(place);
    const near = from?.split(".").slice(0, 2).join(".") ?? null;
    await env.DB.prepare(
      `INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at, lane, asked_from, asked_near)
        VALUES (?1, ?6, 'Subject', 'Text', ?1, ?2, ?2, ?3, ?4, ?5)`,
    )
      .bind(`${lane} ${from ?? ""} ${written}`, written, lane, from, near, recipient(place))
      .run();
  }
}

/** What one minute hands over, by lane and network. */
async function minute(): Promise<string[]> {
  const taken: string[] = [];
  const ctx = testContext({ now: () => 1_000_000 });
  const fetch = (async (_url, init) => {
    taken.push(new Headers(init?.headers).get("idempotency-key") ?? "");
    return new Response("", { status: 202 });
  }) as typeof globalThis.fetch;
  await sweepMail({
    ...ctx,
    fetch,
    settings: { ...ctx.settings, MAIL_URL: "https://mail.example" },
  } as Context);
  return taken.map((id) => id.split(" ").slice(0, 2).join(" ").trim());
}
const counted = (ids: string[], lane: Lane) => ids.filter((id) => id.startsWith(lane)).length;

test("a stranger's letters never stand in front of others, however long they wait", async () => {
  await letters(200, "stranger");
  await letters(100, "own");
  const first = await minute();
  expect([first.length, counted(first, "own")]).toEqual([100, 100]);
});

test("they are seven of a minute's hundred at most, also where nothing else is to be sent", async () => {
  await letters(200, "stranger");
  await letters(3, "own");
  await letters(2, "asked");
  const first = await minute();
  expect([counted(first, "own"), counted(first, "asked"), counted(first, "stranger")]).toEqual([3, 2, 7]);
  expect(counted(await minute(), "stranger")).toBe(7);
});

test("a stranger who comes behind a flood is not behind it: each network has its turn, and of those with few neighbours first", async () => {
  // Twenty networks around one, ten letters each.
  await letters(200, "stranger", (place) => `198.51.${100 + (place % 20)}.7`);
  await letters(1, "stranger", () => "41.90.64.1");
  expect(await minute()).toContain("stranger 41.90.64.1");
});

test("links that somebody asks for without signing in leave three of four places to the platform's own letters", async () => {
  await letters(100, "asked", (place) => `198.51.${100 + place}.7`);
  await letters(100, "own");
  const first = await minute();
  expect([counted(first, "own"), counted(first, "asked")]).toEqual([75, 25]);
});

test("a link that an owner asks for waits neither for a flood of such nor for a month's invoices", async () => {
  await letters(100, "asked", (place) => `198.51.${100 + (place % 20)}.7`);
  await letters(300, "own");
  await letters(1, "asked", () => "41.90.64.1");
  expect(await minute()).toContain("asked 41.90.64.1");
});

test("a mailbox that is told a hundred things lets the others go first, and each in the order in which it was written", async () => {
  await letters(100, "own", undefined, () => "loud@b.example");
  await letters(90, "own");
  const { results } = await env.DB.prepare("SELECT id, recipient FROM mail ORDER BY next_at").all<{
    id: string;
    recipient: string;
  }>();
  const loud = results.filter(({ recipient }) => recipient === "loud@b.example").map(({ id }) => id);
  await minute();
  const sent = await env.DB.prepare(
    "SELECT id, recipient FROM mail WHERE sent_at IS NOT NULL ORDER BY next_at",
  ).all<{
    id: string;
    recipient: string;
  }>();
  const ofLoud = sent.results.filter(({ recipient }) => recipient === "loud@b.example").map(({ id }) => id);
  expect([sent.results.length, ofLoud.toSorted()]).toEqual([100, loud.slice(0, 10).toSorted()]);
});

test("an operator's alarm waits for no letter to owners, though a power cut wrote to a thousand of them first", async () => {
  await env.DB.prepare(
    `INSERT INTO operators (id, username, username_key, name, email, role, password_hash, created_at)
      VALUES ('op', 'op', 'op', 'Op', 'op@b.example', 'Super Administrator', 'x', 1)`,
  ).run();
  await letters(1_000, "own");
  await letters(1, "own", undefined, () => "op@b.example");
  await minute();
  const alarm = await env.DB.prepare("SELECT sent_at FROM mail WHERE recipient = 'op@b.example'").first();
  expect(alarm).toEqual({ sent_at: 1_000_000 });
});

test("who asked is forgotten once the letter is sent", async () => {
  await letters(1, "asked", () => "41.90.64.1");
  await minute();
  const row = await env.DB.prepare("SELECT asked_from, asked_near FROM mail").first();
  expect(row).toEqual({ asked_from: null, asked_near: null });
});
