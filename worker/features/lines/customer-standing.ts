import type { Context } from "../../context.ts";
import type { LineStanding } from "../../contract/lines.ts";
import type { LinePeriod } from "../../contract/values/line-period.ts";
import { shillings } from "../../contract/values/money.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { type Customer, customerByNumber, numberOfLink } from "../customers/index.ts";
import { standingOf } from "./line-state.ts";

/** A customer as the own page shows it. @property balance KES */
export type CustomerStanding = Pick<Customer, "id" | "name" | "number" | "phone" | "language"> & {
  balance: number;
  lines: {
    packageName: string;
    /** KES */
    price: number;
    period: LinePeriod;
    standing: LineStanding;
    /** UTC ms; null = never paid. */
    paidUntil: number | null;
  }[];
};

/** Null where the link is none that we gave out for a customer of this provider. */
export async function customerByLink(
  ctx: Context,
  providerId: string,
  link: string,
): Promise<CustomerStanding | null> {
  const number = numberOfLink(ctx, providerId, link);
  const customer = number === null ? null : await customerByNumber(ctx, providerId, number);
  if (!customer) return null;
  const rows = await ctx.tenant(providerId).all(
    sql<{ terms: string; paidUntil: number | null }>`SELECT terms, paid_until AS paidUntil FROM lines
      WHERE customer_id = ${customer.id} AND closed_at IS NULL ORDER BY coalesce(paid_until, 0), id LIMIT 50`,
  );
  const now = ctx.now();
  const { balanceCents, ...named } = customer;
  return {
    ...named,
    balance: shillings(balanceCents),
    lines: rows.map(({ terms, paidUntil }) => {
      const { packageName, priceCents, period } = JSON.parse(terms) as LineTerms;
      const standing = standingOf({ paidUntil, closedAt: null }, now);
      return { packageName, price: shillings(priceCents), period, standing, paidUntil };
    }),
  };
}
