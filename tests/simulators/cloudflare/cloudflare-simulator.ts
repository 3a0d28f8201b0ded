import { ok, refusal } from "./envelope.ts";
import { type Outside, Runtime } from "./runtime.ts";
import { type Account, type Right, rights } from "./state.ts";
import { answerStorage } from "./storage.ts";
import { answerWorkers } from "./workers.ts";
import { answerZones } from "./zones.ts";

// The part of api.cloudflare.com that a deployment asks, as its documentation, wrangler and Cloudflare's own library use
// it, and the edge behind it: what was uploaded answers at the addresses of its routes.

export type CloudflareOptions = {
  dir: string;
  zones?: Account["zones"];
  hasAdvancedCertificates?: boolean;
  /** What answers the worker beyond Cloudflare; nobody unless told. */
  outside?: Outside;
};

const base = "/client/v4";

export class CloudflareSimulator {
  readonly account: Account;
  /** Method and path of every call, in order. */
  readonly calls: string[] = [];
  /** Calls to addresses that are not known here: a test looks that there are none. */
  readonly unknown: string[] = [];
  /**
   * The next calls whose method and path begin so (`*` stands for a part) fail: `500`, `429`, or `lost` when it was done and
   * not answered.
   */
  fault: { where: string; as: "500" | "lost" | "429"; times: number; after?: number } | undefined;
  private readonly runtime: Runtime;

  constructor({ dir, zones, hasAdvancedCertificates = false, outside }: CloudflareOptions) {
    this.runtime = new Runtime(dir, outside ?? (() => undefined));
    this.account = {
      id: "a".repeat(32),
      token: "test-token-1234567890",
      rights: new Set<Right>(rights),
      hasAdvancedCertificates,
      records: [],
      databases: [],
      queues: [],
      scripts: [],
      routes: [],
      files: {},
      uploads: {},
      zones: zones ?? [{ id: "b".repeat(32), name: "mlango.test", status: "active" }],
      packs: [],
    };
    for (const { id: zoneId, name } of this.account.zones)
      this.account.packs.push({
        id: `universal-${name}`,
        zoneId,
        hosts: [name, `*.${name}`],
        status: "active",
        type: "universal",
      });
  }

  /** For tests: statements on a database, beside the API. */
  query(databaseId: string, sql: string): Promise<object[]> {
    return this.runtime.query(databaseId, sql, []);
  }

  /** For tests: a minute is over, and what is due each minute runs. */
  minute(): Promise<void> {
    return this.runtime.minute(this.account);
  }

  /** Where what answers at a name listens; `Runtime.listening`. */
  listening(hostname: string): Promise<URL | undefined> {
    return this.runtime.listening(this.account, hostname);
  }

  close(): Promise<void> {
    return this.runtime.close();
  }

  /** Undefined for a host that is neither the API nor one of a route. */
  async handle(request: Request): Promise<Response | undefined> {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${base}/`)) return this.runtime.visit(this.account, request);
    const path = url.pathname.slice(base.length);
    const call = `${request.method} ${path}`;
    this.calls.push(call);
    const fault = this.faultOf(call);
    if (fault === "500") return refusal(500, 10013, "workers.api.error.unknown");
    if (fault === "429") return refusal(429, 971, "Please wait and consider throttling your request speed");
    const answer = await this.answer(request, path, url.searchParams);
    if (!answer) this.unknown.push(call);
    if (fault === "lost") return new Response("error code: 520", { status: 520 });
    return answer ?? refusal(404, 7000, "No route for that URI");
  }

  private faultOf(call: string): "500" | "lost" | "429" | undefined {
    const { fault } = this;
    if (!fault) return undefined;
    const pattern = fault.where.split("*").map((part) => part.replaceAll(/[.?+^$()[\]{}|\\]/g, "\\$&"));
    if (!new RegExp(`^${pattern.join("[^/]+")}$`).test(call)) return undefined;
    if (fault.after) {
      fault.after -= 1;
      return undefined;
    }
    fault.times -= 1;
    if (fault.times <= 0) this.fault = undefined;
    return fault.as;
  }

  private async answer(
    request: Request,
    path: string,
    query: URLSearchParams,
  ): Promise<Response | undefined> {
    const { account } = this;
    const { method } = request;
    const isUpload = path.endsWith("/workers/assets/upload");
    if (!isUpload && request.headers.get("authorization") !== `Bearer ${account.token}`)
      return refusal(401, 1000, "Invalid API Token");
    const isAccounts = account.tokenOf === "account";
    // Each kind of token is known at its own address alone.
    if (path === "/user/tokens/verify")
      return isAccounts
        ? refusal(401, 1000, "Invalid API Token")
        : ok({ id: "c".repeat(32), status: "active" });
    if (path === `/accounts/${account.id}/tokens/verify`)
      return isAccounts
        ? ok({ id: "c".repeat(32), status: "active" })
        : refusal(401, 1000, "Invalid API Token");
    const right = rightFor(path);
    if (right && !account.rights.has(right)) return refusal(403, 10000, "Authentication error");
    if (path.startsWith("/accounts/") && !path.startsWith(`/accounts/${account.id}/`))
      return refusal(403, 10000, "Authentication error");
    const worker = await answerWorkers({ account, method, path, query, request }, this.runtime);
    if (worker) return worker;
    const text = method === "GET" ? "" : await request.text();
    const asked = { account, method, path, query, body: text ? JSON.parse(text) : {} };
    return answerZones(asked) ?? (await answerStorage(asked, this.runtime)) ?? undefined;
  }
}

function rightFor(path: string): Right | undefined {
  if (path.includes("/dns_records")) return "dns:edit";
  if (path.includes("/ssl/")) return "ssl:edit";
  if (path.includes("/workers/routes")) return "routes:edit";
  if (path.includes("/settings/")) return "zone-settings:read";
  if (path.includes("/bot_management")) return "bots:read";
  if (/http_request_firewall_custom|http_ratelimit/.test(path)) return "waf:read";
  if (path.includes("/rulesets")) return "config-rules:edit";
  if (path.startsWith("/zones")) return "zone:read";
  if (path.includes("/d1/")) return "d1:edit";
  if (path.includes("/queues")) return "queues:edit";
  return path.includes("/workers/") ? "scripts:edit" : undefined;
}
