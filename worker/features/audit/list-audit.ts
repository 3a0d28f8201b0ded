import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { AuditLine, listAudit as listAuditCall } from "../../contract/audit.ts";
import { refuse } from "../../errors.ts";

export type AuditQuery = z.output<(typeof listAuditCall)["query"]>;

type AuditRow = Omit<AuditLine, "at" | "detail"> & { at: number; detail: string | null };

const mostRows = 1_000;
const dayMs = 86_400_000;
const names = `FROM audit LEFT JOIN admins ON admins.id = audit.actor_id
  LEFT JOIN bridges ON bridges.id = audit.actor_id
  LEFT JOIN providers ON providers.id = audit.provider_id`;

/**
 * A page of what was done, newest first, and how many lines fit. A provider's lines are those that concern it and those
 * that were done to it.
 */
export async function listAudit(
  ctx: Context,
  query: AuditQuery,
): Promise<{ lines: AuditLine[]; total: number }> {
  const { page = 1, pageSize = mostRows } = query;
  const values: (string | number)[] = [];
  const where = conditionsOf(query, (value) => `?${values.push(value)}`);
  const { platform } = ctx;
  const counted = platform.statement(`SELECT count(*) AS total ${names} ${where}`, ...values);
  const listed = platform.statement(
    `SELECT audit.id, audit.at, audit.actor, audit.actor_id AS actorId, audit.provider_id AS providerId, audit.action,
      audit.subject, audit.network, audit.detail, coalesce(admins.username, bridges.name) AS actorName,
      providers.business_name AS providerName
    ${names} ${where} ORDER BY audit.at DESC, audit.rowid DESC
    LIMIT ?${values.length + 1} OFFSET ?${values.length + 2}`,
    ...values,
    pageSize,
    (page - 1) * pageSize,
  );
  const [rows = [], [count] = []] = await platform.batch([listed, counted]);
  return { lines: (rows as AuditRow[]).map(lineOf), total: Number(count?.total ?? 0) };
}

function conditionsOf(query: AuditQuery, bind: (value: string | number) => string): string {
  const { actor, providerId, action, from, to, q } = query;
  if (from && to && from > to) throw refuse("invalid", "days_backwards");
  const conditions: string[] = [];
  if (actor) conditions.push(`audit.actor = ${bind(actor)}`);
  if (providerId) {
    const id = bind(providerId);
    conditions.push(`(audit.provider_id = ${id} OR audit.subject = ${id})`);
  }
  if (action) {
    const beginning = bind(action);
    conditions.push(`substr(audit.action, 1, length(${beginning})) = ${beginning}`);
  }
  if (from) conditions.push(`audit.at >= ${bind(midnight(from))}`);
  if (to) conditions.push(`audit.at < ${bind(midnight(to) + dayMs)}`);
  const text = q?.trim().toLowerCase();
  if (text) {
    const part = bind(text);
    const columns = ["audit.action", "audit.subject", "audit.network", "admins.username", "admins.name"];
    const has = [...columns, "bridges.name", "providers.business_name", "providers.subdomain"].map(
      (column) => `instr(lower(${column}), ${part}) > 0`,
    );
    conditions.push(`(${has.join(" OR ")})`);
  }
  return conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
}

/** Days are those of Africa/Nairobi, UTC+3 the whole year. */
function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00+03:00`);
}

function lineOf({ at, detail, ...row }: AuditRow): AuditLine {
  return { ...row, at: new Date(at).toISOString(), detail: detail === null ? null : JSON.parse(detail) };
}
