import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

// What is not kept for ever of a provider's rows, a day after another. Books stay: what was paid, when, for which plan, and every sum.

/** Looked at so often: rows that are due wait at most as long. */
const lookMs = 7 * dayMs;
/** In one sweep; what is beyond is due at once. */
const daysAtOnce = 30;

type Kind = {
  kind: "failed" | "personal";
  ageMs: number;
  /** Of one day, [from, to) in UTC ms. */
  remove: (from: number, to: number) => Sql[];
};

const kinds: readonly Kind[] = [
  { kind: "failed", ageMs: 90 * dayMs, remove: removeFailed },
  // 24 months.
  { kind: "personal", ageMs: 731 * dayMs, remove: removePersonal },
];

/** What is due of one provider's rows. */
export async function sweepRetention(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const reached = await reachedOf(db, now);
  for (const { kind, ageMs, remove } of kinds) {
    const end = now - ageMs;
    let from = reached.get(kind) ?? end;
    if (end - from < lookMs) continue;
    for (let days = 0; days < daysAtOnce && from < end; days += 1) {
      const to = Math.min(from + dayMs, end);
      await db.batch([
        ...remove(from, to),
        sql`UPDATE retention SET until = ${to}
          WHERE kind = ${kind} AND until < ${to}`,
      ]);
      from = to;
    }
  }
}

/** When it is next looked at what is due. */
export const retentionDue = (): Sql<{ at: number }>[] =>
  kinds.map(
    ({ kind, ageMs }) => sql<{ at: number }>`SELECT until + ${ageMs + lookMs} AS at FROM retention
      WHERE kind = ${kind}`,
  );

/** Up to when each kind was done. It begins before the first that was sold, once that is a day old. */
async function reachedOf(db: TenantDb, now: number): Promise<Map<string, number>> {
  const reached = sql<{ kind: string; until: number }>`SELECT kind, until FROM retention`;
  const [known, paid, used] = await db.batch([
    reached,
    sql<{ at: number }>`SELECT created_at AS at FROM payments WHERE created_at > 0
      ORDER BY created_at LIMIT 1`,
    sql<{
      at: number;
    }>`SELECT used_at AS at FROM vouchers WHERE used_at IS NOT NULL ORDER BY used_at LIMIT 1`,
  ]);
  const first = Math.min(...[...paid, ...used].map(({ at }) => at)) - dayMs;
  if (known.length > 0 || first > now - 2 * dayMs) return new Map(known.map((row) => [row.kind, row.until]));
  await db.batch(
    kinds.map(
      ({ kind }) => sql`INSERT INTO retention (kind, until)
        VALUES (${kind}, ${first}) ON CONFLICT DO NOTHING`,
    ),
  );
  return new Map(kinds.map(({ kind }) => [kind, first]));
}

/** Payments without a booked sale or a review, and messages to a short code, which are kept no longer than that either. */
function removeFailed(from: number, to: number): Sql[] {
  return [
    sql`DELETE FROM payments WHERE created_at >= ${from} AND created_at < ${to} AND status = 'failed'
      AND id NOT IN (SELECT payment_id FROM reviews)
      AND NOT EXISTS (SELECT 1 FROM ledger WHERE ledger.journal_id >= 'sale ' || payments.id
        AND ledger.journal_id < 'sale ' || payments.id || '!')`,
    removeIncoming(to),
  ];
}

/** Shown for 30 days and deleted when the next one comes (messages/incoming.ts); where none comes, here. */
const removeIncoming = (to: number): Sql => sql`DELETE FROM incoming_messages WHERE at < ${to}`;

/** What is personal of one day. Access that is not over keeps what it needs. */
function removePersonal(from: number, to: number): Sql[] {
  const within = (column: Sql) => sql`${column} >= ${from} AND ${column} < ${to}`;
  const paid = within(sql`payments.created_at`);
  const found = [
    sql`DELETE FROM leaks WHERE seen_at < ${to}`,
    sql`DELETE FROM allowed_leaks WHERE at < ${to}`,
    // The newest of a line says how far its bridge's totals are counted.
    sql`DELETE FROM line_usage WHERE day < ${nairobiDay(to)} AND EXISTS (SELECT 1 FROM line_usage newer
      WHERE newer.line_id = line_usage.line_id AND newer.day > line_usage.day)`,
    // Both go sooner where another one comes after them.
    sql`DELETE FROM package_changes WHERE asked_at < ${to}`,
    sql`DELETE FROM customer_letters WHERE handed_at < ${to}`,
  ];
  const rows = personalRows({
    customers: sql`first_paid_at < ${to} AND phone IN (SELECT phone FROM payments WHERE ${paid})
      AND phone NOT IN (SELECT phone FROM hotspot_users WHERE last_seen_at >= ${to} AND phone IS NOT NULL)`,
    payments: paid,
    // Its phone may try again after that.
    trials: within(sql`given_at`),
    messages: within(sql`created_at`),
    consents: sql`agreed_at < ${to} AND phone NOT IN (SELECT phone FROM hotspot_users
      WHERE last_seen_at >= ${to} AND phone IS NOT NULL)`,
    vouchers: within(sql`used_at`),
    purchases: sql`router_id IN (SELECT router_id FROM provider_routers) AND ${within(sql`ended_at`)}`,
    devices: within(sql`last_seen_at`),
  });
  return [...rows, ...found];
}

/** Whose rows, table by table: each is what follows WHERE. */
export type Whose = Readonly<
  Record<
    "customers" | "payments" | "trials" | "messages" | "consents" | "vouchers" | "purchases" | "devices",
    Sql
  >
>;

/**
 * Takes phone numbers, devices, and what devices used out of a provider's rows. What was paid, when, for which plan, and every sum
 * stay; so do payments that are not decided and purchases that are not over.
 */
export function personalRows(whose: Whose): Sql[] {
  const over = sql`SELECT id FROM entitlements WHERE ${whose.purchases} AND state IN ('ended', 'moved', 'lapsed')`;
  const seen = sql`SELECT subject FROM hotspot_users WHERE ${whose.devices}`;
  return [
    sql`DELETE FROM customers WHERE ${whose.customers}`,
    sql`UPDATE payments SET phone = '', subject = NULL
      WHERE ${whose.payments} AND status IN ('completed', 'failed')`,
    sql`DELETE FROM trials WHERE ${whose.trials}`,
    sql`DELETE FROM messages WHERE ${whose.messages}`,
    sql`DELETE FROM message_consents WHERE ${whose.consents}`,
    sql`UPDATE vouchers SET used_by = NULL WHERE ${whose.vouchers}`,
    sql`DELETE FROM usage WHERE entitlement_id IN (${over})`,
    sql`DELETE FROM devices WHERE entitlement_id IN (${over})`,
    sql`DELETE FROM moves WHERE entitlement_id IN (${over})`,
    sql`UPDATE entitlements SET subject = NULL, buyer_hash = NULL, recovery_hash = NULL
      WHERE id IN (${over})`,
    sql`DELETE FROM usage_daily WHERE subject IN (${seen})`,
    sql`DELETE FROM ad_exposures WHERE subject IN (${seen})`,
    sql`DELETE FROM leaks WHERE subject IN (${seen})`,
    sql`DELETE FROM allowed_leaks WHERE subject IN (${seen})`,
    sql`DELETE FROM hotspot_users WHERE ${whose.devices}`,
  ];
}
