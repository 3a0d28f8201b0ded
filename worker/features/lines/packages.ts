import type { Context } from "../../context.ts";
import type { Package, PackageInput } from "../../contract/lines.ts";
import { gigabyte } from "../../contract/values/data.ts";
import { shillings } from "../../contract/values/money.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";

type Row = Omit<Package, Computed> & {
  priceCents: number;
  period: string;
  upKbps: number;
  downKbps: number;
  daysFromCents: number | null;
  fairUseBytes: number | null;
  fairUseKbps: number | null;
  isOffered: number;
};
type Computed =
  | ("price" | "period" | "uploadMbps" | "downloadMbps" | "daysFrom")
  | ("fairUseGB" | "fairUseMbps" | "isOffered");

const selectPackages = (where: Sql): Sql<Row> =>
  sql<Row>`SELECT id, name, price_cents AS priceCents, period, up_kbps AS upKbps, down_kbps AS downKbps,
      grace_days AS graceDays, days_from_cents AS daysFromCents, fair_use_bytes AS fairUseBytes,
      fair_use_kbps AS fairUseKbps, is_offered AS isOffered,
      (SELECT count(*) FROM lines WHERE closed_at IS NULL AND json_extract(terms, '$.packageId') = packages.id) AS lines
    FROM packages WHERE archived_at IS NULL AND ${where} ORDER BY price_cents, created_at LIMIT 200`;

export async function listPackages(ctx: Context, providerId: string): Promise<Package[]> {
  return (await ctx.tenant(providerId).all(selectPackages(sql`true`))).map(answerOf);
}

function answerOf(found: Row): Package {
  const {
    priceCents,
    period,
    upKbps,
    downKbps,
    daysFromCents,
    fairUseBytes,
    fairUseKbps,
    isOffered,
    ...row
  } = found;
  return {
    ...row,
    price: shillings(priceCents),
    period: JSON.parse(period) as Package["period"],
    uploadMbps: upKbps / 1_000,
    downloadMbps: downKbps / 1_000,
    daysFrom: daysFromCents === null ? null : shillings(daysFromCents),
    fairUseGB: fairUseBytes === null ? null : fairUseBytes / gigabyte,
    fairUseMbps: fairUseKbps === null ? null : fairUseKbps / 1_000,
    isOffered: isOffered === 1,
  };
}

/** @param id of a repeat, which makes no second one @throws AppError invalid */
export async function addPackage(
  ctx: Context,
  providerId: string,
  id: string,
  input: PackageInput,
): Promise<{ added: Package; isNew: boolean }> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const { packageName, priceCents, period, upKbps, downKbps, graceDays, daysFromCents, fairUse } = termsIn(
    id,
    input,
  );
  const written = await db.run(
    sql`INSERT OR IGNORE INTO packages (id, name, price_cents, period, up_kbps, down_kbps, grace_days, days_from_cents,
        fair_use_bytes, fair_use_kbps, is_offered, created_at, updated_at)
      VALUES (${id}, ${packageName}, ${priceCents}, ${JSON.stringify(period)}, ${upKbps}, ${downKbps}, ${graceDays},
        ${daysFromCents}, ${fairUse?.afterBytes ?? null}, ${fairUse?.downKbps ?? null}, ${input.isOffered}, ${now},
        ${now})`,
  );
  const [added] = await db.all(selectPackages(sql`id = ${id}`));
  if (!added) throw refuse("not_found", "package_gone");
  return { added: answerOf(added), isNew: written > 0 };
}

/** What a line with it costs and gives from now on. @throws AppError not_found */
export async function termsOfPackage(ctx: Context, providerId: string, id: string): Promise<LineTerms> {
  const [found] = await ctx.tenant(providerId).all(selectPackages(sql`id = ${id}`));
  if (!found) throw refuse("not_found", "package_gone").at("packageId");
  return termsOf(found);
}

function termsOf({ id, name, period, ...row }: Row): LineTerms {
  const { priceCents, upKbps, downKbps, graceDays, daysFromCents, fairUseBytes, fairUseKbps } = row;
  return {
    packageId: id,
    packageName: name,
    priceCents,
    period: JSON.parse(period) as LineTerms["period"],
    upKbps,
    downKbps,
    graceDays,
    daysFromCents,
    ...fairUseOf(upKbps, fairUseBytes, fairUseKbps),
  };
}

/** Absent where there is none: terms of before, which know of none, are the same. */
function fairUseOf(
  upKbps: number,
  afterBytes: number | null,
  downKbps: number | null,
): Pick<LineTerms, "fairUse"> {
  if (afterBytes === null || downKbps === null) return {};
  return { fairUse: { afterBytes, upKbps: Math.min(upKbps, downKbps), downKbps } };
}

/** What customers may choose themselves, the cheapest first. */
export async function offeredTerms(ctx: Context, providerId: string): Promise<LineTerms[]> {
  return (await ctx.tenant(providerId).all(selectPackages(sql`is_offered`))).map(termsOf);
}

/** @throws AppError invalid */
function termsIn(packageId: string, input: PackageInput): LineTerms {
  const { name: packageName, price, period, uploadMbps, downloadMbps, graceDays, daysFrom } = input;
  if (daysFrom !== null && daysFrom > price) throw refuse("invalid", "package_days_from").at("daysFrom");
  const { fairUseGB, fairUseMbps } = input;
  if ((fairUseGB === null) !== (fairUseMbps === null)) {
    const missing = fairUseGB === null ? "fairUseGB" : "fairUseMbps";
    throw refuse("invalid", "package_fair_use").at(missing);
  }
  if (fairUseMbps !== null && fairUseMbps >= downloadMbps)
    throw refuse("invalid", "package_fair_use").at("fairUseMbps");
  const upKbps = Math.round(uploadMbps * 1_000);
  const fairBytes = fairUseGB === null ? null : Math.round(fairUseGB * gigabyte);
  const fairKbps = fairUseMbps === null ? null : Math.round(fairUseMbps * 1_000);
  return {
    packageId,
    packageName,
    priceCents: Math.round(price * 100),
    period,
    upKbps,
    downKbps: Math.round(downloadMbps * 1_000),
    graceDays,
    daysFromCents: daysFrom === null ? null : Math.round(daysFrom * 100),
    ...fairUseOf(upKbps, fairBytes, fairKbps),
  };
}

/**
 * For lines that are made from now on; `alsoLines`: and for those on it, or that come to it, from their next payment on. A line whose next
 * package is paid already keeps that.
 * @returns how many lines have it so then @throws AppError invalid, not_found
 */
export async function savePackage(
  ctx: Context,
  providerId: string,
  id: string,
  { alsoLines, ...input }: PackageInput & { alsoLines: boolean },
): Promise<{ saved: Package; count: number }> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  if ((await db.all(selectPackages(sql`id = ${id}`))).length === 0) throw refuse("not_found", "package_gone");
  const terms = termsIn(id, input);
  const { packageName, priceCents, period, upKbps, downKbps, graceDays, daysFromCents, fairUse } = terms;
  const json = JSON.stringify(terms);
  const isThere = sql`EXISTS (SELECT 1 FROM packages WHERE id = ${id} AND archived_at IS NULL)`;
  const theirs = sql`closed_at IS NULL AND next_at IS NULL AND ${isThere} AND ${alsoLines}
    AND json_extract(coalesce(next_terms, terms), '$.packageId') = ${id} AND coalesce(next_terms, terms) <> ${json}`;
  const [, , told] = await db.batch([
    sql`UPDATE packages SET name = ${packageName}, price_cents = ${priceCents}, period = ${JSON.stringify(period)},
        up_kbps = ${upKbps}, down_kbps = ${downKbps}, grace_days = ${graceDays}, days_from_cents = ${daysFromCents},
        fair_use_bytes = ${fairUse?.afterBytes ?? null}, fair_use_kbps = ${fairUse?.downKbps ?? null},
        is_offered = ${input.isOffered}, updated_at = ${now}
      WHERE id = ${id} AND archived_at IS NULL`,
    // What is left in an account may cover another price at once.
    sql`UPDATE customer_accounts SET settle_at = ${now}
      WHERE balance_cents > 0 AND id IN (SELECT customer_id FROM lines WHERE ${theirs})`,
    sql<{
      id: string;
    }>`UPDATE lines SET next_terms = iif(terms = ${json}, NULL, ${json}), rev = rev + 1, updated_at = ${now}
      WHERE ${theirs} RETURNING id`,
  ]);
  const [saved] = await db.all(selectPackages(sql`id = ${id}`));
  if (!saved) throw refuse("not_found", "package_gone");
  return { saved: answerOf(saved), count: told.length };
}

/** Gives its name. @throws AppError not_found */
export async function archivePackage(ctx: Context, providerId: string, id: string): Promise<string> {
  const now = ctx.now();
  const [gone] = await ctx.tenant(providerId).all(
    sql<{ name: string }>`UPDATE packages SET archived_at = ${now}, updated_at = ${now}
      WHERE id = ${id} AND archived_at IS NULL RETURNING name`,
  );
  if (!gone) throw refuse("not_found", "package_gone");
  return gone.name;
}
