import type { Context } from "../../context.ts";
import type { Package, PackageInput } from "../../contract/lines.ts";
import { shillings } from "../../contract/values/money.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";

type Row = Omit<Package, "price" | "period" | "uploadMbps" | "downloadMbps" | "daysFrom"> & {
  priceCents: number;
  period: string;
  upKbps: number;
  downKbps: number;
  daysFromCents: number | null;
};

const selectPackages = (where: Sql): Sql<Row> =>
  sql<Row>`SELECT id, name, price_cents AS priceCents, period, up_kbps AS upKbps, down_kbps AS downKbps,
      grace_days AS graceDays, days_from_cents AS daysFromCents,
      (SELECT count(*) FROM lines WHERE closed_at IS NULL AND json_extract(terms, '$.packageId') = packages.id) AS lines
    FROM packages WHERE archived_at IS NULL AND ${where} ORDER BY price_cents, created_at LIMIT 200`;

export async function listPackages(ctx: Context, providerId: string): Promise<Package[]> {
  return (await ctx.tenant(providerId).all(selectPackages(sql`true`))).map(answerOf);
}

function answerOf({ priceCents, period, upKbps, downKbps, daysFromCents, ...row }: Row): Package {
  return {
    ...row,
    price: shillings(priceCents),
    period: JSON.parse(period) as Package["period"],
    uploadMbps: upKbps / 1_000,
    downloadMbps: downKbps / 1_000,
    daysFrom: daysFromCents === null ? null : shillings(daysFromCents),
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
  const { daysFrom, graceDays } = input;
  if (daysFrom !== null && daysFrom > input.price)
    throw refuse("invalid", "package_days_from").at("daysFrom");
  const daysFromCents = daysFrom === null ? null : Math.round(daysFrom * 100);
  const written = await db.run(
    sql`INSERT OR IGNORE INTO packages (id, name, price_cents, period, up_kbps, down_kbps, grace_days, days_from_cents,
        created_at, updated_at)
      VALUES (${id}, ${input.name}, ${Math.round(input.price * 100)}, ${JSON.stringify(input.period)},
        ${Math.round(input.uploadMbps * 1_000)}, ${Math.round(input.downloadMbps * 1_000)}, ${graceDays},
        ${daysFromCents}, ${now}, ${now})`,
  );
  const [added] = await db.all(selectPackages(sql`id = ${id}`));
  if (!added) throw refuse("not_found", "package_gone");
  return { added: answerOf(added), isNew: written > 0 };
}

/** What a line with it costs and gives from now on. @throws AppError not_found */
export async function termsOfPackage(ctx: Context, providerId: string, id: string): Promise<LineTerms> {
  const [found] = await ctx.tenant(providerId).all(selectPackages(sql`id = ${id}`));
  if (!found) throw refuse("not_found", "package_gone").at("packageId");
  const { name: packageName, priceCents, period, upKbps, downKbps, graceDays, daysFromCents } = found;
  return {
    packageId: id,
    packageName,
    priceCents,
    period: JSON.parse(period) as LineTerms["period"],
    upKbps,
    downKbps,
    graceDays,
    daysFromCents,
  };
}
