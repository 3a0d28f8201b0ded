import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { buyerOf } from "./buyer-purchases.ts";
import { isWritten, refuseTooMany, refuseWhatIsOver, tries } from "./change-devices.ts";
import { deliverQuietly } from "./finish-move.ts";
import { type Move, removeStatements } from "./move-statements.ts";
import { deviceName } from "./plan-devices.ts";
import { heldNow } from "./store.ts";

/**
 * Its buyer takes a device off a plan for several; the last one stays. One that is not there any more changes nothing. It counts
 * as a move: otherwise a plan for two would serve any number by turns.
 */
export async function removeDevice(
  ctx: Context,
  ask: { providerId: string; entitlementId: string; device: string; buyerHash: string },
): Promise<void> {
  const db = ctx.tenant(ask.providerId);
  if ((await buyerOf(ctx, ask.providerId, ask.entitlementId)) !== ask.buyerHash)
    throw refuse("not_found", "purchase_unknown");
  for (let left = tries; left > 0; left -= 1) {
    const held = await heldNow(db, ask.entitlementId);
    if (!held) throw refuse("not_found", "purchase_unknown");
    refuseWhatIsOver(held, ctx.now());
    const fromSubject = held.subjects.find((subject) => deviceName(ctx, held.id, subject) === ask.device);
    if (fromSubject === undefined || held.subjects.length < 2) return;
    const move: Move = {
      id: randomHex(128),
      entitlementId: held.id,
      rev: held.rev,
      at: ctx.now(),
      fromSubject,
      toSubject: "",
      toRouterId: held.routerId,
      by: "buyer",
      buyer: { hash: null, becomes: "never" },
    };
    if (await isWritten(db, removeStatements(move))) return deliverQuietly(ctx, ask.providerId, held.id);
    await refuseTooMany(ctx, db, held, true);
  }
  throw refuse("conflict", "purchase_changing");
}
