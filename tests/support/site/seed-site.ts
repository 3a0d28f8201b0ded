import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, makeContext } from "#worker/context";
import type { Env } from "#worker/env";
import { addGateway } from "#worker/features/gateways/index";
import { seedTwoProviders, type TwoProviders } from "../../seed/two-providers.ts";
import { migrate, openDatabase } from "./open-database.ts";
import type { SiteSecrets } from "./settings.ts";

/** The worker's environment as far as use cases need it outside the worker: database, vars and secrets. */
function environment(d1: D1Database, vars: Record<string, string>): Env {
  return { DB: d1, ...vars } as unknown as Env;
}

/** The demo provider collects for its till through the platform's app; the other one by its own pay bill. */
async function addGateways(
  ctx: Context,
  { demo, savanna }: TwoProviders,
  secrets: SiteSecrets,
): Promise<void> {
  const common = {
    routerId: null,
    type: "mpesa",
    isActive: true,
    environment: "sandbox",
    verifiedAt: null,
    createdAt: ctx.now(),
    archivedAt: null,
  } as const;
  const own = { id: crypto.randomUUID(), providerId: demo.id, useAutoApi: true, accountNumber: secrets.till };
  await ctx.platform.run(addGateway(ctx, { ...common, ...own }, null));
  const { shortCode, consumerKey, consumerSecret, passkey } = secrets.savannaApp;
  const other = {
    id: crypto.randomUUID(),
    providerId: savanna.id,
    useAutoApi: false,
    accountNumber: shortCode,
  };
  await ctx.platform.run(addGateway(ctx, { ...common, ...other }, { consumerKey, consumerSecret, passkey }));
}

/**
 * Brings the database of a site up to date, and fills it the first time: two providers and an operator.
 */
export async function prepareDatabase(options: {
  dir: string;
  vars: Record<string, string>;
  secrets: SiteSecrets;
  routerPort: number;
}): Promise<TwoProviders> {
  const { dir, vars, secrets, routerPort } = options;
  const { d1, close } = await openDatabase(join(dir, "state"));
  try {
    await migrate(d1);
    const ctx = makeContext(environment(d1, vars));
    const path = join(dir, "seeded.json");
    if (existsSync(path)) {
      const seeded: TwoProviders = JSON.parse(readFileSync(path, "utf8"));
      const router = seeded.demo.routers[0];
      // The router may listen on another port than last time.
      if (router)
        await d1.prepare("UPDATE routers SET port = ?1 WHERE id = ?2").bind(routerPort, router.id).run();
      return seeded;
    }
    const place = { host: "127.0.0.1", port: routerPort, bridgeId: null, ...secrets.router };
    const nowhere = { ...place, host: "192.0.2.1", port: 8728 };
    const providers = await seedTwoProviders(ctx, secrets.passwords, {
      routerPlace: (name) => (name === "Main Gate" ? place : name === "Savanna Lodge" ? nowhere : null),
    });
    await addGateways(ctx, providers, secrets);
    writeFileSync(path, JSON.stringify(providers, null, 2), { mode: 0o600 });
    return providers;
  } finally {
    await close();
  }
}
