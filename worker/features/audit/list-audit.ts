import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { AuditLine, listAudit as listAuditCall } from "../../contract/audit.ts";
import { type Made, say, type Text, type TextKey, type TextValue } from "../../contract/texts.ts";
import { dayStart } from "../../contract/values/duration.ts";
import { dayMs } from "../../contract/values/time.ts";
import { joined, names, type Sql, sql, whereAll } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";

type AuditQuery = z.output<(typeof listAuditCall)["query"]>;

type Line = Made<typeof AuditLine>;
type AuditRow = Omit<Line, "at" | "detail" | "what"> & { at: number; detail: string | null };

const mostRows = 1_000;
const tables = sql`FROM audit LEFT JOIN operators ON operators.id = audit.actor_id
  LEFT JOIN admin_names ON admin_names.admin_id = audit.actor_id
  LEFT JOIN bridges ON bridges.id = audit.actor_id
  LEFT JOIN providers ON providers.id = audit.provider_id`;

/** Newest first, and how many fit. A provider's lines are those that concern it and those that were done to it. */
export async function listAudit(ctx: Context, query: AuditQuery): Promise<{ lines: Line[]; total: number }> {
  const { page = 1, pageSize = mostRows } = query;
  const where = conditionsOf(query);
  const [rows, [count]] = await ctx.platform.batch([
    sql<AuditRow>`SELECT audit.id, audit.at, audit.actor, audit.actor_id AS actorId,
        audit.provider_id AS providerId, audit.action, audit.subject, audit.network, audit.detail,
        coalesce(operators.username, admin_names.username, bridges.name) AS actorName, providers.business_name AS providerName
      ${tables} ${where} ORDER BY audit.at DESC, audit.rowid DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${tables} ${where}`,
  ]);
  return { lines: rows.map(lineOf), total: count?.total ?? 0 };
}

function conditionsOf(query: AuditQuery): Sql {
  const { actor, providerId, action, from, to, q } = query;
  if (from && to && from > to) throw refuse("invalid", "days_backwards");
  const conditions: Sql[] = [];
  if (actor) conditions.push(sql`audit.actor = ${actor}`);
  if (providerId) conditions.push(sql`(audit.provider_id = ${providerId} OR audit.subject = ${providerId})`);
  if (action) conditions.push(sql`substr(audit.action, 1, length(${action})) = ${action}`);
  if (from) conditions.push(sql`audit.at >= ${dayStart(from)}`);
  if (to) conditions.push(sql`audit.at < ${dayStart(to) + dayMs}`);
  const text = q?.trim().toLowerCase();
  if (text) {
    const columns = ["audit.action", "audit.subject", "audit.network"];
    const people = ["operators.username", "operators.name", "admin_names.username", "admin_names.name"];
    const has = [...columns, ...people, "bridges.name", "providers.business_name", "providers.subdomain"].map(
      (column) => sql`instr(lower(${names(column)}), ${text}) > 0`,
    );
    conditions.push(sql`(${joined(has, " OR ")})`);
  }
  return whereAll(conditions);
}

function lineOf({ at, ...row }: AuditRow): Line {
  const detail = row.detail === null ? null : JSON.parse(row.detail);
  return { ...row, at: new Date(at).toISOString(), detail, what: sentenceOf({ ...row, detail }) };
}

/** What was done, in words; an action that this version does not know stands as it is kept. */
export function sentenceOf({ action, subject, detail }: Pick<Line, "action" | "subject" | "detail">): Text {
  const values: Record<string, TextValue> = {};
  for (const [name, value] of Object.entries<unknown>({ ...detail, subject }))
    if (typeof value === "string" || typeof value === "number") values[name] = value;
  const what: Text = { say: action as TextKey, with: values };
  return values.token === undefined ? what : say("did_by_token", { what, token: values.token });
}
