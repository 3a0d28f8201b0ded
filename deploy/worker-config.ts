import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.ts";
import { root } from "./settings.ts";

const built = join(root, "dist", "mlango");

/** Where the configuration of a deployment lies after `writeConfig`, for every later call of wrangler. */
export function configPath(environment: Place["environment"]): string {
  return join(built, `wrangler.${environment}.json`);
}

type Built = {
  vars: Record<string, string>;
  d1_databases: { binding: string }[];
  queues: { producers: object[]; consumers: { queue: string; dead_letter_queue?: string }[] };
};

/** What Vite built, with the names, addresses and settings of one deployment in place of those of this machine. */
export function writeConfig(place: Place, databaseId: string): void {
  const config: Built = JSON.parse(readFileSync(join(built, "wrangler.json"), "utf8"));
  const { domain, zone, queues, settings } = place;
  const { MAIN_ORIGIN: _local, ...vars } = config.vars;
  const names: Record<string, string> = { callbacks: queues.callbacks, "callbacks-dead": queues.dead };
  const named = (name: string) => names[name] ?? name;
  writeFileSync(
    configPath(place.environment),
    JSON.stringify({
      ...config,
      name: place.worker,
      account_id: place.accountId,
      workers_dev: false,
      preview_urls: false,
      vars: { ...vars, ...settings.vars() },
      d1_databases: config.d1_databases.map((one) => ({
        ...one,
        database_name: place.database,
        database_id: databaseId,
      })),
      queues: {
        producers: config.queues.producers.map((one) => ({ ...one, queue: queues.callbacks })),
        consumers: config.queues.consumers.map((one) => ({
          ...one,
          queue: named(one.queue),
          ...(one.dead_letter_queue ? { dead_letter_queue: named(one.dead_letter_queue) } : {}),
        })),
      },
      routes: [`${domain}/*`, `*.${domain}/*`].map((pattern) => ({ pattern, zone_id: zone.id })),
    }),
  );
}
