import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { platformBooks } from "#contract/values/platform-books";
import { type Context, makeContext } from "#worker/context";
import type { Env } from "#worker/env";
import { copyToPlatform } from "#worker/features/copies/index";
import { airtelCallbackUrl } from "#worker/features/gateways/airtel";
import { type SeededAd, seedDemoAds, seedDemoLook } from "../../seed/demo-ads.ts";
import { seedAirtel, seedBilling } from "../../seed/demo-money.ts";
import { seedGateways, seedTwoProviders, type TwoProviders } from "../../seed/two-providers.ts";
import { migrate, openDatabase, type SiteDatabases } from "./open-database.ts";
import type { SiteSecrets } from "./settings.ts";

/** The worker's environment as far as use cases need it outside the worker: database, vars and secrets. */
function environment({ d1, providers }: SiteDatabases, vars: Record<string, string>): Env {
  return { DB: d1, PROVIDER: providers, ...vars } as unknown as Env;
}

type Preparation = {
  dir: string;
  vars: Record<string, string>;
  secrets: SiteSecrets;
  routerPort: number;
  fill?: ((databases: SiteDatabases, seeded: TwoProviders) => Promise<void>) | undefined;
  /** With the demonstration's advertisements, and the look of its provider. */
  ads?: boolean | undefined;
  /** The demo provider collects Airtel Money, whatever its simulator does. */
  airtel?: object | undefined;
  /** The demo provider is billed, and there is a switch. */
  billing?: boolean | undefined;
};
type Prepared = { seeded: TwoProviders; ads: SeededAd[]; airtelCallbackUrl: string };

/** Brings the database of a site up to date, and fills it the first time: two providers and an operator. */
export async function prepareDatabase(options: Preparation): Promise<Prepared> {
  const { dir, vars, secrets, routerPort, fill } = options;
  const databases = await openDatabase(join(dir, "state"));
  const { d1 } = databases;
  try {
    await migrate(d1);
    const ctx = makeContext(environment(databases, vars));
    const path = join(dir, "seeded.json");
    const complete = async (seeded: TwoProviders) => {
      if (options.airtel) await seedAirtel(ctx, seeded.demo, secrets.airtelApp.merchantCode);
      if (options.billing) await seedBilling(ctx, seeded, secrets.platformApp.shortCode);
      return {
        seeded,
        ads: options.ads ? await adsOnce(ctx, dir, seeded) : [],
        airtelCallbackUrl: airtelCallbackUrl(ctx, "sandbox", secrets.airtelApp.clientId),
      };
    };
    if (existsSync(path)) {
      const seeded: TwoProviders = JSON.parse(readFileSync(path, "utf8"));
      const router = seeded.demo.routers[0];
      // The router may listen on another port than last time.
      if (router)
        await d1.prepare("UPDATE routers SET port = ?1 WHERE id = ?2").bind(routerPort, router.id).run();
      return await complete(seeded);
    }
    const place = { host: "127.0.0.1", port: routerPort, bridgeId: null, ...secrets.router };
    const nowhere = { ...place, host: "192.0.2.1", port: 8728 };
    const providers = await seedTwoProviders(ctx, secrets.passwords, {
      routerPlace: (name) => (name === "Main Gate" ? place : name === "Savanna Lodge" ? nowhere : null),
    });
    await seedGateways(ctx, providers, { till: secrets.till, app: secrets.savannaApp });
    await fill?.(databases, providers);
    // As the first minute of the worker, so that the operator has it from the beginning.
    for (const id of [providers.demo.id, providers.savanna.id, platformBooks]) await copyToPlatform(ctx, id);
    writeFileSync(path, JSON.stringify(providers, null, 2), { mode: 0o600 });
    return await complete(providers);
  } finally {
    await databases.close();
  }
}

/** A site from before there were advertisements gets them with its next start. */
async function adsOnce(ctx: Context, dir: string, { demo }: TwoProviders): Promise<SeededAd[]> {
  const path = join(dir, "ads.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  await seedDemoLook(ctx, demo.id);
  const ads = await seedDemoAds(ctx);
  writeFileSync(path, JSON.stringify(ads, null, 2));
  return ads;
}
