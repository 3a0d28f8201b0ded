import type { Context } from "../../context.ts";
import type { LineStanding } from "../../contract/lines.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import type { GatewayType } from "../../contract/values/gateway-types.ts";
import type { LinePeriod } from "../../contract/values/line-period.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { type Customer, customerByNumber, numberOfLink } from "../customers/index.ts";
import { fairBytes } from "./fair-use.ts";
import { periodAt } from "./line-rows.ts";
import { type Stands, standingOf } from "./line-state.ts";
import { monthBegins, usageSince } from "./line-usage.ts";

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
    /** What went through it, both ways, by day in Nairobi, oldest first: this month's and the last two weeks'. */
    usage: { day: string; bytes: number }[];
    /** Of its period so far, of how much it goes on at that speed, and whether it does; null = it never slows down. */
    fairUse: { used: number; after: number; mbps: number; isSlow: boolean } | null;
    /** What it is on from the next payment, or from the end of what is paid; null = the same. */
    next: { packageName: string; price: number; period: LinePeriod } | null;
    /** The customer may choose another package for it. */
    canChange: boolean;
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
  nextAt: number | null;
  nextTerms: string | null;
  terms: string;
  kind: string;
  applied: string | null;
  dialledAt: number | null;
  slowedAt: number | null;
  /** Of the period that runs, or ran last; all null before the first. */
  periodKind: string | null;
  from: number | null;
  until: number | null;
  used: number;
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
  const since = [monthBegins(ctx.now()), nairobiDay(ctx.now() - 13 * dayMs)].sort()[0] ?? "";
  const [rows, paid, offered, used] = await ctx.tenant(providerId).batch([
    sql<Row>`SELECT id, terms, next_at AS nextAt, next_terms AS nextTerms, lines.kind, applied, dialled_at AS dialledAt,
        paid_until AS paidUntil, blocks_at AS blocksAt,
        held_at AS heldAt, paused_at AS pausedAt, closed_at AS closedAt, slowed_at AS slowedAt, p.kind AS periodKind,
        p.from_at AS "from", p.until_at AS until,
        (SELECT coalesce(sum(bytes_up + bytes_down), 0) FROM line_usage u
          WHERE u.line_id = lines.id AND u.period = p.number) AS used
      FROM lines LEFT JOIN line_periods p ON p.line_id = lines.id AND p.number = ${periodAt(sql`${ctx.now()}`)}
      WHERE customer_id = ${customer.id} AND closed_at IS NULL ORDER BY coalesce(paid_until, 0), id LIMIT 50`,
    sql<PaidRow>`SELECT e.at AS at, e.kind AS kind, e.cents AS cents, p.method AS method, p.receipt AS receipt, c.number AS number
      FROM customer_entries e LEFT JOIN payments p ON p.id = e.payment_id LEFT JOIN customer_cash c ON c.id = e.cash_id
      WHERE e.customer_id = ${customer.id} AND e.kind NOT IN ('period', 'returned', 'brought-in', 'brought-back')
      ORDER BY e.at DESC, e.rowid DESC LIMIT ${mostPaid}`,
    sql<{ id: string }>`SELECT id FROM packages WHERE archived_at IS NULL AND is_offered LIMIT 2`,
    usageSince(
      sql`IN (SELECT id FROM lines WHERE customer_id = ${customer.id} AND closed_at IS NULL)`,
      since,
    ),
  ]);
  const byLine = Map.groupBy(used, ({ lineId }) => lineId);
  const now = ctx.now();
  const { balanceCents, ...named } = customer;
  return {
    ...named,
    balance: shillings(balanceCents),
    lines: rows.map(({ terms, kind, nextTerms, ...row }) => {
      const { packageId, packageName, priceCents, period, daysFromCents } = JSON.parse(terms) as LineTerms;
      const { paidUntil, blocksAt } = row;
      const daysFrom = daysFromCents === null ? null : shillings(daysFromCents);
      const standing = standingOf(row, now);
      // What its router was not told yet is not its device's fault.
      const isSilent =
        (standing === "open" || standing === "grace") && row.applied === "open" && row.dialledAt === null;
      const price = shillings(priceCents);
      // Of the one that it has, as it was once, nothing is left to choose.
      const isOffered = nextTerms !== null || offered.some(({ id }) => id !== packageId);
      const isChangeable = row.nextAt === null && row.heldAt === null && row.pausedAt === null;
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
        fairUse: fairUseOf(row, JSON.parse(terms) as LineTerms),
        usage: (byLine.get(row.id) ?? []).map(({ day, bytesUp, bytesDown }) => ({
          day,
          bytes: bytesUp + bytesDown,
        })),
        next: nextTerms === null ? null : nextOf(JSON.parse(nextTerms) as LineTerms),
        canChange: isOffered && isChangeable,
      };
    }),
    paid: paid.map(({ cents, receipt, number, ...one }) => ({
      ...one,
      amount: shillings(cents),
      receipt: number === null ? (receipt ?? "") : String(number),
    })),
  };
}

function fairUseOf(
  {
    slowedAt,
    periodKind: kind,
    from,
    until,
    used,
  }: Pick<Row, "slowedAt" | "periodKind" | "from" | "until" | "used">,
  terms: LineTerms,
): CustomerStanding["lines"][number]["fairUse"] {
  if (!terms.fairUse || kind === null || from === null || until === null) return null;
  const after = fairBytes(terms, { kind, from, until }) ?? 0;
  return { used, after, mbps: terms.fairUse.downKbps / 1_000, isSlow: slowedAt !== null };
}

const nextOf = ({ packageName, priceCents, period }: LineTerms) => ({
  packageName,
  price: shillings(priceCents),
  period,
});
