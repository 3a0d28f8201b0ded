import { dayMs } from "#contract/values/time";
import type { SeededProvider } from "./two-providers.ts";

export type ManySales = {
  /** 85 of 100 are paid, the others failed. */
  payments: number;
  /** Six of ten are used, one is revoked, one expired, two can be redeemed. */
  vouchers: number;
  /** Both are spread evenly over this many days up to now. */
  days: number;
  /** UTC ms. */
  now: number;
};

const customers = 5_000;
/** Rows per statement, so that none holds up the database for long. */
const atOnce = 5_000;

/**
 * Numbers from ?5 to ?6 of ?4, each with its moment, customer, router and plan: everything follows from the number, so
 * that rows of different tables find each other without being read.
 */
const each = `WITH RECURSIVE n AS (SELECT ?5 AS i UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?6),
  sold AS (SELECT id AS planId, price_cents AS price, (price_cents + 99) / 100 * 100 AS cents, duration_minutes * 60000 AS ms,
    row_number() OVER (ORDER BY price_cents, id) - 1 AS place, count(*) OVER () AS plans,
    json_object('planId', id, 'planName', name, 'priceCents', price_cents, 'durationMs', duration_minutes * 60000,
      'upKbps', up_kbps, 'downKbps', down_kbps, 'dataBytes', data_bytes, 'devices', devices) AS terms
    FROM plans WHERE archived_at IS NULL),
  placed AS (SELECT i, ?2 - 60000 - (?4 - 1 - i) * ?3 / ?4 AS at, i % 100 < 85 AS paid,
    i % ${customers} AS customer FROM n),
  one AS (SELECT *, printf('device:02:5E:00:%02X:%02X:%02X', customer / 65536, customer / 256 % 256, customer % 256) AS subject,
    '2547' || printf('%08d', customer) AS phone, at + 5000 AS began,
    CASE WHEN at + 5000 + ms > ?2 AND i + ${customers} >= ?4 THEN 'running' ELSE 'ended' END AS state,
    (SELECT value FROM json_each(?7) WHERE key = i % json_array_length(?7)) AS router
    FROM placed JOIN sold ON sold.place = i % sold.plans)`;

const purchases = (source: "payment" | "voucher", sourceId: string, which: string) => [
  `INSERT INTO entitlements (id, rev, confirmed_rev, router_id, subject, source, source_id, terms, state, end_reason,
    created_at, started_at, ends_at, ended_at, updated_at)
  ${each} SELECT '${source}' || printf('%025x', i), 1, 1, router, subject, '${source}', ${sourceId}, terms, state,
    iif(state = 'ended', 'time', NULL), at, began, began + ms, iif(state = 'ended', min(began + ms, ?2), NULL), began
  FROM one WHERE ${which}`,
  `INSERT INTO devices (entitlement_id, subject, attached_at)
  ${each} SELECT '${source}' || printf('%025x', i), subject, at FROM one WHERE ${which}`,
  `INSERT INTO hotspot_users (subject, router_id, phone, entitlement_id, bytes_up, bytes_down, seconds,
    first_seen_at, last_seen_at)
  ${each} SELECT subject, router, ${source === "payment" ? "phone" : "NULL"}, '${source}' || printf('%025x', i), 2000000,
    40000000, 1800, at, began FROM one WHERE ${which}
  ON CONFLICT (subject) DO UPDATE SET entitlement_id = excluded.entitlement_id, router_id = excluded.router_id,
    phone = coalesce(excluded.phone, phone), bytes_up = bytes_up + 2000000, bytes_down = bytes_down + 40000000,
    seconds = seconds + 1800, last_seen_at = excluded.last_seen_at WHERE excluded.last_seen_at > last_seen_at`,
  `INSERT OR IGNORE INTO usage_daily (subject, day, bytes_up, bytes_down, seconds)
  ${each} SELECT subject, date(began / 1000 + 10800, 'unixepoch'), 2000000, 40000000, 1800 FROM one WHERE ${which}`,
];

const ofPayments = [
  `INSERT INTO payments (id, seq, router_id, plan_id, terms, subject, phone, amount_cents, method, settlement,
    gateway_id, status, reason, detail, receipt, entitlement_id, created_at, completed_at, updated_at)
  ${each} SELECT printf('%048x', i), 5, router, planId, terms, subject, phone, cents, 'mpesa', 'direct', 'seeded',
    iif(paid, 'completed', 'failed'), iif(paid, NULL, 'cancelled'), iif(paid, NULL, 'Request cancelled by user'),
    iif(paid, 'T' || printf('%09d', i), NULL), iif(paid, 'payment' || printf('%025x', i), NULL), at - 20000,
    iif(paid, at, NULL), at FROM one`,
  `INSERT INTO ledger (journal_id, line, at, kind, account, cents, payment_id, router_id, method, settlement, day)
  ${each} SELECT 'sale ' || printf('%048x', i), line.value, at, 'sale',
    iif(line.value = 1, 'provider account', 'sales'), iif(line.value = 1, cents, -cents), printf('%048x', i), router,
    'mpesa', 'direct', date(at / 1000 + 10800, 'unixepoch') FROM one JOIN json_each('[1,2]') AS line WHERE paid`,
  ...purchases("payment", "printf('%048x', i)", "paid"),
];

const isUsed = "i % 10 < 6";
const ofVouchers = [
  `INSERT INTO vouchers (id, code, batch_id, plan_id, terms, created_at, expires_at, revoked_at)
  ${each} SELECT 'seeded-' || (i / 100) || '-' || i, printf('%010d', i), 'seeded-' || (i / 100), planId, terms,
    at - 3600000, iif(i % 10 = 7, at, NULL), iif(i % 10 = 6, at, NULL) FROM one`,
  `${each} UPDATE vouchers SET redemption_id = printf('%032x', one.i), used_at = one.at, used_by = one.subject,
    router_id = one.router FROM one
  WHERE vouchers.code = printf('%010d', one.i) AND one.${isUsed}`,
  ...purchases("voucher", "printf('%032x', i) || replace(?1, '-', '') || printf('%016x', 0)", isUsed),
];

/**
 * What years of trade leave behind, as rows that the database makes by itself: a hundred thousand payments take seconds.
 * Once per provider. @param database where this provider's tables lie
 */
export async function seedManySales(
  database: D1Database,
  provider: SeededProvider,
  { payments: paymentCount, vouchers: voucherCount, days, now }: ManySales,
): Promise<void> {
  const routerIds = JSON.stringify(provider.routers.map(({ id }) => id));
  const make = async (statements: readonly string[], count: number) => {
    for (let from = 0; from < count; from += atOnce) {
      const values = [provider.id, now, days * dayMs, count, from, Math.min(count, from + atOnce), routerIds];
      await database.batch(statements.map((sql) => database.prepare(sql).bind(...values)));
    }
  };
  await make(ofPayments, paymentCount);
  await make(ofVouchers, voucherCount);
}
