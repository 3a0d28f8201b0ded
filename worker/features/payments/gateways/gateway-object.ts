import { DurableObject } from "cloudflare:workers";
import { type Context, makeContext } from "../../../context.ts";
import { exec } from "../../../db/executor.ts";
import { sql } from "../../../db/sql.ts";
import type { Env } from "../../../env.ts";
import type { GatewayApi, GatewayClient, ReadyToken, TokenAnswer } from "./gateway-api.ts";
import { fetchText, isPage, readToken, throughRelay } from "./gateway-http.ts";
import { silenceFault, tokenFault } from "./wire.ts";

export function gatewayObjectFor(
  ctx: Context,
  base: string,
  consumerKey: string,
): DurableObjectStub<GatewayApi> {
  const name = ctx.keys.tag("gateway-object", `${base} ${consumerKey}`);
  return ctx.env.GATEWAY.getByName(name);
}

/**
 * One per gateway and app: holds the access token, because each new Daraja token kills the one before. A token belongs to
 * the secret that it was given for: a wrong secret never lives on another one's token, and its refusal takes no token away.
 * The calls themselves run in PaymentObject.
 */
export class GatewayObject extends DurableObject<Env> implements GatewayApi {
  private ready = false;
  private readonly fetching = new Map<string, Promise<TokenAnswer>>();

  private sql(): SqlStorage {
    if (!this.ready) {
      exec(
        this.ctx.storage.sql,
        sql`CREATE TABLE IF NOT EXISTS tokens (secret TEXT PRIMARY KEY, token TEXT NOT NULL, until INTEGER NOT NULL)`,
      );
      this.ready = true;
    }
    return this.ctx.storage.sql;
  }

  /** Callers at the same time share one fetch. @param stale a token that the gateway refused */
  async token(client: GatewayClient, stale: string | null): Promise<TokenAnswer> {
    const known = this.known(this.tagOf(client));
    if (known && known.token !== stale && known.until > Date.now()) return known;
    return this.fetchOnce(client);
  }

  /** A token fetched anew, whatever lives: what these very credentials are worth now. Everybody shares it from here on. */
  async renew(client: GatewayClient): Promise<TokenAnswer> {
    return this.fetchOnce(client);
  }

  /** Where the app was used before, its token is kept alive, so that refused credentials are known before a sale. */
  async keepAlive(client: GatewayClient): Promise<TokenAnswer | null> {
    return this.known(this.tagOf(client)) ? this.token(client, null) : null;
  }

  private known(tag: string): ReadyToken | undefined {
    return exec(
      this.sql(),
      sql<ReadyToken>`SELECT token, until FROM tokens WHERE secret = ${tag}`,
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

  private async fetchToken(client: GatewayClient, tag: string): Promise<TokenAnswer> {
    const { path, init } = client.token;
    const call = throughRelay(makeContext(this.env).settings, `${client.base}${path}`, init);
    let answer: Awaited<ReturnType<typeof fetchText>>;
    try {
      answer = await fetchText(fetch, call.url, call.init);
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      return { fault: { ...silenceFault(cause), isOfToken: true }, detail: `no access token: ${words}` };
    }
    const read = answer.ok ? readToken(answer.text, Date.now()) : null;
    if (!read) {
      const { status, text } = answer;
      return { fault: tokenFault(status, isPage(text)), detail: `no access token (HTTP ${status})` };
    }
    exec(
      this.sql(),
      sql`INSERT INTO tokens (secret, token, until) VALUES (${tag}, ${read.token}, ${read.until})
        ON CONFLICT (secret) DO UPDATE SET token = excluded.token, until = excluded.until`,
    );
    return read;
  }
}
