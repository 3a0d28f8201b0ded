import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Response as AnswerOfWorkerd, convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { Account, Script, Version } from "./state.ts";

/** What answers the worker beyond Cloudflare; undefined for a name that nobody has. */
export type Outside = (request: Request) => Promise<Response | undefined> | Response | undefined;

/** A version with its share of requests and objects, in percent. */
export type Part = { version: Version; percentage: number };

const busyTries = 50;

/**
 * The API and the worker are two processes at one file here, where Cloudflare has one that asks in turn: who finds it locked, so that nothing
 * was done, waits.
 */
async function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (cause) {
      if (tried === busyTries || !String(cause).includes("SQLITE_BUSY")) throw cause;
      await sleep(100);
    }
  }
}

/** Runs what was uploaded, under workerd, with the databases that the API made. */
export class Runtime {
  private readonly dir: string;
  private readonly outside: Outside;
  private readonly databases = new Map<string, Miniflare>();
  private readonly workers = new Map<string, Miniflare>();
  /** Workers whose queues changed since they were started. */
  private readonly outdated = new Set<string>();
  private renewing: Promise<void> = Promise.resolve();

  constructor(dir: string, outside: Outside) {
    this.dir = dir;
    this.outside = outside;
  }

  private get stateDir(): string {
    return join(this.dir, "state");
  }

  /** One or several statements, as the query address takes them. @throws Error with what SQLite says */
  async query(databaseId: string, sql: string, params: unknown[]): Promise<object[]> {
    const d1 = await this.databaseOf(databaseId);
    const statements = params.length > 0 ? [sql] : split(sql);
    const prepared = statements.map((statement) => d1.prepare(statement).bind(...params));
    const results = await inTurn(() => d1.batch(prepared));
    return results.map(({ results: rows, meta }) => ({ results: rows, success: true, meta }));
  }

  /** Replaces what answers of a worker: one version, or two. */
  async run(account: Account, name: string, parts: readonly Part[]): Promise<void> {
    await this.workers.get(name)?.dispose();
    this.workers.set(name, await this.start(account, name, parts, this.stateDir));
  }

  /** Whether a version can be loaded at all. @throws Error when it cannot */
  async load(account: Account, name: string, version: Version): Promise<void> {
    const tried = await this.start(account, name, [{ version, percentage: 100 }], join(this.dir, "tried"));
    await tried.dispose();
  }

  private async start(
    account: Account,
    name: string,
    parts: readonly Part[],
    stateDir: string,
  ): Promise<Miniflare> {
    // Bindings and files are those of the version that came last.
    const version = parts.at(-1)?.version;
    if (!version) throw new Error("nothing is to run");
    const files = join(this.dir, "files", version.id);
    mkdirSync(files, { recursive: true });
    for (const [path, hash] of Object.entries(version.assets)) {
      mkdirSync(dirname(join(files, path)), { recursive: true });
      writeFileSync(join(files, path), Buffer.from(account.files[hash] ?? "", "base64"));
    }
    const bound = (type: string) => version.bindings.filter((one) => one.type === type);
    const named = (type: string, value: string) =>
      Object.fromEntries(bound(type).map((one) => [one.name, String(one[value])]));
    const runtime = new Miniflare(
      convertV4MiniflareOptions({
        host: "127.0.0.1",
        cf: false,
        resourcePersistencePath: stateDir,
        telemetry: { enabled: false },
        unsafeTriggerHandlers: true,
        workers: [
          {
            name,
            compatibilityDate: version.compatibilityDate,
            compatibilityFlags: version.compatibilityFlags,
            modulesRoot: "/",
            modules: modulesOf(parts, name, version),
            bindings: { ...named("plain_text", "text"), ...version.secrets },
            d1Databases: Object.fromEntries(
              bound("d1").map((one) => [one.name, String(one.id ?? one.database_id)]),
            ),
            durableObjects: Object.fromEntries(
              bound("durable_object_namespace").map((one) => [
                one.name,
                { className: String(one.class_name), useSQLite: true },
              ]),
            ),
            queueProducers: named("queue", "queue_name"),
            queueConsumers: consumersOf(account, name),
            outboundService: async (asked) => {
              const { url, method } = asked;
              const answer = await this.outside(
                new Request(url, {
                  method,
                  headers: [...asked.headers],
                  ...(asked.body ? { body: Buffer.from(await asked.arrayBuffer()) } : {}),
                }),
              );
              // A name that nobody has is answered by Cloudflare itself.
              if (!answer) return new AnswerOfWorkerd("error code: 1016", { status: 530 });
              const headers = [...answer.headers];
              return new AnswerOfWorkerd(await answer.text(), { status: answer.status, headers });
            },
            serviceBindings: Object.fromEntries(
              bound("assets").map((one) => [one.name, { disk: { path: files, writable: false } }]),
            ),
          },
        ],
      }),
    );
    await runtime.ready;
    return runtime;
  }

  /** Another worker takes messages, or takes them otherwise: it is started anew before it is asked next. */
  changeConsumers(script: Script): void {
    this.outdated.add(script.name);
  }

  private async renew(account: Account, script: Script): Promise<void> {
    const shares = [...(script.deployments[0]?.shares ?? [])].reverse();
    const parts = shares.flatMap(({ versionId, percentage }) => {
      const version = script.versions.find(({ id }) => id === versionId);
      return version ? [{ version, percentage }] : [];
    });
    await this.run(account, script.name, parts);
  }

  /** Lets the cron of every worker that has one come due. */
  async minute(account: Account): Promise<void> {
    for (const { name, crons } of account.scripts) {
      const origin = await (await this.current(account, name))?.ready;
      if (origin && crons.length > 0) await fetch(new URL("/cdn-cgi/local/scheduled?cron=*+*+*+*+*", origin));
    }
  }

  /** Where the worker whose route fits listens, for requests that carry their address in `MF-Original-URL`. */
  async listening(account: Account, hostname: string): Promise<URL | undefined> {
    return (await this.answering(account, hostname))?.ready;
  }

  private async current(account: Account, name: string): Promise<Miniflare | undefined> {
    const script = account.scripts.find((one) => one.name === name);
    if (script && this.outdated.delete(name)) this.renewing = this.renew(account, script);
    await this.renewing;
    return this.workers.get(name);
  }

  private async answering(account: Account, hostname: string): Promise<Miniflare | undefined> {
    const fitting = account.routes.filter(({ pattern }) => {
      const host = pattern.replace(/\/\*$/, "");
      return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
    });
    // The most specific one wins.
    const [route] = fitting.sort((one, other) => other.pattern.length - one.pattern.length);
    return route && this.current(account, route.script);
  }

  /** Asks the worker whose route fits, as the edge does. */
  async visit(account: Account, request: Request): Promise<Response | undefined> {
    const worker = await this.answering(account, new URL(request.url).hostname);
    if (!worker) return undefined;
    const answer = await worker.dispatchFetch(request.url.replace(/^http:/, "https:"), {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      redirect: "manual",
      ...(request.body ? { body: Buffer.from(await request.arrayBuffer()) } : {}),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    // As pairs: an answer may set several cookies.
    const headers = [...answer.headers];
    return new Response(body.length > 0 ? body : null, { status: answer.status, headers });
  }

  async close(): Promise<void> {
    for (const runtime of this.workers.values()) await runtime.dispose();
    for (const runtime of this.databases.values()) await runtime.dispose();
    rmSync(this.dir, { recursive: true, force: true });
  }

  private async databaseOf(id: string): Promise<D1Database> {
    const known = this.databases.get(id);
    if (known) return known.getD1Database("DB") as unknown as Promise<D1Database>;
    const runtime = new Miniflare(
      convertV4MiniflareOptions({
        host: "127.0.0.1",
        cf: false,
        resourcePersistencePath: this.stateDir,
        telemetry: { enabled: false },
        workers: [
          {
            name: "databases",
            compatibilityDate: "2026-09-01",
            modules: true,
            script: "export default { fetch: () => new Response() }",
            d1Databases: { DB: id },
          },
        ],
      }),
    );
    this.databases.set(id, runtime);
    return runtime.getD1Database("DB") as unknown as Promise<D1Database>;
  }
}

/** Whose messages this worker takes. */
function consumersOf(account: Account, script: string) {
  const own = account.queues.flatMap(({ name, consumers }) =>
    consumers.filter((one) => one.script === script).map((one) => ({ name, ...one })),
  );
  return Object.fromEntries(
    own.map(({ name, settings, deadLetterQueue }) => [
      name,
      defined({
        maxBatchSize: settings.batch_size,
        maxBatchTimeout:
          settings.max_wait_time_ms === undefined ? undefined : settings.max_wait_time_ms / 1_000,
        maxRetries: settings.max_retries,
        retryDelay: settings.retry_delay,
        deadLetterQueue,
      }),
    ]),
  );
}

/** The first one is the worker. Of two versions each has a folder, and what stands before them decides which one answers. */
function modulesOf(parts: readonly Part[], name: string, { bindings }: Version) {
  const module = (path: string, contents: string) => ({ type: "ESModule" as const, path, contents });
  const folder = (at: number) => `/version-${at}`;
  const modules = parts.flatMap(({ version }, at) =>
    version.modules.map((one) => module(`${folder(at)}/${one.name}`, one.contents)),
  );
  const [first, second] = parts;
  if (!first) return modules;
  const classes = bindings
    .filter(({ type }) => type === "durable_object_namespace")
    .map((one) => one.class_name);
  if (!second) {
    const main = `.${folder(0)}/${first.version.mainModule}`;
    return [module("/worker.js", `export * from "${main}"; export { default } from "${main}";`), ...modules];
  }
  const front = `import { DurableObject } from "cloudflare:workers";
import * as first from ".${folder(0)}/${first.version.mainModule}";
import * as second from ".${folder(1)}/${second.version.mainModule}";
const versions = ${JSON.stringify({ [first.version.id]: 0, [second.version.id]: 1 })};
const both = [first, second];
const share = ${second.percentage / 100};
// An object keeps its version for as long as the deployment lasts.
const ofObject = (id) => both[Number(parseInt(id.slice(0, 8), 16) / 2 ** 32 < share)];
const ofRequest = (asked) => {
  const id = /^${name}="([^"]+)"$/.exec(asked.headers.get("cloudflare-workers-version-overrides") ?? "")?.[1];
  return both[versions[id] ?? Number(Math.random() < share)].default;
};
const any = () => both[Number(Math.random() < share)].default;
export default {
  fetch: (request, env, context) => ofRequest(request).fetch(request, env, context),
  queue: (batch, env, context) => any().queue(batch, env, context),
  scheduled: (event, env, context) => any().scheduled(event, env, context),
};
${classes
  .map(
    (made) =>
      `export class ${made} extends DurableObject { constructor(state, env) { super(state, env); return new (ofObject(state.id.toString()).${made})(state, env); } }`,
  )
  .join("\n")}`;
  return [module("/worker.js", front), ...modules];
}

/** Statements end at a semicolon outside of texts and of a trigger's body. */
function split(sql: string): string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { 0: token, index } of sql.matchAll(/'(?:[^']|'')*'|--[^\n]*|\b(?:BEGIN|CASE|END)\b|;/gi)) {
    if (/^(BEGIN|CASE)$/i.test(token)) depth += 1;
    else if (/^END$/i.test(token)) depth -= 1;
    else if (token === ";" && depth === 0) {
      found.push(sql.slice(from, index));
      from = index + 1;
    }
  }
  found.push(sql.slice(from));
  return found.map((one) => one.replace(/^\s*--[^\n]*$/gm, "").trim()).filter((one) => one !== "");
}

/** Without what is not set, as the runtime's options want it. */
const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
