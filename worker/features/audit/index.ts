import type { Context } from "../../context.ts";
import type { Action } from "../../contract/texts/activity.ts";
import { audit } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import type { Caller } from "../../http/session.ts";
import { randomHex } from "../../keys.ts";

export function lineOf(ctx: Context, entry: AuditEntry): AuditLine {
  return { ...entry, id: randomHex(128), at: ctx.now() };
}

/** For a batch of the platform's own tables, so that the change and its line stand or fall together. */
export function recordStatement(ctx: Context, entry: AuditEntry): Sql {
  return lineStatement(lineOf(ctx, entry));
}

/** The same for a line that is known already: a repeat changes nothing. */
export function lineStatement(entry: AuditLine): Sql {
  return insertInto(audit, {
    id: entry.id,
    at: entry.at,
    actor: entry.actor,
    actorId: entry.actorId,
    providerId: entry.providerId,
    action: entry.action,
    subject: entry.subject ?? null,
    detail: detailOf(entry) ?? null,
    network: entry.network ?? null,
  });
}

/** The same, only if the batch made this fact true before: what changed nothing leaves no line. */
export function recordIfStatement(ctx: Context, entry: AuditEntry, fact: Sql): Sql {
  const told = detailOf(entry);
  const detail = told === undefined ? null : JSON.stringify(told);
  return sql`INSERT INTO audit (id, at, actor, actor_id, provider_id, action, subject, detail, network)
    SELECT ${randomHex(128)}, ${ctx.now()}, ${entry.actor}, ${entry.actorId}, ${entry.providerId},
      ${entry.action}, ${entry.subject ?? null}, ${detail}, ${entry.network ?? null}
    WHERE ${fact}`;
}

/** A page of an advertisement is told by its beginning. */
const longestValue = 300;

type Values = Readonly<Record<string, unknown>>;

/** The fields that differ, for a line's detail: `{changes: {price: {from: 100, to: 1}}}`. Never give it a secret. */
export function changesOf(
  before: Values,
  after: Values,
): { changes: Record<string, { from: unknown; to: unknown }> } {
  const text = (value: unknown) => JSON.stringify(value ?? null);
  const short = (value: unknown) =>
    typeof value === "string" && value.length > longestValue
      ? `${value.slice(0, longestValue)}…`
      : (value ?? null);
  const differing = Object.keys(after).filter((name) => text(before[name]) !== text(after[name]));
  const changes = differing.map((name) => [name, { from: short(before[name]), to: short(after[name]) }]);
  return { changes: Object.fromEntries(changes) };
}

/** On its own, after a change of a tenant's tables: those may one day lie in another database. */
export async function record(ctx: Context, entry: AuditEntry): Promise<void> {
  await ctx.platform.run(recordStatement(ctx, entry));
}

/** Who acts in a signed-in call. A super admin inside a provider's console is named with whom they act for. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind !== "provider" && caller.kind !== "platform")
    throw new Error(`a ${caller.kind} does nothing that is recorded`);
  const { network } = caller;
  if (caller.kind === "platform")
    return { actor: "platform", actorId: caller.adminId, providerId: null, network };
  const { actingAs } = caller.session;
  if (actingAs) return { actor: "platform", actorId: actingAs, providerId: caller.providerId, network };
  const by = { actor: "provider", actorId: caller.adminId, providerId: caller.providerId, network } as const;
  return caller.token ? { ...by, token: caller.token.name } : by;
}

/** One line of who did what. Carries no secret, no password and nothing a stranger typed. */
export type AuditEntry = {
  actor: "provider" | "platform" | "bridge" | "system" | "customer";
  /** Admin, bridge or customer; null when unknown. */
  actorId: string | null;
  /** The provider it concerns; null = the platform alone. */
  providerId: string | null;
  /** Subject and verb by which a list can be filtered; its sentence is filled from the detail. */
  action: Action;
  subject?: string | null;
  network?: string | null;
  detail?: Record<string, unknown>;
  /** Name of the API token by which a program of the actor's did it; it stands in the detail. */
  token?: string;
};

const detailOf = ({ detail, token }: Pick<AuditEntry, "detail" | "token">) =>
  token === undefined ? detail : { ...detail, token };

/** Who acts, for whom, and from where. */
export type Actor = Pick<AuditEntry, "actor" | "actorId" | "providerId" | "network" | "token">;

/** A line that is written after the event, perhaps more than once. `at`: time of the event, UTC ms. */
export type AuditLine = AuditEntry & { id: string; at: number };
