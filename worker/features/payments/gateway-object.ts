import { DurableObject } from "cloudflare:workers";
import type { Context } from "../../context.ts";
import type { Env } from "../../env.ts";
import { fetchText, readJson } from "./gateways/fetch-text.ts";

export type GatewayClient = { base: string; consumerKey: string; consumerSecret: string };

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
      const url = `${client.base}/oauth/v1/generate?grant_type=client_credentials`;
      const basic = btoa(`${client.consumerKey}:${client.consumerSecret}`);
      const answer = await fetchText(fetch, url, { headers: { authorization: `Basic ${basic}` } });
      const body = answer.ok ? readJson(answer.text) : null;
      if (
        typeof body !== "object" ||
        body === null ||
        !("access_token" in body) ||
        typeof body.access_token !== "string"
      ) {
        return { fault: `no access token (HTTP ${answer.status})` };
      }
      // `expires_in` comes as number or text; renewed a minute early.
      const seconds = "expires_in" in body ? Number(body.expires_in) : Number.NaN;
      const until = Date.now() + (Number.isFinite(seconds) ? seconds - 60 : 300) * 1_000;
      this.sql().exec(
        "INSERT INTO token (id, token, until) VALUES (1, ?1, ?2) ON CONFLICT (id) DO UPDATE SET token = excluded.token, until = excluded.until",
        body.access_token,
        until,
      );
      return { token: body.access_token };
    } catch (cause) {
      return { fault: `no access token: ${cause instanceof Error ? cause.message : String(cause)}` };
    }
  }
}
