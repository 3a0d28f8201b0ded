import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { macOf, type Subject } from "../../contract/values/subject.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { knownUser } from "../users/index.ts";
import { type Count, comparedMs, openRefund } from "./erase-provider.ts";
import { personalRows } from "./sweep-retention.ts";

type Deletion = {
  providerId: string;
  /** Of one of the customer's devices. */
  userId: string;
  actor: Actor;
};

/** A phone number, if one is known, with the devices that it was the last to pay for. */
type Customer = { subjects: Subject[]; payments: string[]; purchases: string[] };

/**
 * What is personal of one customer, at the customer's own wish: phone number, devices, usage, messages. Books stay, without a name.
 * Repeatable: the provider's rows, which lead to all of it, go last and at once.
 * @returns the sentence to show @throws AppError not_found; conflict naming what has to end first
 */
export async function deleteCustomer(ctx: Context, { providerId, userId, actor }: Deletion): Promise<Text> {
  const { subject, phone } = await knownUser(ctx, providerId, userId);
  const customer = await customerOf(ctx, providerId, subject, phone);
  await refuseUnfinished(ctx, providerId, customer);
  const { subjects, payments, purchases } = customer;
  const macs = among(subjects.map(macOf));
  // No name and no number: these lines stay.
  const detail = { payments: payments.length, devices: subjects.length };
  await ctx.platform.batch([
    recordStatement(ctx, { ...actor, providerId, action: "user.delete_data", subject: null, detail }),
    sql`UPDATE paybill_payments SET payer = NULL, note = NULL
      WHERE provider_id = ${providerId} AND payment_id IN ${among(payments)}`,
    sql`DELETE FROM handed_over_users WHERE provider_id = ${providerId} AND mac IN ${macs}`,
  ]);
  const ofDevice = sql`subject IN ${among(subjects)}`;
  const ofPhone = sql`phone = ${phone ?? ""} AND phone <> ''`;
  await ctx.tenant(providerId).batch([
    sql`DELETE FROM incoming_messages WHERE ${ofPhone}`,
    ...personalRows({
      customers: ofPhone,
      payments: sql`id IN ${among(payments)}`,
      trials: sql`${ofPhone} OR ${ofDevice}`,
      messages: ofPhone,
      consents: ofPhone,
      vouchers: sql`used_by IN ${among(subjects)}`,
      purchases: sql`id IN ${among(purchases)}`,
      // One that bought again a moment ago is a customer again.
      devices: sql`${ofDevice} AND subject NOT IN (SELECT devices.subject FROM devices
        JOIN entitlements ON entitlements.id = devices.entitlement_id
        WHERE entitlements.state IN ('waiting', 'running', 'cut_off'))`,
    }),
  ]);
  return say("customer_deleted", { count: payments.length });
}

async function customerOf(
  ctx: Context,
  providerId: string,
  subject: Subject,
  phone: string | null,
): Promise<Customer> {
  const db = ctx.tenant(providerId);
  const known = phone
    ? await db.all(sql<{ subject: Subject }>`SELECT subject FROM hotspot_users WHERE phone = ${phone}`)
    : [];
  const subjects = [...new Set([subject, ...known.map((row) => row.subject)])];
  const [payments, purchases] = await db.batch([
    // Of a device that others paid for as well, their payments are theirs.
    sql<{ id: string; bought: string | null }>`SELECT id, entitlement_id AS bought FROM payments
      WHERE ${phone ? sql`phone = ${phone}` : sql`subject = ${subject}`}`,
    sql<{
      id: string;
    }>`SELECT DISTINCT entitlement_id AS id FROM devices WHERE subject IN ${among(subjects)}`,
  ]);
  const bought = payments.flatMap((row) => row.bought ?? []);
  return {
    subjects,
    payments: payments.map(({ id }) => id),
    purchases: [...new Set([...bought, ...purchases.map(({ id }) => id)])],
  };
}

/** Nothing that was paid is left unserved or undecided, and nothing can come back for which the number is needed. */
async function refuseUnfinished(
  ctx: Context,
  providerId: string,
  { payments, purchases }: Customer,
): Promise<void> {
  const ofThem = among(payments);
  const since = ctx.now() - comparedMs;
  const own: readonly Sql<Count>[] = [
    sql<Count>`SELECT count(*) AS count FROM payments WHERE id IN ${ofThem} AND status = 'pending'`,
    sql<Count>`SELECT count(*) AS count FROM entitlements
      WHERE id IN ${among(purchases)} AND state IN ('waiting', 'running', 'cut_off')`,
    sql<Count>`SELECT count(*) AS count FROM refunds WHERE payment_id IN ${ofThem} AND ${openRefund}`,
    sql<Count>`SELECT count(*) AS count FROM reviews
      WHERE payment_id IN ${ofThem} AND resolved_at IS NULL`,
    sql<Count>`SELECT count(*) AS count FROM payments WHERE id IN ${ofThem} AND created_at > ${since}`,
  ];
  const found = await ctx.tenant(providerId).batch(own);
  const appeals = await ctx.platform.all(
    sql<Count>`SELECT count(*) AS count FROM refund_appeals
      WHERE provider_id = ${providerId} AND payment_id IN ${ofThem} AND status = 'open'`,
  );
  const keys = [
    "erase_payments",
    "erase_purchases",
    "erase_refunds",
    "erase_reviews",
    "erase_recent",
    "erase_appeals",
  ] as const;
  for (const [place, rows] of [...found, appeals].entries()) {
    const [count = 0, key] = [rows[0]?.count, keys[place]];
    if (count > 0 && key) throw new AppError("conflict", say(key, { count }));
  }
}
