import type { Context } from "../../context.ts";
import type { LineStanding } from "../../contract/lines.ts";
import type { Language, Text } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";

// A stand-in, so that the customer's page has types: the feature itself replaces this file.

export type CustomerStanding = {
  customerId: string;
  /** Whole, as the provider wrote it. */
  name: string;
  /** Eight digits. */
  number: string;
  /** `254712345678` */
  phoneNumber: string;
  /** Null where nobody chose one for the customer. */
  language: Language | null;
  /** KES */
  balance: number;
  lines: readonly {
    packageName: string;
    price: number;
    period: { days: number } | { months: number };
    standing: LineStanding;
    /** UTC ms */
    paidUntil: number | null;
  }[];
  /** The least that a prompt can be for, in KES. */
  least: number;
  /** Why no prompt can be sent now; null = it can. */
  noPrompt: Text | null;
};

export async function customerByLink(
  _ctx: Context,
  _providerId: string,
  _link: string,
): Promise<CustomerStanding | null> {
  return null;
}

export async function payIntoAccount(
  _ctx: Context,
  _ask: {
    tenant: Tenant;
    customerId: string;
    phoneNumber: string;
    amount: number;
    network: string;
    idempotencyKey: string | null;
    language: Language;
  },
): Promise<{ transactionId: string }> {
  throw refuse("refused", "my_link_unknown");
}

export async function accountPayment(
  _ctx: Context,
  _providerId: string,
  _customerId: string,
  _transactionId: string,
): Promise<{ state: "waiting" | "paid" | "failed"; amount: number; sentence?: Text } | null> {
  return null;
}
