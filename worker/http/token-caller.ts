import type { Context } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { hourMs } from "../contract/values/time.ts";
import { sql } from "../db/sql.ts";
import { refuse } from "../errors.ts";
import type { HeldToken } from "./cookies.ts";
import { networkOf } from "./network.ts";
import type { AdminNamed, ProviderCaller } from "./session.ts";
import type { Tenant } from "./tenant.ts";

type Row = Omit<AdminNamed, "role"> & {
  id: string;
  label: string;
  scopes: string;
  adminId: string;
  lastUsedAt: number;
  expiresAt: number | null;
};

/** Who calls by this token: the provider, in the name of the owner who made it. @throws AppError not_signed_in */
export async function tokenCaller(
  ctx: Context,
  { providerId, tokenHash }: HeldToken,
  tenant: Tenant,
  request: Request,
): Promise<ProviderCaller> {
  const wrong = () => refuse("not_signed_in", "token_wrong");
  if (!(tenant.onMain || tenant.provider?.id === providerId)) throw wrong();
  // Before its object is asked, for a made-up id has none.
  const isHere = ctx.atProvider !== null && tenant.provider?.id === providerId;
  const provider = isHere ? tenant.provider : await ctx.lookup.providerById(providerId);
  if (!provider) throw wrong();
  const found = await ctx.tenant(providerId).first(
    sql<Row>`SELECT t.id, t.name AS label, t.scopes, t.made_by AS adminId, coalesce(t.last_used_at, 0) AS lastUsedAt,
        t.expires_at AS expiresAt, a.username, a.name, a.email
      FROM api_tokens t JOIN admins a ON a.id = t.made_by
      WHERE t.token_hash = ${tokenHash} AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > ${ctx.now()})
        AND a.role = 'owner' AND a.disabled_at IS NULL`,
  );
  if (!found) throw wrong();
  const { id, label, scopes, adminId, lastUsedAt, expiresAt, ...admin } = found;
  return {
    kind: "provider",
    adminId,
    providerId,
    network: networkOf(request),
    token: { id, name: label, scopes: JSON.parse(scopes) },
    session: {
      ...admin,
      role: "owner",
      tokenHash,
      host: "",
      actingAs: null,
      actingName: null,
      lacksSecondFactor: 0,
      expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
      lastSeenAt: lastUsedAt,
      confirmedAt: 0,
      providerStatus: provider.status,
      suspendedFor: provider.suspendedFor,
    },
  };
}

/** @throws AppError forbidden, which names what the token lacks */
export function requireScope({ scope }: Endpoint, { scopes }: NonNullable<ProviderCaller["token"]>): void {
  if (scope === null) throw refuse("forbidden", "token_no_call");
  if (!scopes.includes(scope)) throw refuse("forbidden", "token_scope", { scope });
}

/** Once an hour is enough to know that a token is in use. */
export async function noteTokenUse(ctx: Context, { providerId, session }: ProviderCaller): Promise<void> {
  const now = ctx.now();
  const due = now - hourMs;
  if (session.lastSeenAt > due) return;
  await ctx.tenant(providerId).run(
    sql`UPDATE api_tokens SET last_used_at = ${now}
      WHERE token_hash = ${session.tokenHash} AND coalesce(last_used_at, 0) <= ${due}`,
  );
}
