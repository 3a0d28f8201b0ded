import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sql } from "#worker/db/sql";
import { groupsNow } from "#worker/features/campaigns/audiences";
import { sweepMessages } from "#worker/features/messages/index";
import { rowsRead } from "../../support/rows-read.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// An owner's look at the groups reads each device and each consent a few times, and none of the messages that were ever sent: it would hold up
// sales meanwhile. So does a sweep that finds little to send.

const people = 2_000;
const receipts = 20;

test("counting the groups, and what is due, read no message of before", async () => {
  const { demo } = await seedBoth();
  const ctx = testContext();
  const database = tenantDatabase(demo.id);
  const router = demo.routers[0]?.id ?? "";
  const numbers = "WITH RECURSIVE n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)";
  const phone = "printf('2547%08d', i)";
  const past = ctx.now() - 40 * 86_400_000;
  await database
    .prepare(
      `${numbers} INSERT INTO message_consents (phone, payment_id, agreed_at, stop_code)
       SELECT ${phone}, 'p' || i, ${past}, printf('%012x', i) FROM n`,
    )
    .bind(people)
    .run();
  await database
    .prepare(
      `${numbers} INSERT INTO hotspot_users (subject, router_id, phone, first_seen_at, last_seen_at)
       SELECT printf('device:02:00:00:00:%02X:%02X', i / 256, i % 256), ?2, ${phone}, ${past}, ${past} FROM n`,
    )
    .bind(people, router)
    .run();
  await database
    .prepare(
      `${numbers} INSERT INTO messages (id, kind, phone, language, given, state, created_at, next_at, until, sent_at)
       SELECT 'receipt.' || i, 'receipt', printf('2547%08d', i % ${people}), 'en', '{}', 'sent', ${past}, ${past}, ${past}, ${past} FROM n`,
    )
    .bind(people * receipts)
    .run();
  await database.prepare("INSERT INTO message_settings (id, sender) VALUES ('own', 'platform')").run();

  const counted = await rowsRead(demo.id, async () => {
    const groups = await groupsNow(ctx, demo.id);
    expect(groups.find(({ audience }) => audience === "unseen")?.people).toBe(people);
  });
  const swept = await rowsRead(demo.id, () => sweepMessages(ctx, demo.id));
  console.log("rows read", { counted, swept });
  expect(counted).toBeLessThan(people * 23);
  expect(swept).toBeLessThan(60);
  // What is due goes by its index.
  const plan = await runInDurableObject(env.PROVIDER.getByName(demo.id), (_object, { storage }) =>
    storage.sql
      .exec(
        `EXPLAIN QUERY PLAN SELECT * FROM messages WHERE state IN ('waiting', 'sending') AND state = 'waiting' AND next_at <= 5
         ORDER BY kind = 'campaign', next_at LIMIT 60`,
      )
      .toArray()
      .map(({ detail }) => String(detail)),
  );
  expect(plan.join()).toContain("messages_waiting");
  await ctx.tenant(demo.id).run(sql`DELETE FROM messages`);
});
