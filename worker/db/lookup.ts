import type { Executor } from "./executor.ts";
import { type Sql, sql } from "./sql.ts";

// The third door to the database: finds out whom a request concerns, before anybody knows the provider. Ids and status
// only; nothing that a tenant would mind another to see.

/** In a statement on `providers`: those that are not erased, nor being erased. */
export const isThere: Sql = sql`status IN ('active', 'suspended')`;

export type ProviderFound = {
  id: string;
  subdomain: string;
  status: "active" | "suspended";
  /** Why, where no operator said so. */
  suspendedFor: "invoice" | null;
};

export type RouterFound = {
  id: string;
  status: "active" | "suspended";
  bridgeId: string | null;
  /** The provider it is assigned to now. */
  providerId: string | null;
  /** Since when its bridge reaches it, UTC ms; null while it does not. Seconds old. */
  onlineSince: number | null;
};

/** A session of a super admin. */
export type OperatorSession = {
  tokenHash: string;
  operatorId: string;
  /** The provider for whom they act in it, and as which of its admins; null = their own console. */
  providerId: string | null;
  adminId: string | null;
  host: string;
  expiresAt: number;
  lastSeenAt: number;
  /** When the password was last given in this session, UTC ms. */
  confirmedAt: number;
  /** 1: the platform asks its super admins for a second factor, and whose session this is has none. */
  lacksSecondFactor: 0 | 1;
  username: string;
  name: string;
  email: string;
  role: string;
};

type BridgeFound = {
  id: string;
  publicKey: string;
  providerId: string | null;
};

export type Lookup = {
  providerByHost(subdomain: string): Promise<ProviderFound | undefined>;
  providerById(id: string): Promise<ProviderFound | undefined>;
  routerById(id: string): Promise<RouterFound | undefined>;
  /** The id of the provider's router where it has exactly one. */
  onlyRouter(providerId: string): Promise<string | null>;
  /** Router and provider of a sale in one round trip. */
  saleAt(
    routerId: string,
    providerId: string,
  ): Promise<{ router: RouterFound | undefined; provider: ProviderFound | undefined }>;
  operatorSession(tokenHash: string): Promise<OperatorSession | undefined>;
  bridgeByKey(bridgeId: string): Promise<BridgeFound | undefined>;
};

export function lookup(db: Pick<Executor, "first" | "all" | "batch">): Lookup {
  const provider = (condition: Sql) =>
    sql<ProviderFound>`SELECT id, subdomain, status, suspended_for AS suspendedFor FROM providers
      WHERE ${condition} AND ${isThere}`;
  const router = (id: string) =>
    sql<RouterFound>`SELECT id, status, bridge_id AS bridgeId, provider_id AS providerId,
        online_since AS onlineSince FROM routers
      WHERE id = ${id} AND archived_at IS NULL`;
  return {
    providerByHost: (subdomain) => db.first(provider(sql`subdomain = ${subdomain}`)),
    providerById: (id) => db.first(provider(sql`id = ${id}`)),
    routerById: (id) => db.first(router(id)),
    async onlyRouter(providerId) {
      const [found, other] = await db.all(
        sql<{ id: string }>`SELECT id FROM routers WHERE provider_id = ${providerId} AND archived_at IS NULL
          LIMIT 2`,
      );
      return found && !other ? found.id : null;
    },
    async saleAt(routerId, providerId) {
      const [[found], [seller]] = await db.batch([router(routerId), provider(sql`id = ${providerId}`)]);
      return { router: found, provider: seller };
    },
    operatorSession: (tokenHash) =>
      db.first(sql<OperatorSession>`
        SELECT s.token_hash AS tokenHash, s.operator_id AS operatorId, s.provider_id AS providerId,
          s.admin_id AS adminId, s.host, s.expires_at AS expiresAt, s.last_seen_at AS lastSeenAt,
          s.confirmed_at AS confirmedAt,
          o.totp_since IS NULL AND (o.second_factor_demanded OR EXISTS (SELECT 1 FROM platform_settings
            WHERE name = 'operators' AND json_extract(value, '$.secondFactor') = 'required')) AS lacksSecondFactor,
          o.username, o.name, o.email, o.role
        FROM operator_sessions s JOIN operators o ON o.id = s.operator_id
        WHERE s.token_hash = ${tokenHash} AND s.revoked_at IS NULL AND o.disabled_at IS NULL`),
    bridgeByKey: (bridgeId) =>
      db.first(sql<BridgeFound>`SELECT id, public_key AS publicKey, provider_id AS providerId
        FROM bridges
        WHERE id = ${bridgeId} AND revoked_at IS NULL`),
  };
}

/** In a provider's object: what its snapshot holds is answered from there. Super admins' sessions, bridges and all others' rows are asked of D1. */
export function lookupFirst(here: Lookup, d1: Lookup): Lookup {
  return {
    ...d1,
    providerByHost: async (subdomain) =>
      (await here.providerByHost(subdomain)) ?? d1.providerByHost(subdomain),
    providerById: async (id) => (await here.providerById(id)) ?? d1.providerById(id),
    routerById: async (id) => (await here.routerById(id)) ?? d1.routerById(id),
    onlyRouter: here.onlyRouter,
    async saleAt(routerId, providerId) {
      const found = await here.saleAt(routerId, providerId);
      return found.router && found.provider ? found : d1.saleAt(routerId, providerId);
    },
  };
}
