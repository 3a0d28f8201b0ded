import type { Context } from "../../context.ts";
import { macOf, type Subject } from "../../contract/values/subject.ts";
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
    sql<{
      entitlementId: string | null;
      subject: Subject | null;
    }>`SELECT entitlement_id AS entitlementId, subject
      FROM payments WHERE id = ${paymentId} AND status = 'completed'`,
  );
  if (!paid?.entitlementId) throw refuse("not_found", "payment_bought_nothing");
  const held = await heldNow(db, paid.entitlementId);
  const subject = held?.subjects[0] ?? paid.subject;
  if (!held || subject === null) throw refuse("refused", "payment_without_device");
  const user = await knownUser(ctx, providerId, macOf(subject));
  if (user.eId !== held.id) throw refuse("refused", "payment_device_has_other");
  return macOf(subject);
}
