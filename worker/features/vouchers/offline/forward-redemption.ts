import type { Context } from "../../../context.ts";
import { type BridgeRequest, OfflineVoucherAnswer } from "../../../contract/bridge-requests.ts";
import type { Subject } from "../../../contract/values/subject.ts";
import { sql } from "../../../db/sql.ts";
import { type AppError, refuse } from "../../../errors.ts";
import { log } from "../../../log.ts";
import { type OfflineVoucherRow, offlineVouchersById } from "./offline-voucher-store.ts";
import { writeRedeemed, writeReturned } from "./record-reports.ts";

/** A visitor looks at a spinner meanwhile; the bridge decides in milliseconds. */
const patienceMs = 6_000;

/**
 * Its bridge redeems it for a device on its own WiFi, or gives it back; a lost answer is given again. @returns
 * `redeemed`: written down here; `returned`: to be claimed like any other @throws AppError unavailable while it does
 * not answer
 */
export async function forwardRedemption(
  ctx: Context,
  { providerId, offlineVoucherId }: { providerId: string; offlineVoucherId: string },
  visitor: { routerId: string; subject: Subject; buyerHash: string | null },
): Promise<"redeemed" | "returned"> {
  const [offlineVoucher] = await offlineVouchersById(ctx.tenant(providerId), [offlineVoucherId]);
  if (!offlineVoucher || offlineVoucher.state === "returned" || offlineVoucher.state === "freed")
    return "returned";
  if (offlineVoucher.state === "redeemed") return "redeemed";
  const { subject, routerId, buyerHash } = visitor;
  const isHere = offlineVoucher.routerId === routerId;
  const answer = await ask(
    ctx,
    offlineVoucher,
    isHere
      ? { kind: "redeem", routerId, offlineVoucherId, subject }
      : { kind: "give_back", routerId: offlineVoucher.routerId, offlineVoucherId },
  );
  if (!answer) throw await bridgeAway(ctx, offlineVoucher, isHere);
  if (answer.state === "returned") {
    await writeReturned(ctx, offlineVoucher);
    return "returned";
  }
  const isOwn = answer.subject === subject;
  await writeRedeemed(ctx, offlineVoucher, { ...answer, buyerHash: isOwn ? buyerHash : null });
  return "redeemed";
}

/** Null where nobody answered, or nothing that could be understood. */
async function ask(
  ctx: Context,
  offlineVoucher: OfflineVoucherRow,
  request: BridgeRequest,
): Promise<OfflineVoucherAnswer | null> {
  try {
    const answer = await ctx.env.BRIDGE.getByName(offlineVoucher.bridgeId).request(request, patienceMs);
    if (answer.kind !== "answered" || !answer.ok) return null;
    return OfflineVoucherAnswer.parse(JSON.parse(answer.result));
  } catch (cause) {
    log("error", "offline voucher", cause, { bridge: offlineVoucher.bridgeId });
    return null;
  }
}

async function bridgeAway(
  ctx: Context,
  offlineVoucher: OfflineVoucherRow,
  isHere: boolean,
): Promise<AppError> {
  if (isHere) return refuse("unavailable", "voucher_kept_here");
  const router = await ctx.platform.first(
    sql<{ name: string }>`SELECT name FROM routers WHERE id = ${offlineVoucher.routerId}`,
  );
  return refuse("unavailable", "voucher_kept_at", { router: router?.name ?? "" });
}
