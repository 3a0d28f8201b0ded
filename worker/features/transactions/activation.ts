// Whether what was bought is let out, as SQL over the purchase's rows: one that moved to another router has several,
// under ids that begin with the first one's.

import { joined, names, type Sql, sql } from "../../db/sql.ts";
import { isOpenAt } from "../entitlements/index.ts";

/** A paid purchase is given this long to reach its router before anybody worries. */
export const worryAfterMs = 30_000;

/** The words of the index `entitlements_due`, which holds under no end what has not started. */
const isLive = (of: string): Sql => sql`${names(of)}.state IN ('waiting', 'running', 'cut_off')`;

/** A plan of some hours of the day is activated in them; both moments in one window, or it has just opened. */
const wasOpen = (terms: Sql, at: number): Sql =>
  sql`(json_extract(${terms}, '$.hours') IS NULL OR ${isOpenAt(terms, sql`${at}`)} AND ${isOpenAt(terms, sql`${at + worryAfterMs}`)})`;

/** Its device is known and it is its turn; what queues behind a running purchase, or has no device, is not. @param now UTC ms */
const isOpen = (
  now: number,
): Sql => sql`part.started_at IS NULL AND part.state = 'waiting' AND ${isLive("part")} AND part.ends_at IS NULL
  AND part.subject IS NOT NULL
  AND part.created_at <= ${now - worryAfterMs} AND ${wasOpen(sql`part.terms`, now - worryAfterMs)} AND NOT EXISTS (SELECT 1 FROM entitlements AS ahead
    WHERE ahead.subject = part.subject AND ${isLive("ahead")} AND ahead.state = 'running'
      AND ahead.ends_at > ${now})`;

/** Its device was lost with its router: it has to be moved to another. What never had a device waits for its buyer. */
const isSetAside = (now: number): Sql => sql`part.subject IS NULL AND part.state IN ('waiting', 'running')
  AND (part.ends_at IS NULL OR part.ends_at > ${now}) AND EXISTS (SELECT 1 FROM devices AS lost
    WHERE lost.entitlement_id = part.id)`;

const partsOf = (firstId: Sql): Sql => sql`part.id >= ${firstId} AND part.id < ${firstId} || '/'`;

const ofPayment = sql`FROM entitlements AS part WHERE ${partsOf(sql`payments.entitlement_id`)}`;

/** A redemption's id cannot be computed in SQL: found by its device. The planner, which knows no sizes, is told the way. */
const ofVoucher = sql`FROM devices INDEXED BY devices_subject CROSS JOIN entitlements AS bought
    ON bought.id = devices.entitlement_id AND bought.source = 'voucher'
  CROSS JOIN entitlements AS part ON ${partsOf(sql`bought.id`)}
  WHERE devices.subject = vouchers.used_by
    AND substr(bought.source_id, 1, 32) = vouchers.redemption_id`;

const isLetOut = (
  parts: Sql,
  now: number,
): Sql => sql`EXISTS (SELECT 1 ${parts} AND part.started_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 ${parts} AND ${isSetAside(now)})`;

/** One pass over the parts of a purchase, mostly a single one. */
const word = (parts: Sql, now: number): Sql => sql`(SELECT CASE
  WHEN max(CASE WHEN part.subject IS NULL THEN ${isSetAside(now)} END) THEN 'open'
  WHEN max(part.started_at IS NOT NULL) THEN 'done'
  WHEN max(CASE WHEN part.started_at IS NULL THEN ${isOpen(now)} END) THEN 'open' ELSE 'none' END ${parts})`;

/** `none`, `open` or `done` of a row of `payments` or `vouchers`. */
export const activationOf = {
  payment: (now: number): Sql => word(ofPayment, now),
  voucher: (now: number): Sql => word(ofVoucher, now),
};

/** The same as `activation = 'done'`. */
export const wasLetOut = {
  payment: (now: number): Sql => isLetOut(ofPayment, now),
  voucher: (now: number): Sql => isLetOut(ofVoucher, now),
};

/** Two queries in one, each with its index: of what has not started, and of what has no device. */
const open = (what: Sql, now: number, and = sql``): Sql =>
  joined(
    [isOpen(now), isSetAside(now)].map(
      (is) =>
        sql`SELECT ${what} FROM entitlements AS part
          WHERE ${is} ${and}`,
    ),
    " UNION ALL ",
  );

/** The same as `activation = 'open'`, beginning with the few that are. */
export const isNotLetOut = {
  payment: (now: number): Sql =>
    sql`payments.id IN (${open(sql`part.source_id`, now, sql`AND part.source = 'payment'`)})`,
  // A redemption's purchase was made in the moment in which the voucher was used.
  voucher(now: number): Sql {
    const redeemed = (what: Sql) => open(what, now, sql`AND part.source = 'voucher'`);
    return sql`vouchers.used_at IN (${redeemed(sql`part.created_at`)})
      AND vouchers.redemption_id IN (${redeemed(sql`substr(part.source_id, 1, 32)`)})`;
  },
};

/** @param and of which purchases; all unless told */
export const countOpen = (now: number, and = sql``): Sql =>
  sql`SELECT count(DISTINCT source_id) FROM (${open(sql`part.source_id AS source_id`, now, and)})`;

/** The rows of `isNotLetOut.payment`. */
export const countOpenPayments = (now: number): Sql => countOpen(now, sql`AND part.source = 'payment'`);
