import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { ActivityLine, listActivity as listActivityCall } from "../../contract/audit.ts";
import { toldToProviders } from "../../contract/texts/activity.ts";
import type { Made } from "../../contract/texts.ts";
import { among, joined, type Sql, sql } from "../../db/sql.ts";
import { sentenceOf } from "./list-audit.ts";

// What people did in a provider's console, and customers on their own pages, in words: of a line's detail its owner is told only what the sentence takes.

type Query = z.output<(typeof listActivityCall)["query"]>;
type Row = Omit<Made<typeof ActivityLine>, "at" | "what"> & {
  at: number;
  action: string;
  subject: string | null;
  detail: string | null;
};

/** Newest first, and how many there are. @param personId whose acts alone */
export async function listActivity(
  ctx: Context,
  providerId: string,
  { page = 1, pageSize = 100, personId }: Query,
): Promise<{ lines: Made<typeof ActivityLine>[]; total: number }> {
  const conditions: Sql[] = [
    sql`audit.provider_id = ${providerId}`,
    sql`audit.actor IN ('provider', 'platform', 'customer')`,
    sql`audit.actor_id IS NOT NULL`,
    sql`audit.action IN ${among(toldToProviders)}`,
    ...(personId ? [sql`audit.actor = 'provider' AND audit.actor_id = ${personId}`] : []),
  ];
  const where = joined(conditions, " AND ");
  const [found, [count]] = await ctx.platform.batch([
    sql<Row>`SELECT audit.id, audit.at, iif(audit.actor = 'provider', 'person', audit.actor) AS kind,
        iif(audit.actor = 'provider', admin_names.name, NULL) AS who, audit.action, audit.subject, audit.detail
      FROM audit LEFT JOIN admin_names ON admin_names.admin_id = audit.actor_id
        AND admin_names.provider_id = ${providerId}
      WHERE ${where} ORDER BY audit.at DESC, audit.rowid DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total FROM audit WHERE ${where}`,
  ]);
  return { lines: found.map(lineOf), total: count?.total ?? 0 };
}

function lineOf({ at, action, subject, detail, ...row }: Row): Made<typeof ActivityLine> {
  const what = sentenceOf({ action, subject, detail: detail === null ? null : JSON.parse(detail) });
  return { ...row, at: new Date(at).toISOString(), what };
}
