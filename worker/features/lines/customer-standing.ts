import type { Context } from "../../context.ts";
import type { LineStanding } from "../../contract/lines.ts";
import type { GatewayType } from "../../contract/values/gateway-types.ts";
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
    /** It is on, and its device is not dialled in; a fixed one moves nothing. */
    isSilent: boolean;
    /** A fixed device, and no name that dials in. */
    isDevice: boolean;
    /** KES from which a rest buys whole days; null = whole periods alone. */
    daysFrom: number | null;
  }[];
  /** What was paid and given back, the newest ten, newest first. */
  paid: CustomerPaid[];
};

/** One thing that happened to a customer's money. Moments are UTC ms. */
export type CustomerPaid = {
  at: number;
  kind: "payment" | "taken-back" | "cash" | "cash-undone" | "refund" | "refund-failed";
  /** KES; below zero: it went out of the account. */
  amount: number;
  /** Of a payment by a gateway. */
  method: GatewayType | null;
  /** The gateway's, or of cash its number. */
  receipt: string;
};
type PaidRow = Omit<CustomerPaid, "amount" | "receipt"> & {
  cents: number;
  receipt: string | null;
  number: number | null;
};
const mostPaid = 10;

type Row = Stands & {
  id: string;
  terms: string;
  kind: string;
  applied: string | null;
  dialledAt: number | null;
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
  const [rows, paid] = await ctx.tenant(providerId).batch([
    sql<Row>`SELECT id, terms, kind, applied, dialled_at AS dialledAt, paid_until AS paidUntil, blocks_at AS blocksAt, held_at AS heldAt,
        paused_at AS pausedAt, closed_at AS closedAt FROM lines
      WHERE customer_id = ${customer.id} AND closed_at IS NULL ORDER BY coalesce(paid_until, 0), id LIMIT 50`,
    sql<PaidRow>`SELECT e.at AS at, e.kind AS kind, e.cents AS cents, p.method AS method, p.receipt AS receipt, c.number AS number
      FROM customer_entries e LEFT JOIN payments p ON p.id = e.payment_id LEFT JOIN customer_cash c ON c.id = e.cash_id
      WHERE e.customer_id = ${customer.id} AND e.kind NOT IN ('period', 'returned', 'brought-in', 'brought-back')
      ORDER BY e.at DESC, e.rowid DESC LIMIT ${mostPaid}`,
  ]);
  const now = ctx.now();
  const { balanceCents, ...named } = customer;
  return {
    ...named,
    balance: shillings(balanceCents),
    lines: rows.map(({ terms, kind, ...row }) => {
      const { packageName, priceCents, period, daysFromCents } = JSON.parse(terms) as LineTerms;
      const { paidUntil, blocksAt } = row;
      const daysFrom = daysFromCents === null ? null : shillings(daysFromCents);
      const standing = standingOf(row, now);
      // What its router was not told yet is not its device's fault.
      const isSilent =
        (standing === "open" || standing === "grace") && row.applied === "open" && row.dialledAt === null;
      const price = shillings(priceCents);
      return {
        id: row.id,
        packageName,
        price,
        period,
        standing,
        paidUntil,
        blocksAt,
        isSilent,
        isDevice: kind === "device",
        daysFrom,
      };
    }),
    paid: paid.map(({ cents, receipt, number, ...one }) => ({
      ...one,
      amount: shillings(cents),
      receipt: number === null ? (receipt ?? "") : String(number),
    })),
  };
}
