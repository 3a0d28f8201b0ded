import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { type Actor, record } from "../audit/index.ts";
import { changePayout } from "./change-payout.ts";
import type { Payout } from "./payout-state.ts";
import { askAboutPayout, isFromAccount } from "./send-payout.ts";
import { isReceiptTaken, payoutById } from "./store.ts";

type Named = { providerId: string; payoutId: string };

async function found(ctx: Context, { providerId, payoutId }: Named): Promise<Payout> {
  if (!(await ctx.lookup.providerById(providerId))) throw refuse("not_found", "no_such_payout");
  const payout = await payoutById(ctx, providerId, payoutId);
  if (!payout) throw refuse("not_found", "no_such_payout");
  return payout;
}

/** Nothing is sent again. @throws AppError not_found; conflict where the gateway cannot be asked */
export async function askAgain(ctx: Context, named: Named, actor: Actor): Promise<Payout> {
  const payout = await found(ctx, named);
  if (payout.handle === null || payout.sentAt === null) throw refuse("conflict", "payout_nameless");
  if (!(await isFromAccount(ctx, payout)))
    throw refuse("conflict", "payout_other_account", { code: payout.shortCode });
  await askAboutPayout(ctx, named.providerId, payout);
  await record(ctx, {
    ...actor,
    providerId: named.providerId,
    action: "payout.ask",
    subject: payout.id,
    detail: { status: payout.status },
  });
  return found(ctx, named);
}

/** By a person who has the statement. @throws AppError not_found, conflict unless it is unclear */
export async function settle(
  ctx: Context,
  named: Named,
  {
    outcome,
    receipt = null,
    note,
  }: { outcome: "paid" | "failed"; receipt?: string | null | undefined; note: string },
  actor: Actor,
): Promise<Payout> {
  const { providerId, payoutId } = named;
  await found(ctx, named);
  if (receipt !== null && (await isReceiptTaken(ctx, providerId, payoutId, receipt)))
    throw refuse("conflict", "payout_receipt_taken");
  const event = { type: "settled" as const, outcome, note, receipt: outcome === "paid" ? receipt : null };
  const settled = await changePayout(ctx, providerId, payoutId, event);
  if (!settled?.isChanged) throw refuse("conflict", "payout_only_unclear");
  await record(ctx, {
    ...actor,
    providerId,
    action: "payout.settle",
    subject: payoutId,
    detail: { outcome, receipt: event.receipt, note },
  });
  return settled.payout;
}
