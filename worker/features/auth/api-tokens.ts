import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { ApiToken, makeApiToken as makeCall } from "../../contract/api-tokens.ts";
import { scopes as allScopes, apiTokenText, type Scope } from "../../contract/values/api-token.ts";
import { dayStart } from "../../contract/values/duration.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { ProviderCaller } from "../../http/session.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { actorOf, record } from "../audit/index.ts";
import { quotas } from "../rate-limits/index.ts";
import { tellPerson } from "./tell-person.ts";

type Row = {
  id: string;
  name: string;
  scopes: string;
  madeBy: string;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  isLive: 0 | 1;
};

export async function listApiTokens(
  ctx: Context,
  providerId: string,
  condition: Sql = sql`true`,
): Promise<ApiToken[]> {
  const now = ctx.now();
  const rows = await ctx.tenant(providerId).all(
    sql<Row>`SELECT t.id, t.name, t.scopes, coalesce(nullif(a.name, ''), a.username) AS madeBy, t.created_at AS createdAt,
        t.expires_at AS expiresAt, t.last_used_at AS lastUsedAt,
        (t.expires_at IS NULL OR t.expires_at > ${now}) AND a.role = 'owner' AND a.disabled_at IS NULL AS isLive
      FROM api_tokens t JOIN admins a ON a.id = t.made_by
      WHERE t.revoked_at IS NULL AND (${condition}) ORDER BY t.created_at DESC, t.id`,
  );
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return rows.map(({ scopes, createdAt, expiresAt, lastUsedAt, isLive, ...row }) => ({
    ...row,
    scopes: JSON.parse(scopes) as Scope[],
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: moment(expiresAt),
    lastUsedAt: moment(lastUsedAt),
    isLive: isLive === 1,
  }));
}

/** Only the secret's hash is stored. @throws AppError forbidden for who acts for a provider; invalid, refused */
export async function makeApiToken(
  ctx: Context,
  me: ProviderCaller,
  { name, scopes: asked, lastDay }: z.output<(typeof makeCall)["body"]>,
): Promise<{ token: ApiToken; secret: string }> {
  // It would outlive the two hours for which a super admin may act.
  if (me.session.actingAs !== null) throw refuse("forbidden", "token_acting");
  const now = ctx.now();
  const expiresAt = lastDay === undefined ? null : dayStart(lastDay) + dayMs;
  if (expiresAt !== null && expiresAt <= now) throw refuse("invalid", "token_past").at("lastDay");
  const { providerId } = me;
  const id = randomHex(128);
  const secret = randomHex(256);
  const scopes = allScopes.filter((scope) => asked.includes(scope));
  const made = await ctx.tenant(providerId).run(
    sql`INSERT INTO api_tokens (id, name, token_hash, scopes, made_by, created_at, expires_at)
      SELECT ${id}, ${name}, ${sha256(secret)}, ${JSON.stringify(scopes)}, ${me.adminId}, ${now}, ${expiresAt}
      WHERE (SELECT count(*) FROM api_tokens WHERE revoked_at IS NULL) < ${quotas.apiTokens.ofProvider}`,
  );
  if (made === 0) throw refuse("refused", "token_most", { count: quotas.apiTokens.ofProvider });
  const [token] = await listApiTokens(ctx, providerId, sql`t.id = ${id}`);
  if (!token) throw new Error("a token that was revoked as it was made");
  await record(ctx, { ...actorOf(me), action: "api_token.make", subject: id, detail: { name, scopes } });
  await tellPerson(ctx, me, "token", me.network);
  return { token, secret: apiTokenText(providerId, secret) };
}

/** @throws AppError not_found where it was revoked before */
export async function revokeApiToken(ctx: Context, me: ProviderCaller, id: string): Promise<void> {
  const [[revoked]] = await ctx.tenant(me.providerId).batch([
    sql<{ name: string }>`UPDATE api_tokens SET revoked_at = ${ctx.now()}
      WHERE id = ${id} AND revoked_at IS NULL RETURNING name`,
  ]);
  if (!revoked) throw refuse("not_found", "no_such_token");
  const detail = { name: revoked.name };
  await record(ctx, { ...actorOf(me), action: "api_token.revoke", subject: id, detail });
}
