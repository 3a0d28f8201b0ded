import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { names, type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { refuse } from "../../errors.ts";
import { deliverAll, deliverNow } from "./deliver.ts";
import { endAfter, usedBetween } from "./open-hours-sql.ts";
import { heldNow, newestOf } from "./store.ts";

/**
 * Cuts a running purchase off, wherever it goes on by now. Its time runs on: a mere kick would come back by MAC login.
 * @throws AppError not_found; conflict while it is on its way to another router
 */
export async function cutOff(ctx: Context, providerId: string, id: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  if ((await db.run(cutOffStatement(id, now))) === 0) {
    const held = await heldNow(db, id);
    const isOnItsWay = held?.state === "moved" && (held.endsAt === null || held.endsAt > now);
    throw isOnItsWay ? refuse("conflict", "purchase_changing") : refuse("not_found", "purchase_not_running");
  }
  await deliverNow(ctx, providerId, id);
}

/**
 * The same for a batch that also says why; the bridge has to be told afterwards. One that has used up its data is cut off, too:
 * no more data can be bought for it. @param now UTC ms
 */
export function cutOffStatement(id: string, now: number, onlyIf = sql`true`): Sql {
  return sql`UPDATE entitlements SET state = 'cut_off', rev = rev + 1, updated_at = ${now}
    WHERE id = ${newestOf(id)} AND (state IN ('waiting', 'running') OR state = 'ended' AND end_reason = 'data')
      AND (ends_at IS NULL OR ends_at > ${now}) AND ${onlyIf}`;
}

/**
 * Its payment was denied, and paid after all; time that had begun is moved on, and no outage of meanwhile is given back beside it.
 * @param unlessBooked journal that prevents it
 */
export function resumeStatement({
  id,
  now,
  withheld,
  unlessBooked,
}: {
  id: string;
  now: number;
  withheld: { from: number; until: number };
  unlessBooked: string;
}): Sql {
  const [from, until] = [sql`${withheld.from}`, sql`${withheld.until}`];
  return sql`UPDATE entitlements SET state = CASE WHEN started_at IS NULL THEN 'waiting'
      ELSE 'running' END, rev = rev + 1,
      ends_at = ${endAfter(sql`terms`, sql`ends_at`, usedBetween(sql`terms`, from, until))},
      gaps = iif(started_at IS NULL, gaps, json_insert(coalesce(gaps, '[]'), '$[#]', json_array(${from} + 0, ${until} + 0))),
      updated_at = ${now}
    WHERE id = ${newestOf(id)} AND state = 'cut_off'
      AND NOT EXISTS (SELECT 1 FROM ledger WHERE journal_id = ${unlessBooked})`;
}

const allowed = (now: number): Sql => sql`
    state = CASE WHEN started_at IS NULL THEN 'waiting' ELSE 'running' END, rev = rev + 1,
      updated_at = ${now}`;

/** Its money went back, or was never there: letting it out again would be free access. @param of how `entitlements` is called */
export const isUnpaidOf = (of: string): Sql => {
  const column = (name: string) => names(`${of}.${name}`);
  return sql`(${column("source")} = 'payment' AND EXISTS (SELECT 1 FROM payments WHERE payments.id = ${column("source_id")}
    AND (payments.status <> 'completed' OR payments.refunded_cents >= payments.amount_cents)))`;
};
/** Some of its money went back. @param of as above */
export const isPartBackOf = (of: string): Sql => {
  const column = (name: string) => names(`${of}.${name}`);
  return sql`(${column("source")} = 'payment' AND EXISTS (SELECT 1 FROM payments WHERE payments.id = ${column("source_id")}
    AND payments.refunded_cents > 0))`;
};
const isUnpaid = isUnpaidOf("entitlements");

/** Undoes a cut-off while there is time left. @throws AppError not_found; refused where its money went back */
export async function allowAgain(ctx: Context, providerId: string, id: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const one = sql`id = ${newestOf(id)} AND (ends_at IS NULL OR ends_at > ${now})`;
  const changed = await db.run(
    sql`UPDATE entitlements SET ${allowed(now)} WHERE ${one} AND state = 'cut_off' AND NOT ${isUnpaid}`,
  );
  if (changed === 0) {
    await refuseUnpaid(db, one);
    throw refuse("not_found", "purchase_not_cut_off");
  }
  await deliverNow(ctx, providerId, id);
}

/** The purchases that this device is attached to and that still have time. */
const ofDevice = (subject: Subject, now: number): Sql => sql`id IN (SELECT entitlement_id FROM devices
    WHERE subject = ${subject} AND detached_at IS NULL)
  AND (ends_at IS NULL OR ends_at > ${now})`;

/** With everything bought for it; what is bought later lets it out again. @returns those cut off now @throws AppError refused */
export async function cutOffDevice(ctx: Context, providerId: string, subject: Subject): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const [cut, off] = await db.batch([
    sql<{ id: string }>`UPDATE entitlements SET state = 'cut_off', rev = rev + 1, updated_at = ${now}
      WHERE ${ofDevice(subject, now)} AND state IN ('waiting', 'running') RETURNING id`,
    sql`SELECT id FROM entitlements WHERE ${ofDevice(subject, now)} AND state = 'cut_off' LIMIT 1`,
  ]);
  if (off.length === 0) throw refuse("refused", "device_nothing_running");
  return delivered(ctx, providerId, cut);
}

/** All that has time left goes on. @returns the purchases @throws AppError refused where none is cut off */
export async function allowDevice(ctx: Context, providerId: string, subject: Subject): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const again = await db.all(
    sql<{ id: string }>`UPDATE entitlements SET ${allowed(now)}
      WHERE ${ofDevice(subject, now)} AND state = 'cut_off' AND NOT ${isUnpaid} RETURNING id`,
  );
  if (again.length === 0) {
    await refuseUnpaid(db, ofDevice(subject, now));
    throw refuse("refused", "device_not_cut_off");
  }
  return delivered(ctx, providerId, again);
}

/** @throws AppError refused where such a purchase is cut off, and its money went back */
async function refuseUnpaid(db: TenantDb, which: Sql): Promise<void> {
  const unpaid = await db.first(
    sql<{
      id: string;
    }>`SELECT id FROM entitlements WHERE ${which} AND state = 'cut_off' AND ${isUnpaid} LIMIT 1`,
  );
  if (unpaid) throw refuse("refused", "purchase_money_back");
}

async function delivered(
  ctx: Context,
  providerId: string,
  rows: readonly { id: string }[],
): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  await deliverAll(ctx, providerId, ids);
  return ids;
}
