// The built worker under workerd, as a process of its own. Its first argument is JSON: see WorkerProcessOptions.
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { root } from "./processes.ts";

export type WorkerProcessOptions = {
  port: number;
  stateDir: string;
  /** Vars and secrets. */
  vars: Record<string, string>;
  /** How often the minute cron fires; tests are in more of a hurry than the platform. */
  cronMs: number;
  /** By how much each call of an object and each trip to D1 is delayed (`tests/bench/delayed-hops.ts`); absent = not at all. */
  hopMs?: number | undefined;
  /** Where another built worker lies than this checkout's. */
  builtDir?: string | undefined;
  /** Writes each message of a queue to its log. */
  tellsQueue?: boolean | undefined;
};

const options: WorkerProcessOptions = JSON.parse(process.argv[2] ?? "{}");
const built = options.builtDir ?? join(root, "dist", "mlango");
const client = join(root, "dist", "client");
// Deployed, files are answered before the worker. The local runtime would put a router in JavaScript in front of every
// request for that, which halves the speed of all of them; here the worker reads the folder itself.
const { assets: _routed, ...workerOptions } = unstable_getMiniflareWorkerOptions(
  join(built, "wrangler.json"),
).workerOptions;
const module = (name: string, contents: string) => ({
  type: "ESModule" as const,
  path: join(built, name),
  contents,
});
const modules = readdirSync(built, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .sort((left, right) => Number(right === "index.js") - Number(left === "index.js"))
  .map((name) => module(name, readFileSync(join(built, name), "utf8")));
if (options.hopMs !== undefined) modules.unshift(...delaying(options.hopMs));
if (options.tellsQueue) modules.unshift(telling());

/** What begins a line of the log that is a message of a queue. */
function telling(): (typeof modules)[number] {
  return module(
    "telling-worker.js",
    `import built from "./index.js";
export * from "./index.js";
export default { ...built, queue(batch, env, context) {
  for (const { body } of batch.messages) console.log("queue " + JSON.stringify(body));
  return built.queue(batch, env, context);
} };`,
  );
}

/** The first module is the worker: this one hands on what the built one exports. */
function delaying(hopMs: number): typeof modules {
  const { bindings }: { bindings: { class_name: string }[] } = JSON.parse(
    readFileSync(join(built, "wrangler.json"), "utf8"),
  ).durable_objects;
  const classes = bindings.map(({ class_name }) => class_name).join(", ");
  const hops = readFileSync(join(root, "tests", "bench", "delayed-hops.ts"), "utf8");
  const front = `import * as built from "./index.js";
import { delayHops } from "./delayed-hops.js";
const far = delayHops(built, ${hopMs});
export default far.default;
export const { ${classes} } = far;`;
  return [module("delayed-worker.js", front), module("delayed-hops.js", stripTypeScriptTypes(hops))];
}

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: options.port,
    cf: false,
    resourcePersistencePath: options.stateDir,
    unsafeTriggerHandlers: true,
    telemetry: { enabled: false },
    workers: [
      {
        ...workerOptions,
        name: "mlango",
        rootPath: built,
        modulesRoot: built,
        modules,
        serviceBindings: { ASSETS: { disk: { path: client, writable: false } } },
        bindings: { ...(workerOptions.bindings as Record<string, string>), ...options.vars },
      },
    ],
  }),
);

const origin = await miniflare.ready;
let isAtIt = false;
const cron = setInterval(async () => {
  // A moved clock rings faster than a busy machine is done.
  if (isAtIt) return;
  isAtIt = true;
  await minute().catch((cause: unknown) => console.error("cron", cause));
  isAtIt = false;
}, options.cronMs);

/** What a provider's object does at its alarm, once in a minute of the real clock, comes as often as the cron: each is overdue. */
async function minute(): Promise<void> {
  if (options.cronMs < 60_000) {
    const database = await miniflare.getD1Database("DB");
    // By so little that no watch takes them for lost.
    const at = Date.now() - 1_000;
    await database.exec(
      `INSERT OR REPLACE INTO provider_alarms (provider_id, wake_at) SELECT id, ${at} FROM providers UNION SELECT 'platform', ${at}`,
    );
  }
  await fetch(new URL("/cdn-cgi/local/scheduled?cron=*+*+*+*+*", origin));
}
process.once("SIGTERM", () => {
  clearInterval(cron);
  void miniflare.dispose().then(() => process.exit(0));
});
console.log(JSON.stringify({ ready: true, origin: origin.origin, port: Number(origin.port) }));
