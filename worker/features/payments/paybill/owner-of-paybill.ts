import type { Context } from "../../../context.ts";
import { customerNumberIn } from "../../../contract/values/account-code.ts";
import { platformBooks } from "../../../contract/values/platform-books.ts";
import { sql } from "../../../db/sql.ts";
import { providerOfNumber } from "../../customers/index.ts";
import { consentFor, gatewayOfPaybill, isCollectingPaybill } from "../../gateways/index.ts";
import type { Paybill } from "../core/callbacks.ts";

// Whose the money is that was typed at a pay bill. At a provider's own it is that provider's. At the platform's it is the provider's whose
// customer's number was typed, if that provider consented to be collected for; else it has no provider until an operator decides.

export type PaybillOwner = { gatewayId: string; providerId: string };

/** Money at the platform's pay bill that is no provider's yet. */
const nobody: PaybillOwner = { gatewayId: "", providerId: platformBooks };

/** Null for a pay bill at which no provider and no platform ever collected. */
export async function ownerOfPaybill(
  ctx: Context,
  paybill: Paybill,
  typed: string,
): Promise<PaybillOwner | null> {
  const own = await gatewayOfPaybill(ctx, paybill);
  if (!isCollectingPaybill(ctx, paybill)) return own;
  const number = numberTyped(typed);
  const providerId = number === undefined ? null : await providerOfNumber(ctx, number);
  // The platform's pay bill may be a provider's own as well.
  if (own && (providerId === null || providerId === own.providerId)) return own;
  const gatewayId = providerId === null ? null : await consentFor(ctx, providerId);
  return providerId === null || gatewayId === null ? (own ?? nobody) : { gatewayId, providerId };
}

/** As a prompt without an account code names its payment: what comes under it is that prompt's own money, also where it begins like a customer's number. */
const promptReference = /^[0-9A-F]{10}$/;

export function isPromptReference(typed: string): boolean {
  return promptReference.test(typed.trim());
}

/** The customer's number in what was typed. */
export function numberTyped(typed: string): string | undefined {
  return isPromptReference(typed) ? undefined : customerNumberIn(typed);
}

/** Whether it pays an invoice of the platform's: its provider tells of it under Billing, and no customer is looked for. */
export async function isForInvoice(ctx: Context, paybill: Paybill, typed: string): Promise<boolean> {
  if (paybill.shortCode !== ctx.settings.PLATFORM_PAYBILL || !isCollectingPaybill(ctx, paybill)) return false;
  const number = numberTyped(typed);
  if (number !== undefined && (await providerOfNumber(ctx, number)) !== null) return false;
  const row = await ctx.platform.first(
    sql`SELECT 1 FROM billing_configs
      WHERE upper(replace(payment_account_number, ' ', '')) = upper(replace(${typed}, ' ', ''))`,
  );
  return row !== undefined;
}
