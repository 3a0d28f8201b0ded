import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { heldNow } from "../entitlements/index.ts";
import { knownUser } from "./known-user.ts";

/**
 * The device that has what a payment bought, wherever it was moved since: for acts on a device, which concern the purchase that
 * counts for it. @returns its address @throws AppError not_found; refused where it has no device, or where another purchase counts
 */
export async function deviceOfPayment(ctx: Context, providerId: string, paymentId: string): Promise<string> {
  if (!(await ctx.lookup.providerById(providerId))) throw refuse("not_found", "no_such_provider");
  const db = ctx.tenant(providerId);
  const paid = await db.first(
    sql<{ entitlementId: string | null; mac: string | null }>`SELECT entitlement_id AS entitlementId, mac
      FROM payments WHERE id = ${paymentId} AND status = 'completed'`,
  );
  if (!paid?.entitlementId) throw refuse("not_found", "payment_bought_nothing");
  const held = await heldNow(db, paid.entitlementId);
  const mac = held?.macs[0] ?? paid.mac;
  if (!held || mac === null) throw refuse("refused", "payment_without_device");
  const user = await knownUser(ctx, providerId, mac);
  if (user.eId !== held.id) throw refuse("refused", "payment_device_has_other");
  return mac;
}
