import type { Context } from "../../context.ts";
import { type Line, linesPerPage } from "../../contract/lines.ts";
import type { Made } from "../../contract/texts.ts";
import { gigabyte } from "../../contract/values/data.ts";
import type { LineChoice } from "../../contract/values/line-choices.ts";
import type { LineHindrance } from "../../contract/values/line-hindrances.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs, nairobiMs } from "../../contract/values/time.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { joined, type Sql, sql } from "../../db/sql.ts";
import { customerLink, customersFound } from "../customers/index.ts";
import { routerNames } from "../routers/index.ts";
import { hindranceSaid } from "./line-hindrance.ts";
import { standingOf } from "./line-state.ts";

/** As it is made here: its sentences are written in the language of who reads. */
export type MadeLine = Made<typeof Line>;

type Row = {
  id: string;
  customerId: string;
  number: string;
  name: string;
  phone: string;
  email: string;
  balanceCents: number;
  routerId: string;
  terms: string;
  slowedAt: number | null;
  login: string;
  network: string | null;
  fixedAddress: string | null;
  hindrance: LineHindrance | null;
  paidUntil: number | null;
  blocksAt: number | null;
  heldAt: number | null;
  isKeptOn: number;
  nextTerms: string | null;
  nextAt: number | null;
  pausedAt: number | null;
  closedAt: number | null;
  isAdopted: number;
  applied: Line["applied"];
  dialledAt: number | null;
  address: string | null;
  callerId: string | null;
};

const from = sql`FROM lines JOIN customer_accounts c ON c.id = lines.customer_id`;
const columns = sql`lines.id, c.id AS customerId, c.number, c.name, c.phone, c.email, c.balance_cents AS balanceCents,
  router_id AS routerId, terms, slowed_at AS slowedAt, login, network, fixed_address AS fixedAddress, hindrance, paid_until AS paidUntil, closed_at AS closedAt, applied,
  blocks_at AS blocksAt, held_at AS heldAt, paused_at AS pausedAt,
  adopted IS NOT NULL AS isAdopted, is_kept_on AS isKeptOn, next_terms AS nextTerms, next_at AS nextAt,
  dialled_at AS dialledAt, address, caller_id AS callerId`;

type Wanted = { q?: string | undefined; show?: LineChoice | undefined; page: number };

/** Lines that are open, and closed ones of customers without an open line: who have a balance to be given back, or are looked up. */
const isLeft = (
  isSought: boolean,
): Sql => sql`(closed_at IS NULL OR ${isSought ? sql`c.name <> ''` : sql`c.balance_cents > 0`}
  AND NOT EXISTS (SELECT 1 FROM lines other WHERE other.customer_id = c.id AND other.closed_at IS NULL))`;

/** Those that end first, or ended longest ago, first. */
export async function listLines(
  ctx: Context,
  provider: { id: string; subdomain: string },
  { q = "", show, page }: Wanted,
): Promise<{ rows: MadeLine[]; total: number }> {
  const now = ctx.now();
  const conditions = [
    ...(show ? [sql`closed_at IS NULL`, shownBy(show, now)] : [isLeft(q.trim() !== "")]),
    ...textIn(q),
  ];
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
): Promise<MadeLine | null> {
  const rows = await ctx.tenant(provider.id).all(sql<Row>`SELECT ${columns} ${from} WHERE lines.id = ${id}`);
  const [line] = await answersOf(ctx, provider, rows);
  return line ?? null;
}

async function answersOf(
  ctx: Context,
  provider: { id: string; subdomain: string },
  rows: readonly Row[],
): Promise<MadeLine[]> {
  const names = rows.length === 0 ? new Map<string, string>() : await routerNames(ctx, provider.id);
  const now = ctx.now();
  return rows.map((row): MadeLine => {
    const { customerId, number, name, phone, email, balanceCents, routerId, paidUntil, dialledAt } = row;
    const terms = JSON.parse(row.terms) as LineTerms;
    return {
      id: row.id,
      customer: { id: customerId, number, name, phoneNumber: phone, email, balance: shillings(balanceCents) },
      router: { id: routerId, name: names.get(routerId) ?? "" },
      packageName: terms.packageName,
      price: shillings(terms.priceCents),
      period: terms.period,
      fairUse: fairUseOf(terms, row.slowedAt),
      login: row.login,
      device: row.network === null ? null : { network: row.network, address: row.fixedAddress ?? "" },
      hindrance: hindranceSaid(row),
      standing: standingOf(row, now),
      paidUntil: momentOf(paidUntil),
      blocksAt: momentOf(row.blocksAt),
      blocking: row.heldAt !== null ? "now" : row.isKeptOn === 1 ? "never" : "due",
      next: nextOf(row),
      isAdopted: row.isAdopted === 1,
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

function nextOf({ nextTerms, nextAt }: Row): Line["next"] {
  if (nextTerms === null) return null;
  return { packageName: (JSON.parse(nextTerms) as LineTerms).packageName, from: momentOf(nextAt) };
}

function fairUseOf({ fairUse }: LineTerms, slowedAt: number | null): Line["fairUse"] {
  if (!fairUse) return null;
  const { afterBytes, downKbps } = fairUse;
  return { afterGB: afterBytes / gigabyte, mbps: downKbps / 1_000, slowedSince: momentOf(slowedAt) };
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function shownBy(choice: LineChoice, now: number): Sql {
  const isOn = sql`(blocks_at IS NULL OR blocks_at > ${now})`;
  switch (choice) {
    case "due": {
      const day = now - ((now + nairobiMs) % dayMs);
      return sql`paid_until >= ${day} AND paid_until < ${day + dayMs} AND paused_at IS NULL`;
    }
    case "overdue":
      return sql`paid_until <= ${now} AND paused_at IS NULL`;
    case "silent":
      return sql`dialled_at IS NULL AND ${isOn}`;
    case "blocked":
      return sql`(held_at IS NOT NULL OR paid_until <= ${now} AND paused_at IS NULL) AND NOT ${isOn}`;
    case "unpaid":
      return sql`paid_until IS NULL AND held_at IS NULL AND NOT ${isOn}`;
    default:
      return sql`paused_at IS NOT NULL`;
  }
}

/** A part of a name, a phone, an account number, a PPPoE name, or a device's address, its MAC in any spelling. */
function textIn(q: string): Sql[] {
  const text = q.trim().toLowerCase();
  if (text === "") return [];
  const digits = text.replace(/[ :.-]/g, "");
  const mac = /^[0-9a-f]{4,12}$/.test(digits)
    ? [sql`(kind = 'device' AND instr(replace(login_small, ':', ''), ${digits}) > 0)`]
    : [];
  const own = [sql`instr(login_small, ${text}) > 0`, sql`instr(coalesce(fixed_address, ''), ${text}) > 0`];
  return [sql`(${joined([...own, ...mac, ...customersFound(text)], " OR ")})`];
}
