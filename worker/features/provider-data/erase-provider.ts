import type { Context } from "../../context.ts";
import { say, type Text, type TextKey } from "../../contract/texts.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { revokeBridge } from "../bridges/index.ts";
import { balanceStatements, balancesOf } from "../ledger/index.ts";
import { providerById } from "../providers/index.ts";
import { assignedRouters, bridgesOf, removeRouter } from "../routers/index.ts";
import { erased } from "./erased-rows.ts";

type Erasure = {
  providerId: string;
  /** As it was typed to confirm. */
  name: string;
  actor: Actor;
};

/**
 * For ever. From its first statement on the provider is closed; what is left after a failure is done by the minute's sweep.
 * @returns the sentence to show @throws AppError not_found, invalid; conflict naming what has to end first
 */
export async function eraseProvider(ctx: Context, { providerId, name, actor }: Erasure): Promise<Text> {
  const provider = await providerById(ctx, providerId);
  const { businessName } = provider;
  if (name.trim() !== businessName.trim()) throw refuse("invalid", "provider_name_typed");
  await refuseUnfinished(ctx, providerId, businessName);
  const held = balancesOf(...(await ctx.tenant(providerId).batch(balanceStatements())));
  if (held.owed > 0)
    throw refuse("conflict", "erase_balance", { name: businessName, amount: held.owed / 100 });
  const [closed] = await ctx.platform.batch([
    sql<{ id: string }>`UPDATE providers SET status = 'erasing', updated_at = ${ctx.now()}
      WHERE id = ${providerId} AND status = 'suspended' RETURNING id`,
    recordIfStatement(
      ctx,
      // What stood between the two when the books were removed, in cents. No name: these lines stay.
      { ...actor, providerId, action: "provider.erase", subject: providerId, detail: { held } },
      sql`changes() = 1`,
    ),
  ]);
  if (closed.length === 0) throw refuse("conflict", "provider_not_suspended", { name: businessName });
  await finishQuietly(ctx, providerId);
  return say("provider_erased", { name: businessName });
}

/** The minute cron's part: erasures that were cut off. */
export async function sweepErasures(ctx: Context): Promise<void> {
  const begun = await ctx.platform.all(
    sql<{ id: string }>`SELECT id FROM providers WHERE status = 'erasing'`,
  );
  for (const { id } of begun) await finishQuietly(ctx, id);
}

async function finishQuietly(ctx: Context, providerId: string): Promise<void> {
  try {
    await finish(ctx, providerId);
  } catch (cause) {
    log("error", "provider not erased yet", cause, { provider: providerId });
  }
}

/** Repeatable. Sites first: they are told by rows that go afterwards. */
async function finish(ctx: Context, providerId: string): Promise<void> {
  const actor: Actor = { actor: "system", actorId: null, providerId, network: null };
  for (const { id } of await assignedRouters(ctx, providerId))
    await removeRouter(ctx, { providerId, routerId: id, confirmed: true, actor });
  for (const { id } of await bridgesOf(ctx, providerId))
    await revokeBridge(ctx, { ownedBy: providerId, id, actor });
  await ctx.provider(providerId).erase();
  await ctx.platform.batch(Object.values(erased).flatMap((statements) => statements(providerId)));
}

export type Count = { count: number };

/** Nothing that was paid is left unserved, unbooked or undecided. */
async function refuseUnfinished(ctx: Context, id: string, name: string): Promise<void> {
  await refuseUnsettled(ctx, id, name);
  const own = unfinished(ctx.now());
  const inObject = await ctx.tenant(id).batch(own.map(({ count }) => count));
  const inPlatform = await ctx.platform.batch([
    sql<Count>`SELECT count(*) AS count FROM paybill_payments
      WHERE provider_id = ${id} AND status IN ('unmatched', 'refunding')`,
    sql<Count>`SELECT count(*) AS count FROM invoices WHERE provider_id = ${id} AND paid_at IS NULL`,
    sql<Count>`SELECT count(*) AS count FROM refund_appeals WHERE provider_id = ${id} AND status = 'open'`,
  ]);
  const keys = [...own.map(({ key }) => key), "erase_paybill", "erase_invoices", "erase_appeals"] as const;
  for (const [place, rows] of [...inObject, ...inPlatform].entries()) {
    const [count = 0, key] = [rows[0]?.count, keys[place]];
    if (count > 0 && key) throw new AppError("conflict", say(key, { count }));
  }
}

type CountKey = Extract<
  TextKey,
  | "erase_payments"
  | "erase_recent"
  | "erase_refunds"
  | "erase_payouts"
  | "erase_payouts_watched"
  | "erase_purchases"
  | "erase_reviews"
>;

/** By then the nights have compared a payment's day with the gateways. */
export const comparedMs = 3 * dayMs;
export const openRefund = sql`status IN ('requested', 'submitting', 'pending', 'unknown')`;
/** A question about a paid payout that is due for so long will not be put any more. */
const watchedMs = dayMs;

const unfinished = (now: number): readonly { key: CountKey; count: Sql<Count> }[] => [
  {
    key: "erase_payments",
    count: sql<Count>`SELECT count(*) AS count FROM payments
      WHERE status = 'pending'`,
  },
  {
    key: "erase_recent",
    count: sql<Count>`SELECT count(*) AS count FROM payments
      WHERE created_at > ${now - comparedMs}`,
  },
  {
    key: "erase_refunds",
    count: sql<Count>`SELECT count(*) AS count FROM refunds WHERE ${openRefund}`,
  },
  {
    key: "erase_payouts",
    count: sql<Count>`SELECT count(*) AS count FROM payouts
      WHERE status IN ('reserved', 'sending', 'sent', 'unclear')`,
  },
  {
    // Money that comes back is owed to the provider again.
    key: "erase_payouts_watched",
    count: sql<Count>`SELECT count(*) AS count FROM payouts
      WHERE status = 'paid' AND next_at > ${now - watchedMs}`,
  },
  {
    key: "erase_purchases",
    count: sql<Count>`SELECT count(*) AS count FROM entitlements
      WHERE state IN ('waiting', 'running', 'cut_off')`,
  },
  {
    key: "erase_reviews",
    count: sql<Count>`SELECT count(*) AS count FROM reviews
      WHERE resolved_at IS NULL`,
  },
];

/** What began before it was suspended is in its rows by then. */
const settledMs = 60_000;

/** @throws AppError conflict for a provider that may be selling something right now */
export async function refuseUnsettled(ctx: Context, id: string, name: string): Promise<void> {
  const [state] = await ctx.platform.all(
    sql<{ status: string; updatedAt: number }>`SELECT status, updated_at AS updatedAt FROM providers
      WHERE id = ${id}`,
  );
  if (state?.status !== "suspended") throw refuse("conflict", "provider_not_suspended", { name });
  if (state.updatedAt > ctx.now() - settledMs) throw refuse("conflict", "provider_just_changed", { name });
}
