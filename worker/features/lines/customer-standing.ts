import type { Context } from "../../context.ts";
import type { LineStanding } from "../../contract/lines.ts";
import type { LinePeriod } from "../../contract/values/line-period.ts";
import { shillings } from "../../contract/values/money.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { type Customer, customerByNumber, numberOfLink } from "../customers/index.ts";
import { type Stands, standingOf } from "./line-state.ts";

/** A customer as the own page shows it. @property balance KES */
export type CustomerStanding = Pick<Customer, "id" | "name" | "number" | "phone" | "language"> & {
  balance: number;
  lines: {
    id: string;
    packageName: string;
    /** KES */
    price: number;
    period: LinePeriod;
    standing: LineStanding;
    /** UTC ms; null = never paid. */
    paidUntil: number | null;
    /** Blocked from then on, UTC ms; null = never by itself. */
    blocksAt: number | null;
    /** It is on, and its device is not dialled in. */
    isSilent: boolean;
    /** KES from which a rest buys whole days; null = whole periods alone. */
    daysFrom: number | null;
  }[];
};

type Row = Stands & { id: string; terms: string; applied: string | null; dialledAt: number | null };

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
    sql<Row>`SELECT id, terms, applied, dialled_at AS dialledAt, paid_until AS paidUntil, blocks_at AS blocksAt, held_at AS heldAt,
        paused_at AS pausedAt, closed_at AS closedAt FROM lines
      WHERE customer_id = ${customer.id} AND closed_at IS NULL ORDER BY coalesce(paid_until, 0), id LIMIT 50`,
  );
  const now = ctx.now();
  const { balanceCents, ...named } = customer;
  return {
    ...named,
    balance: shillings(balanceCents),
    lines: rows.map(({ terms, ...row }) => {
      const { packageName, priceCents, period, daysFromCents } = JSON.parse(terms) as LineTerms;
      const { paidUntil, blocksAt } = row;
      const daysFrom = daysFromCents === null ? null : shillings(daysFromCents);
      const standing = standingOf(row, now);
      // What its router was not told yet is not its device's fault.
      const isSilent =
        (standing === "open" || standing === "grace") && row.applied === "open" && row.dialledAt === null;
      const price = shillings(priceCents);
      return { id: row.id, packageName, price, period, standing, paidUntil, blocksAt, isSilent, daysFrom };
    }),
  };
}
