import type { Context } from "../../context.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import { refuse } from "../../errors.ts";
import { deliver, deliverAll } from "./deliver.ts";

/** Cuts a running purchase off. Its time runs on: a mere kick would come back by MAC login. */
export async function cutOff(ctx: Context, providerId: string, id: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const changed = await db.run(cutOffStatement(db, id, ctx.now()));
  if (changed === 0) throw refuse("not_found", "purchase_not_running");
  await deliver(ctx, providerId, id);
}

/** The same for a batch that also says why; the bridge has to be told afterwards. @param now UTC ms */
export function cutOffStatement(db: TenantDb, id: string, now: number): Statement {
  return db.statement(
    `UPDATE entitlements SET state = 'cut_off', rev = rev + 1, updated_at = ?3
    WHERE provider_id = ?1 AND id = ?2 AND state IN ('waiting', 'running') AND (ends_at IS NULL OR ends_at > ?3)`,
    id,
    now,
  );
}

/**
 * Lets a purchase go on that was cut off because its payment was denied, and was paid after all. Time that had begun is
 * moved on by what was withheld. Moments in UTC ms.
 * @param unlessBooked journal of the sale that it goes on for: once that stands, this changes nothing
 */
export function resumeStatement(
  db: TenantDb,
  {
    id,
    now,
    withheldMs,
    unlessBooked,
  }: { id: string; now: number; withheldMs: number; unlessBooked: string },
): Statement {
  return db.statement(
    `UPDATE entitlements SET state = CASE WHEN started_at IS NULL THEN 'waiting' ELSE 'running' END, rev = rev + 1,
      ends_at = ends_at + ?4, updated_at = ?3
    WHERE provider_id = ?1 AND id = ?2 AND state = 'cut_off'
      AND NOT EXISTS (SELECT 1 FROM ledger WHERE provider_id = ?1 AND journal_id = ?5)`,
    id,
    now,
    withheldMs,
    unlessBooked,
  );
}

/** Undoes a cut-off while there is time left. */
export async function allowAgain(ctx: Context, providerId: string, id: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const changed = await db.run(
    db.statement(
      `UPDATE entitlements SET state = CASE WHEN started_at IS NULL THEN 'waiting' ELSE 'running' END, rev = rev + 1,
        updated_at = ?3
      WHERE provider_id = ?1 AND id = ?2 AND state = 'cut_off' AND (ends_at IS NULL OR ends_at > ?3)`,
      id,
      ctx.now(),
    ),
  );
  if (changed === 0) throw refuse("not_found", "purchase_not_cut_off");
  await deliver(ctx, providerId, id);
}

/** The purchases that the device `?2` is attached to and that still have time, at the moment `?3`. */
const ofDevice = `provider_id = ?1 AND id IN (SELECT entitlement_id FROM devices
    WHERE provider_id = ?1 AND mac = ?2 AND detached_at IS NULL)
  AND (ends_at IS NULL OR ends_at > ?3)`;

/**
 * Cuts a device off with everything bought for it, whether it runs or waits. What is bought for it later is a purchase of
 * its own and lets it out again. Repeating it changes nothing.
 * @returns the purchases that were cut off now
 * @throws AppError refused where there is nothing that could let it out
 */
export async function cutOffDevice(ctx: Context, providerId: string, mac: string): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const [cut, off] = await db.batch([
    db.statement(
      `UPDATE entitlements SET state = 'cut_off', rev = rev + 1, updated_at = ?3
      WHERE ${ofDevice} AND state IN ('waiting', 'running') RETURNING id`,
      mac,
      now,
    ),
    db.statement(`SELECT id FROM entitlements WHERE ${ofDevice} AND state = 'cut_off' LIMIT 1`, mac, now),
  ]);
  if (!off?.length) throw refuse("refused", "device_nothing_running");
  return delivered(ctx, providerId, cut);
}

/**
 * Undoes that for all that has time left.
 * @returns the purchases that go on
 * @throws AppError refused where none is cut off
 */
export async function allowDevice(ctx: Context, providerId: string, mac: string): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const [allowed] = await db.batch([
    db.statement(
      `UPDATE entitlements SET state = CASE WHEN started_at IS NULL THEN 'waiting' ELSE 'running' END, rev = rev + 1,
        updated_at = ?3
      WHERE ${ofDevice} AND state = 'cut_off' RETURNING id`,
      mac,
      ctx.now(),
    ),
  ]);
  if (!allowed?.length) throw refuse("refused", "device_not_cut_off");
  return delivered(ctx, providerId, allowed);
}

async function delivered(
  ctx: Context,
  providerId: string,
  rows: readonly Record<string, unknown>[] = [],
): Promise<string[]> {
  const ids = rows.map(({ id }) => String(id));
  await deliverAll(
    ctx,
    ids.map((id) => ({ providerId, id })),
  );
  return ids;
}
