import type { Context } from "../../../context.ts";
import type { PaybillCustomer, PaybillCustomers } from "../../../contract/paybill.ts";
import { customerNumbersNear } from "../../../contract/values/near-account-codes.ts";
import { maskedPhone } from "../../../contract/values/phone.ts";
import { platformBooks } from "../../../contract/values/platform-books.ts";
import { among, sql } from "../../../db/sql.ts";
import { type LikelyCustomer, likelyCustomers } from "../../customers/index.ts";
import { consentFor } from "../../gateways/index.ts";
import type { PaybillPaymentRow } from "./paybill-store.ts";

// Whom money may be meant for that waits for a person.

/** Whom of the provider's customers it may be meant for; with a search, whom that finds. */
export async function customersFor(
  ctx: Context,
  { providerId, accountTyped: typed, payer }: PaybillPaymentRow,
  q = "",
): Promise<PaybillCustomers> {
  const { hasCustomers, found } = await likelyCustomers(ctx, providerId, { q, typed, payer });
  return { hasCustomers, customers: found.map((one) => shown(one, null)) };
}

const shown = ({ phone, ...customer }: LikelyCustomer, provider: PaybillCustomer["provider"]) => ({
  ...customer,
  phoneNumber: maskedPhone(phone),
  provider,
});

/** The same for an operator, of money that may be no provider's yet: then only who is collected for has a part in it. */
export async function customersOfAny(
  ctx: Context,
  row: PaybillPaymentRow,
  { q = "", providerId }: { q?: string | undefined; providerId?: string | undefined },
): Promise<PaybillCustomers> {
  if (row.providerId !== platformBooks) return customersFor(ctx, row, q);
  const named =
    providerId === undefined ? await numbered(ctx, q === "" ? row.accountTyped : q) : [providerId];
  const { accountTyped: typed, payer } = row;
  // Names of payers are compared at one named provider alone, so that a number finds no customer of another by name.
  const by =
    providerId === undefined ? { q: "", typed: q === "" ? typed : q, payer: null } : { q, typed, payer };
  const customers: PaybillCustomer[] = [];
  for (const provider of await providersNamed(ctx, named)) {
    if ((await consentFor(ctx, provider.id, { byPerson: true })) === null) continue;
    const { found } = await likelyCustomers(ctx, provider.id, by);
    customers.push(...found.map((one) => shown(one, provider)));
  }
  return { hasCustomers: true, customers };
}

/** Whose customers have this number, or one that is nearly it. */
async function numbered(ctx: Context, typed: string): Promise<string[]> {
  const rows = await ctx.platform.all(
    sql<{ id: string }>`SELECT DISTINCT provider_id AS id FROM customer_numbers
      WHERE number IN ${among(customerNumbersNear(typed))}`,
  );
  return rows.map(({ id }) => id);
}

const providersNamed = (ctx: Context, ids: readonly string[]) =>
  ctx.platform.all(
    sql<{ id: string; name: string }>`SELECT id, business_name AS name FROM providers
      WHERE id IN ${among(ids)} ORDER BY business_name`,
  );
