import type { Context } from "../../context.ts";
import type { DestinationInput } from "../../contract/payouts.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { dayMs, nairobiMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { platformMpesa, whoOf } from "../gateways/index.ts";
import { notifyProviderStatement } from "../mail/index.ts";
import { payoutAccount } from "./payout-account.ts";

type Destination = {
  kind: "phone" | "pay_bill" | "till";
  account: string;
  reference: string | null;
  changedAt: number;
};

/** Time for whoever reads the letter to say that it was not they. */
export const heldMs = dayMs;

export async function destinationOf(ctx: Context, providerId: string): Promise<Destination | null> {
  const row = await ctx.platform.first(
    sql<Destination>`SELECT kind, account, reference, changed_at AS changedAt FROM payout_destinations
      WHERE provider_id = ${providerId}`,
  );
  return row ?? null;
}

/** @throws AppError invalid */
export async function saveDestination(
  ctx: Context,
  providerId: string,
  input: DestinationInput,
  actor: Actor,
): Promise<void> {
  const next = await checked(ctx, input);
  const [before, by] = await Promise.all([destinationOf(ctx, providerId), whoOf(ctx, actor)]);
  const now = ctx.now();
  const { kind, account, reference } = next;
  const isSet = sql`EXISTS (SELECT 1 FROM payout_destinations
    WHERE provider_id = ${providerId} AND changed_at = ${now})`;
  const at = new Date(now + nairobiMs).toISOString().slice(0, 16).replace("T", " ");
  const letter = [
    `Where your payouts go was changed on ${at} (Nairobi time) by ${by}.`,
    ...(before ? [`Before: ${inWords(before)}`] : []),
    `Now: ${inWords(next)}`,
    "Nothing is paid there for 24 hours. If you did not ask for this, change it back under Billing and call the platform's support at once.",
  ].join("\n\n");
  await ctx.platform.batch([
    // The same once more changes nothing, and holds nothing.
    sql`INSERT INTO payout_destinations (provider_id, kind, account, reference, changed_at)
      VALUES (${providerId}, ${kind}, ${account}, ${reference}, ${now})
      ON CONFLICT (provider_id) DO UPDATE SET kind = excluded.kind, account = excluded.account,
        reference = excluded.reference, changed_at = excluded.changed_at
      WHERE payout_destinations.kind <> excluded.kind OR payout_destinations.account <> excluded.account
        OR payout_destinations.reference IS NOT excluded.reference`,
    recordIfStatement(
      ctx,
      {
        ...actor,
        providerId,
        action: "payout.destination",
        subject: providerId,
        detail: { before: before && masked(before), after: masked(next) },
      },
      isSet,
    ),
    notifyProviderStatement(
      ctx,
      providerId,
      {
        subject: "Where your payouts go was changed",
        text: letter,
        event: `payout destination ${providerId} ${now}`,
      },
      isSet,
    ),
  ]);
}

async function checked(
  ctx: Context,
  { kind, account, reference }: DestinationInput,
): Promise<Omit<Destination, "changedAt">> {
  if (kind === "phone") {
    const phone = parseKenyanMobile(account);
    if (!phone) throw refuse("invalid", "destination_phone");
    return { kind, account: phone, reference: null };
  }
  if (!/^\d{5,7}$/.test(account)) throw refuse("invalid", "destination_number").at("account");
  const own = [platformMpesa(ctx)?.shortCode, (await payoutAccount(ctx))?.shortCode];
  if (own.includes(account)) throw refuse("invalid", "account_is_platforms").at("account");
  if (kind === "till") return { kind, account, reference: null };
  if (!reference) throw refuse("invalid", "destination_reference").at("reference");
  return { kind, account, reference };
}

const names = { phone: "M-Pesa of the phone", pay_bill: "pay bill", till: "till" } as const;

/** Enough for its owner to know it. */
const masked = ({ kind, account }: Pick<Destination, "kind" | "account">) =>
  `${names[kind]} ****${account.slice(-3)}`;

function inWords({ kind, account, reference }: Pick<Destination, "kind" | "account" | "reference">): string {
  return `${masked({ kind, account })}${reference === null ? "" : `, account ****${reference.slice(-3)}`}`;
}
