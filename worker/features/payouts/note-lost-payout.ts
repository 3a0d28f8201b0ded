import type { Context } from "../../context.ts";
import { sha256 } from "../../keys.ts";
import { record } from "../audit/index.ts";
import { payableBalance } from "./balance.ts";
import { changePayout } from "./change-payout.ts";
import { destinationOf } from "./destination.ts";
import { payoutAccount } from "./payout-account.ts";
import { newPayout } from "./payout-state.ts";
import { isReceiptTaken, reserve } from "./store.ts";

type LostPayout = {
  providerId: string;
  /** Whole shillings that the receiver got. */
  shillings: number;
  receipt: string;
};

/**
 * A payout that went out and that the books, which came from an earlier backup, do not know: noted by whoever has the statement. It is
 * paid from its first moment on, so that nothing is ever sent for it, whatever is owed. Repeatable.
 * @returns false where another payout has this receipt, or the platform pays nothing out
 */
export async function noteLostPayout(
  ctx: Context,
  { providerId, shillings, receipt }: LostPayout,
): Promise<boolean> {
  const id = sha256(`lost payout ${providerId} ${receipt}`).slice(0, 32);
  const [account, destination, { terms }] = await Promise.all([
    payoutAccount(ctx),
    destinationOf(ctx, providerId),
    payableBalance(ctx, providerId),
  ]);
  if (!account || (await isReceiptTaken(ctx, providerId, id, receipt))) return false;
  const payout = newPayout({
    id,
    cents: shillings * 100,
    feeCents: terms.feeCents,
    kind: destination?.kind ?? ("phone" as const),
    account: destination?.account ?? "",
    reference: destination?.reference ?? null,
    environment: account.environment,
    shortCode: account.shortCode,
    handle: null,
    requestedBy: "backup",
    key: null,
    createdAt: ctx.now(),
  });
  await reserve(ctx, providerId, { ...payout, status: "unclear" }, null);
  const note = "went out after the backup that was loaded";
  const event = { type: "settled" as const, outcome: "paid" as const, receipt, note };
  const settled = await changePayout(ctx, providerId, id, event);
  if (settled?.isChanged)
    await record(ctx, {
      actor: "system",
      actorId: null,
      network: null,
      providerId,
      action: "payout.settle",
      subject: id,
      detail: { outcome: "paid", receipt, note },
    });
  return true;
}
