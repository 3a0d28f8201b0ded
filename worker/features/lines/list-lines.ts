import type { Context } from "../../context.ts";
import { type Line, linesPerPage } from "../../contract/lines.ts";
import { shillings } from "../../contract/values/money.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { joined, type Sql, sql } from "../../db/sql.ts";
import { customerLink, customersFound } from "../customers/index.ts";
import { routerNames } from "../routers/index.ts";
import { standingOf } from "./line-state.ts";

type Row = {
  id: string;
  customerId: string;
  number: string;
  name: string;
  phone: string;
  balanceCents: number;
  routerId: string;
  terms: string;
  login: string;
  paidUntil: number | null;
  closedAt: number | null;
  applied: Line["applied"];
  dialledAt: number | null;
  address: string | null;
  callerId: string | null;
};

const from = sql`FROM lines JOIN customer_accounts c ON c.id = lines.customer_id`;
const columns = sql`lines.id, c.id AS customerId, c.number, c.name, c.phone, c.balance_cents AS balanceCents,
  router_id AS routerId, terms, login, paid_until AS paidUntil, closed_at AS closedAt, applied,
  dialled_at AS dialledAt, address, caller_id AS callerId`;

type Wanted = { q?: string | undefined; standing?: "unpaid" | "open" | "blocked" | undefined; page: number };

/** Those that end first, or ended longest ago, first. */
export async function listLines(
  ctx: Context,
  provider: { id: string; subdomain: string },
  { q = "", standing, page }: Wanted,
): Promise<{ rows: Line[]; total: number }> {
  const now = ctx.now();
  const conditions = [sql`closed_at IS NULL`, ...textIn(q), ...(standing ? [standingIs(standing, now)] : [])];
  const where = conditions.reduce((all, one) => sql`${all} AND ${one}`);
  const db = ctx.tenant(provider.id);
  const [[count], rows] = await db.batch([
    sql<{ total: number }>`SELECT count(*) AS total ${from} WHERE ${where}`,
    sql<Row>`SELECT ${columns} ${from} WHERE ${where}
      ORDER BY paid_until IS NULL, paid_until, lines.created_at DESC LIMIT ${linesPerPage}
      OFFSET ${(page - 1) * linesPerPage}`,
  ]);
  return { rows: await answersOf(ctx, provider, rows), total: count?.total ?? 0 };
}

export async function lineById(
  ctx: Context,
  provider: { id: string; subdomain: string },
  id: string,
): Promise<Line | null> {
  const rows = await ctx.tenant(provider.id).all(sql<Row>`SELECT ${columns} ${from} WHERE lines.id = ${id}`);
  const [line] = await answersOf(ctx, provider, rows);
  return line ?? null;
}

async function answersOf(
  ctx: Context,
  provider: { id: string; subdomain: string },
  rows: readonly Row[],
): Promise<Line[]> {
  const names = rows.length === 0 ? new Map<string, string>() : await routerNames(ctx, provider.id);
  const now = ctx.now();
  return rows.map((row): Line => {
    const { customerId, number, name, phone, balanceCents, routerId, paidUntil, dialledAt } = row;
    const terms = JSON.parse(row.terms) as LineTerms;
    return {
      id: row.id,
      customer: { id: customerId, number, name, phoneNumber: phone, balance: shillings(balanceCents) },
      router: { id: routerId, name: names.get(routerId) ?? "" },
      packageName: terms.packageName,
      price: shillings(terms.priceCents),
      period: terms.period,
      login: row.login,
      standing: standingOf(row, now),
      paidUntil: paidUntil === null ? null : new Date(paidUntil).toISOString(),
      applied: row.applied,
      dialled:
        dialledAt === null
          ? null
          : {
              since: new Date(dialledAt).toISOString(),
              address: row.address ?? "",
              callerId: row.callerId ?? "",
            },
      payLink: customerLink(ctx, provider, number),
    };
  });
}

function standingIs(standing: NonNullable<Wanted["standing"]>, now: number): Sql {
  if (standing === "unpaid") return sql`paid_until IS NULL`;
  return standing === "open" ? sql`paid_until > ${now}` : sql`paid_until <= ${now}`;
}

/** A part of a name, a phone, an account number or a PPPoE name. */
function textIn(q: string): Sql[] {
  const text = q.trim().toLowerCase();
  if (text === "") return [];
  return [sql`(${joined([sql`instr(login_small, ${text}) > 0`, ...customersFound(text)], " OR ")})`];
}
