import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { nextDue, sweepProvider } from "#worker/sweep-provider";
import type { SeededProvider } from "../seed/two-providers.ts";
import { rowsRead } from "../support/rows-read.ts";
import { tenantDatabase } from "../support/tenant-rows.ts";
import { seedBoth, testContext } from "../support/worker-context.ts";

// A sweep and the search for the next moment read as many rows with ten thousand live purchases as with a million: rows read
// are counted, not time. SWEEP_ROWS holds the last size (`npm run bench -- counts`).

const now = Date.UTC(2031, 4, 6, 9, 30);
const largest = Number(process.env.SWEEP_ROWS || 100_000);
const sizes = [10_000, 100_000, 1_000_000].filter((size) => size <= largest);
const atOnce = 10_000;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Purchases that run for another hour or day, and of which nothing is due. */
async function fill(provider: SeededProvider, from: number, to: number): Promise<void> {
  const insert = tenantDatabase(provider.id).prepare(
    `WITH RECURSIVE n AS (SELECT CAST(?3 AS INTEGER) AS i UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?4)
     INSERT INTO entitlements (id, rev, confirmed_rev, router_id, subject, source, source_id, terms, state, created_at,
       started_at, ends_at, updated_at)
     SELECT 'live-' || i, 1, 1, ?1, printf('device:02:11:%02X:%02X:%02X:00', i / 65536, i / 256 % 256, i % 256), 'payment',
       'live-' || i, '{}', 'running', ?2 - 60000, ?2 - 60000, ?2 + 3600000 + i, ?2 - 60000 FROM n`,
  );
  for (let at = from; at < to; at += atOnce)
    await insert.bind(provider.routers[0]?.id ?? "", now, at, Math.min(to, at + atOnce)).run();
}

test(`what a sweep reads does not grow from ${sizes[0]} live purchases to ${sizes.at(-1)}`, {
  timeout: 600_000,
}, async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  const { demo } = await seedBoth();
  const object = env.PROVIDER.getByName(demo.id);
  const counted: { live: number; sweep: number; due: number }[] = [];
  let filled = 0;
  for (const live of sizes) {
    await fill(demo, filled, live);
    filled = live;
    // What the fill itself left to do is done before; then one purchase is overdue.
    await sweepProvider(testContext(), demo.id);
    const ended = tenantDatabase(demo.id).prepare("UPDATE entitlements SET ends_at = ?1 WHERE id = ?2");
    await ended.bind(now - 60_000, `live-${live / 2}`).run();
    counted.push({
      live,
      sweep: await rowsRead(demo.id, () => sweepProvider(testContext(), demo.id)),
      due: await rowsRead(demo.id, () =>
        runInDurableObject(object, (_object, { storage: { sql } }) => nextDue(sql, now)),
      ),
    });
  }
  console.log("rows read", counted);
  const [first] = counted;
  for (const { live, sweep, due } of counted) {
    expect(sweep, `a sweep with ${live}`).toBe(first?.sweep);
    expect(due, `the next moment with ${live}`).toBe(first?.due);
  }
  const row = tenantDatabase(demo.id).prepare(
    "SELECT count(*) AS ended FROM entitlements WHERE state = 'ended'",
  );
  expect(await row.first("ended")).toBe(sizes.length);
});
