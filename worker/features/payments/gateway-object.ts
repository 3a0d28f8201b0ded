import { DurableObject } from "cloudflare:workers";
import type { Context } from "../../context.ts";
import { type Env, readSettings } from "../../env.ts";
import { fetchText } from "./gateways/fetch-text.ts";
import { throughRelay } from "./gateways/relay.ts";
import { type GatewayClient, readToken, tokenRequest } from "./gateways/token-request.ts";

/** The object that owns the token of one app at one gateway. */
export function gatewayObjectFor(
  ctx: Context,
  base: string,
  consumerKey: string,
): DurableObjectStub<GatewayObject> {
  const name = ctx.keys.tag("gateway-object", `${base} ${consumerKey}`);
  return ctx.env.GATEWAY.get(ctx.env.GATEWAY.idFromName(name));
}

const forgetPushesMs = 40 * 86_400_000;

/**
 * One per gateway and app: holds the access token, because each new Daraja token kills the one before, and the list of
 * every push permitted in the last 40 days, from which D1's payments can be rebuilt. The calls themselves run in
 * PaymentObject.
 */
export class GatewayObject extends DurableObject<Env> {
  private ready = false;
  private fetching: Promise<{ token: string } | { fault: string }> | null = null;

  private sql(): SqlStorage {
    if (!this.ready) {
      this.ctx.storage.sql.exec(
        `CREATE TABLE IF NOT EXISTS token (id INTEGER PRIMARY KEY CHECK (id = 1), token TEXT NOT NULL, until INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS pushes (payment_id TEXT PRIMARY KEY, provider_id TEXT NOT NULL, at INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS pushes_at ON pushes (at);`,
      );
      this.ready = true;
    }
    return this.ctx.storage.sql;
  }

  /** The token in force; `stale` names one that the gateway refused. Callers at the same time share one fetch. */
  async token(client: GatewayClient, stale: string | null): Promise<{ token: string } | { fault: string }> {
    const known = this.sql()
      .exec<{ token: string; until: number }>("SELECT token, until FROM token")
      .toArray()[0];
    if (known && known.token !== stale && known.until > Date.now()) return { token: known.token };
    this.fetching ??= this.fetchToken(client).finally(() => {
      this.fetching = null;
    });
    return this.fetching;
  }

  /** Written before each push: whatever happens to the payment after, it is known here that it went out. */
  async permitPush(paymentId: string, providerId: string): Promise<void> {
    const now = Date.now();
    this.sql().exec(
      "INSERT OR IGNORE INTO pushes (payment_id, provider_id, at) VALUES (?1, ?2, ?3)",
      paymentId,
      providerId,
      now,
    );
    this.sql().exec("DELETE FROM pushes WHERE at < ?1", now - forgetPushesMs);
  }

  /** Every push permitted since a moment, oldest first: what a rebuild of D1 asks of each PaymentObject. */
  async pushesSince(at: number): Promise<{ paymentId: string; providerId: string; at: number }[]> {
    return this.sql()
      .exec<{ paymentId: string; providerId: string; at: number }>(
        "SELECT payment_id AS paymentId, provider_id AS providerId, at FROM pushes WHERE at >= ?1 ORDER BY at LIMIT 10000",
        at,
      )
      .toArray();
  }

  private async fetchToken(client: GatewayClient): Promise<{ token: string } | { fault: string }> {
    try {
      const { path, init } = tokenRequest(client);
      const call = throughRelay(readSettings(this.env), `${client.base}${path}`, init);
      const answer = await fetchText(fetch, call.url, call.init);
      const read = answer.ok ? readToken(answer.text, Date.now()) : null;
      if (!read) return { fault: `no access token (HTTP ${answer.status})` };
      this.sql().exec(
        "INSERT INTO token (id, token, until) VALUES (1, ?1, ?2) ON CONFLICT (id) DO UPDATE SET token = excluded.token, until = excluded.until",
        read.token,
        read.until,
      );
      return { token: read.token };
    } catch (cause) {
      return { fault: `no access token: ${cause instanceof Error ? cause.message : String(cause)}` };
    }
  }
}
