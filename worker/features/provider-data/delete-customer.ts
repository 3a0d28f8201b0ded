import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { macOf, type Subject } from "../../contract/values/subject.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { customerById, lettersOf } from "../customers/index.ts";
import { knownUser } from "../users/index.ts";
import { type Count, comparedMs, openRefund } from "./erase-provider.ts";
import { personalRows } from "./sweep-retention.ts";

type Deletion = {
  providerId: string;
  /** One of the customer's devices, or the account of a customer with lines. */
  whose: { userId: string } | { accountId: string };
  actor: Actor;
};

/** Who is meant: a phone number, if one is known, a device and an account. */
type Named = { subject: Subject | null; phone: string | null; accountId: string | null };

/** With the devices that the phone was the last to pay for, and the accounts that have it. */
type Customer = {
  subjects: Subject[];
  payments: string[];
  purchases: string[];
  accounts: string[];
  emails: string[];
};

/**
 * What is personal of one customer, at the customer's own wish: phone number, devices, usage, messages, and of accounts the name, too. Books
 * stay, without a name, and so does an account's number, which is never given again.
 * Repeatable: the provider's rows, which lead to all of it, go last and at once.
 * @returns the sentence to show @throws AppError not_found; conflict naming what has to end first
 */
export async function deleteCustomer(ctx: Context, { providerId, whose, actor }: Deletion): Promise<Text> {
  const named = await namedBy(ctx, providerId, whose);
  const { phone } = named;
  const customer = await customerOf(ctx, providerId, named);
  await refuseUnfinished(ctx, providerId, customer);
  const { subjects, payments, purchases, accounts, emails } = customer;
  const macs = among(subjects.map(macOf));
  // No name and no number: these lines stay.
  const detail = { payments: payments.length, devices: subjects.length };
  await ctx.platform.batch([
    recordStatement(ctx, { ...actor, providerId, action: "user.delete_data", subject: null, detail }),
    sql`UPDATE paybill_payments SET payer = NULL, note = NULL
      WHERE provider_id = ${providerId} AND payment_id IN ${among(payments)}`,
    sql`DELETE FROM handed_over_users WHERE provider_id = ${providerId} AND mac IN ${macs}`,
    sql`DELETE FROM mail WHERE ${lettersOf(providerId)} AND recipient IN ${among(emails)}`,
  ]);
  const ofDevice = sql`subject IN ${among(subjects)}`;
  const ofPhone = sql`phone = ${phone ?? ""} AND phone <> ''`;
  await ctx.tenant(providerId).batch([
    sql`DELETE FROM incoming_messages WHERE ${ofPhone}`,
    sql`DELETE FROM package_changes WHERE ${ofPhone}`,
    ...accountRows(sql`IN ${among(accounts)}`),
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

/** @throws AppError not_found */
async function namedBy(ctx: Context, providerId: string, whose: Deletion["whose"]): Promise<Named> {
  if ("userId" in whose) return { ...(await knownUser(ctx, providerId, whose.userId)), accountId: null };
  const account = await customerById(ctx, providerId, whose.accountId);
  if (!account) throw refuse("not_found", "customer_gone");
  return { subject: null, phone: account.phone === "" ? null : account.phone, accountId: account.id };
}

async function customerOf(
  ctx: Context,
  providerId: string,
  { subject, phone, accountId }: Named,
): Promise<Customer> {
  const db = ctx.tenant(providerId);
  const [known, accounts] = await db.batch([
    sql<{ subject: Subject }>`SELECT subject FROM hotspot_users WHERE phone = ${phone ?? ""} AND phone <> ''`,
    sql<{ id: string; email: string }>`SELECT id, email FROM customer_accounts
      WHERE id = ${accountId ?? ""} OR phone = ${phone ?? ""} AND phone <> ''`,
  ]);
  const subjects = [...new Set([...(subject === null ? [] : [subject]), ...known.map((row) => row.subject)])];
  const [payments, purchases] = await db.batch([
    // Of a device that others paid for as well, their payments are theirs.
    sql<{ id: string; bought: string | null }>`SELECT id, entitlement_id AS bought FROM payments
      WHERE ${phone ? sql`phone = ${phone}` : sql`subject = ${subject ?? ""} AND subject <> ''`}`,
    sql<{
      id: string;
    }>`SELECT DISTINCT entitlement_id AS id FROM devices WHERE subject IN ${among(subjects)}`,
  ]);
  const bought = payments.flatMap((row) => row.bought ?? []);
  return {
    subjects,
    payments: payments.map(({ id }) => id),
    purchases: [...new Set([...bought, ...purchases.map(({ id }) => id)])],
    accounts: accounts.map(({ id }) => id),
    emails: accounts.map(({ email }) => email).filter((email) => email !== ""),
  };
}

/** A line's name at its router is often its customer's, and what dialled in there the customer's device. */
const accountRows = (ids: Sql): Sql[] => [
  sql`DELETE FROM line_usage WHERE line_id IN (SELECT id FROM lines WHERE customer_id ${ids} AND closed_at IS NOT NULL)`,
  sql`DELETE FROM customer_letters WHERE customer_id ${ids}`,
  sql`DELETE FROM package_changes WHERE customer_id ${ids}`,
  sql`UPDATE lines SET login = '', login_small = '', address = NULL, caller_id = NULL, adopted = NULL
    WHERE customer_id ${ids} AND closed_at IS NOT NULL`,
  sql`UPDATE customer_accounts SET name = '', phone = '', notes = '', email = '', former_number = '', language = NULL
    WHERE id ${ids}`,
];

/** Nothing that was paid is left unserved or undecided, and nothing can come back for which the number is needed. */
async function refuseUnfinished(
  ctx: Context,
  providerId: string,
  { payments, purchases, accounts }: Customer,
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
    // What is given up stays named until its router has it off; one that is no more the provider's will not tell.
    sql<Count>`SELECT count(*) AS count FROM lines WHERE customer_id IN ${among(accounts)}
      AND (closed_at IS NULL OR rev > confirmed_rev AND router_id IN
        (SELECT router_id FROM provider_routers WHERE unassigned_at IS NULL))`,
    sql<Count>`SELECT count(*) AS count FROM customer_accounts
      WHERE id IN ${among(accounts)} AND balance_cents <> 0`,
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
    "erase_lines",
    "erase_account",
    "erase_appeals",
  ] as const;
  for (const [place, rows] of [...found, appeals].entries()) {
    const [count = 0, key] = [rows[0]?.count, keys[place]];
    if (count > 0 && key) throw new AppError("conflict", say(key, { count }));
  }
}
