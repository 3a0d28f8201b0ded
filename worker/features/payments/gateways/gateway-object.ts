import { DurableObject } from "cloudflare:workers";
import { type Context, makeContext } from "../../../context.ts";
import { exec } from "../../../db/executor.ts";
import { sql } from "../../../db/sql.ts";
import type { Env } from "../../../env.ts";
import { fetchText } from "./fetch-text.ts";
import {
  type GatewayApi,
  type GatewayClient,
  type PermittedPush,
  pushesOfPage,
  type TokenAnswer,
} from "./gateway-api.ts";
import { throughRelay } from "./relay.ts";
import { readToken, tokenRequest } from "./token-request.ts";
import { silenceFault, tokenFault } from "./wire-faults.ts";

export function gatewayObjectFor(
  ctx: Context,
  base: string,
  consumerKey: string,
): DurableObjectStub<GatewayApi> {
  const name = ctx.keys.tag("gateway-object", `${base} ${consumerKey}`);
  return ctx.env.GATEWAY.getByName(name);
}

const forgetPushesMs = 40 * 86_400_000;

/**
 * One per gateway and app: holds the access token, because each new Daraja token kills the one before, and the list of
 * every push permitted in the last 40 days, from which D1's payments can be rebuilt. A token belongs to the secret that it
 * was given for: a wrong secret never lives on another one's token, and its refusal takes no token away. The calls
 * themselves run in PaymentObject.
 */
export class GatewayObject extends DurableObject<Env> implements GatewayApi {
  private ready = false;
  private readonly fetching = new Map<string, Promise<TokenAnswer>>();

  private sql(): SqlStorage {
    if (!this.ready) {
      exec(
        this.ctx.storage.sql,
        sql`CREATE TABLE IF NOT EXISTS tokens (secret TEXT PRIMARY KEY, token TEXT NOT NULL, until INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS pushes (payment_id TEXT PRIMARY KEY, provider_id TEXT NOT NULL, at INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS pushes_at ON pushes (at);`,
      );
      this.ready = true;
    }
    return this.ctx.storage.sql;
  }

  /**
   * Callers at the same time share one fetch. @param stale a token that the gateway refused @param push listed before
   * anything else
   */
  async token(client: GatewayClient, stale: string | null, push: PermittedPush | null): Promise<TokenAnswer> {
    if (push) this.permit(push);
    const known = this.known(this.tagOf(client));
    if (known && known.token !== stale && known.until > Date.now()) return { token: known.token };
    return this.fetchOnce(client);
  }

  /** A token fetched anew, whatever lives: what these very credentials are worth now. Everybody shares it from here on. */
  async renew(client: GatewayClient): Promise<TokenAnswer> {
    return this.fetchOnce(client);
  }

  /** Where the app was used before, its token is kept alive, so that refused credentials are known before a sale. */
  async keepAlive(client: GatewayClient): Promise<TokenAnswer | null> {
    return this.known(this.tagOf(client)) ? this.token(client, null, null) : null;
  }

  private known(tag: string): { token: string; until: number } | undefined {
    return exec(
      this.sql(),
      sql<{ token: string; until: number }>`SELECT token, until FROM tokens WHERE secret = ${tag}`,
    ).toArray()[0];
  }

  private tagOf(client: GatewayClient): string {
    return makeContext(this.env).keys.tag("gateway-object", `secret ${JSON.stringify(client)}`);
  }

  private fetchOnce(client: GatewayClient): Promise<TokenAnswer> {
    const tag = this.tagOf(client);
    const fetching =
      this.fetching.get(tag) ?? this.fetchToken(client, tag).finally(() => this.fetching.delete(tag));
    this.fetching.set(tag, fetching);
    return fetching;
  }

  private permit({ paymentId, providerId }: PermittedPush): void {
    const now = Date.now();
    exec(
      this.sql(),
      sql`INSERT OR IGNORE INTO pushes (payment_id, provider_id, at)
        VALUES (${paymentId}, ${providerId}, ${now})`,
    );
    exec(this.sql(), sql`DELETE FROM pushes WHERE at < ${now - forgetPushesMs}`);
  }

  /**
   * Pushes permitted since a moment, oldest first: what a rebuild of D1 asks of each PaymentObject.
   * @param after payment of the last push before these, permitted at that moment; empty for the first page
   */
  async pushesSince(at: number, after = ""): Promise<(PermittedPush & { at: number })[]> {
    return exec(
      this.sql(),
      sql<PermittedPush & { at: number }>`SELECT payment_id AS paymentId, provider_id AS providerId, at
        FROM pushes WHERE at >= ${at} AND (at > ${at} OR payment_id > ${after})
        ORDER BY at, payment_id LIMIT ${pushesOfPage}`,
    ).toArray();
  }

  private async fetchToken(client: GatewayClient, tag: string): Promise<TokenAnswer> {
    const { path, init } = tokenRequest(client);
    const call = throughRelay(makeContext(this.env).settings, `${client.base}${path}`, init);
    let answer: Awaited<ReturnType<typeof fetchText>>;
    try {
      answer = await fetchText(fetch, call.url, call.init);
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      return { fault: { ...silenceFault(cause), isOfToken: true }, detail: `no access token: ${words}` };
    }
    const read = answer.ok ? readToken(answer.text, Date.now()) : null;
    if (!read) return { fault: tokenFault(answer.status), detail: `no access token (HTTP ${answer.status})` };
    exec(
      this.sql(),
      sql`INSERT INTO tokens (secret, token, until) VALUES (${tag}, ${read.token}, ${read.until})
        ON CONFLICT (secret) DO UPDATE SET token = excluded.token, until = excluded.until`,
    );
    return { token: read.token };
  }
}
