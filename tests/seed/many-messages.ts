import { nairobiDay } from "#contract/values/duration";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import type { SeededProvider } from "./two-providers.ts";

type Database = {
  prepare(sql: string): { bind(...values: (string | number | null)[]): { run(): Promise<unknown> } };
};

const receipt =
  "Demo WiFi: KSh 100 paid for 1 Day, TKL1A2B3C4. Not online, or on another phone? Open on our WiFi: {link}";
const ending =
  "Demo WiFi: your 1 Day ends at 18:30. To stay online, buy the next one: http://demo.hotspot.localhost";
const outage = "Demo WiFi: the internet was away. We gave you 45 minutes back: 1 Day now ends at 18:30.";

/** One of each kind, state and reason that a person may meet. */
const each: readonly (readonly [kind: string, state: string, reason: string | null, text: string | null])[] =
  [
    ["receipt", "delivered", null, receipt],
    ["receipt", "sent", null, receipt],
    ["receipt", "held", "credits", receipt],
    ["receipt", "unclear", null, receipt],
    ["receipt", "failed", "blacklisted", receipt],
    ["ending", "waiting", "quiet_hours", null],
    ["ending", "failed", "late", ending],
    ["ending", "held", "opted_out", ending],
    ["outage", "delivered", null, outage],
    ["outage", "held", "off", outage],
    ["code", "sent", null, "Demo WiFi: {code} is your code for 20 minutes free. Type it on our WiFi page."],
    [
      "morning",
      "sent",
      null,
      "Demo WiFi, yesterday: KSh 4,120, 61 sales. 12% more than last Tuesday (KSh 3,680).",
    ],
    [
      "router_down",
      "sent",
      null,
      "Demo WiFi: away since 24 Nov, 18:30: Main Gate. Nobody new gets online there.",
    ],
    ["test", "failed", "network", "Demo WiFi: this is a test. Messages to your customers come from here."],
  ];

const campaignText =
  "Demo WiFi: karibu tena! From Friday to Sunday the day plan is KSh 30 in place of 50, at Main Gate and Market Stall.";

/** Messages of every kind and state, campaigns of a year, and who agreed to them: what fills the messages' pages. */
export async function seedManyMessages(
  db: Database,
  { routers }: SeededProvider,
  now: number,
): Promise<void> {
  const run = (sql: string, ...values: (string | number | null)[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .run();
  await run(
    "INSERT INTO message_settings (id, receipt, ending, outage) VALUES ('own', 1, 1, 1) ON CONFLICT DO NOTHING",
  );
  await run(
    "INSERT INTO credit_entries (id, kind, day, at, cents, detail) VALUES ('given.seed', 'given', ?, ?, 25000, '')",
    nairobiDay(now),
    now - dayMs,
  );
  const message = (id: string, n: number, [kind, state, reason, text]: (typeof each)[number]) =>
    run(
      `INSERT INTO messages (id, kind, phone, language, given, text, segments, cents, state, reason, created_at, next_at, until, sent_at)
        VALUES (?, ?, ?, 'en', '{}', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      kind,
      `2547${String(12_000_000 + n)}`,
      text,
      text === null ? null : 1 + (n % 2),
      state === "held" || state === "failed" || text === null ? null : 100,
      state,
      reason,
      now - n * 7 * minuteMs,
      now + 5 * dayMs,
      now + 6 * dayMs,
      state === "sent" || state === "delivered" ? now - n * 7 * minuteMs : null,
    );
  for (let n = 0; n < 60; n += 1) {
    const one = each[n % each.length];
    if (one) await message(`seed.${n}`, n, one);
  }
  const audiences = ["all", "ended", "unseen", "router"] as const;
  for (let n = 0; n < 14; n += 1) {
    const audience = audiences[n % audiences.length] ?? "all";
    const at = now - (3 + n * 25) * dayMs;
    const id = `${String(n).padStart(2, "0")}aa`;
    await run(
      `INSERT INTO campaigns (id, audience, router_id, text, segments, segment_cents, people, created_at, started_at, stopped_at)
        VALUES (?, ?, ?, ?, 2, 100, 6, ?, ?, ?)`,
      id,
      audience,
      audience === "router" ? (routers[0]?.id ?? "") : null,
      campaignText,
      at,
      at,
      n % 3 === 1 ? at + hourMs : null,
    );
    for (const [place, state] of ["delivered", "sent", "failed", "unclear", "held", "delivered"].entries())
      await message(`campaign.${id}.2547${String(13_000_000 + n * 10 + place)}`, 500 + n * 10 + place, [
        "campaign",
        state,
        state === "held" ? "stopped" : null,
        campaignText,
      ]);
  }
  for (let n = 0; n < 40; n += 1) {
    const phone = `2547${String(14_000_000 + n)}`;
    await run(
      "INSERT INTO message_consents (phone, payment_id, agreed_at, stop_code) VALUES (?, ?, ?, ?)",
      phone,
      `seed${n}`,
      now - 40 * dayMs,
      String(n).padStart(12, "0"),
    );
    await run(
      `INSERT INTO hotspot_users (subject, router_id, phone, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ?)`,
      `device:02:00:00:00:AA:${String(n).padStart(2, "0")}`,
      routers[n % routers.length]?.id ?? "",
      phone,
      now - 50 * dayMs,
      now - n * dayMs,
    );
  }
  for (let n = 0; n < 3; n += 1)
    await run(
      "INSERT INTO message_opt_outs (phone, at) VALUES (?, ?)",
      `2547${15_000_000 + n}`,
      now - n * dayMs,
    );
}
