import { desc } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { RecentReport, ReportKind } from "../../contract/reports.ts";
import { reports } from "../../db/schema/tenant.ts";
import { among, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { randomHex } from "../../keys.ts";
import type { DayRange } from "../transactions/index.ts";

const shown = 20;

type ReportRow = typeof reports.$inferSelect;

/** @param by the admin who made it */
export async function noteReport(
  ctx: Context,
  providerId: string,
  { kind, range, by }: { kind: ReportKind; range: DayRange; by: { id: string; name: string } },
): Promise<RecentReport> {
  const db = ctx.tenant(providerId);
  const { from, to } = range;
  const row = { id: randomHex(128), kind, fromDay: from, toDay: to, adminId: by.id, at: ctx.now() };
  await db.run(insertInto(reports, row));
  return answerOf(row, by.name);
}

export async function recentReports(ctx: Context, providerId: string): Promise<RecentReport[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.select(reports, { orderBy: [desc(reports.at), desc(reports.id)], limit: shown });
  const people = await db.all(
    sql<{ id: string; name: string }>`SELECT id, name FROM admins
      WHERE id IN ${among(rows.map(({ adminId }) => adminId))}`,
  );
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => answerOf(row, names.get(row.adminId) ?? "Former admin"));
}

function answerOf({ id, kind, fromDay, toDay, at }: ReportRow, by: string): RecentReport {
  return { id, kind, from: fromDay, to: toDay, at: new Date(at).toISOString(), by };
}
