import Cloudflare from "cloudflare";
import { checkSettings, secretSettings } from "../../worker/env.ts";
import { halfGiven } from "../complete.ts";
import type { Found, Place, Step } from "../place.ts";
import { Refused } from "../refused.ts";
import { madeUpSecret, type Values } from "../settings.ts";
import { checkRootSecret } from "./root-secret.ts";
import { askDatabase } from "./storage.ts";

/** Secrets of the worker as it runs; none before its first version. */
export async function deployedSecrets({ api, accountId, worker }: Place): Promise<Set<string>> {
  const names = new Set<string>();
  try {
    for await (const { name } of api.workers.scripts.secrets.list(worker, { account_id: accountId }))
      if (name) names.add(name);
  } catch (cause) {
    if (!(cause instanceof Cloudflare.NotFoundError)) throw cause;
  }
  return names;
}

/** The two secrets that a platform cannot lose are made up once and kept on this machine before anything is sealed by them. */
export const secretsStep: Step = {
  name: "Settings",
  right: "Account → Workers Scripts → Edit",
  async look(place): Promise<Found> {
    const { settings } = place;
    const there = await deployedSecrets(place);
    const missing = (["ROOT_SECRET", "NAME_SECRET"] as const).filter(
      (name) => !there.has(name) && !settings.values[name],
    );
    if (missing.length > 0 && (await hasProviders(place)))
      throw new Refused(
        `The database holds providers, and ${missing.join(" and ")} of this deployment is gone from the worker. Put the value from your copy of ${settings.shownPath} back into that file: with another one nothing would be found or opened again.`,
      );
    const origin = `https://${place.domain}`;
    const madeUp: Values = Object.fromEntries(missing.map((name) => [name, madeUpSecret()]));
    const given = new Set([...there, ...Object.keys(settings.values)]);
    const faults = [
      ...halfGiven(given),
      ...productionInStaging(place),
      ...checkSettings(withPlaceholders({ MAIN_ORIGIN: origin, ...settings.values, ...madeUp }, there)),
    ];
    if (faults.length > 0) throw new Refused(`${settings.shownPath}: ${faults.join(" ")}`);
    await checkRootSecret(place);
    const names = Object.keys(settings.values).filter((name) => name !== "MAIN_ORIGIN");
    if (missing.length === 0 && settings.values.MAIN_ORIGIN === origin)
      return { stands: `${settings.shownPath}: ${names.join(", ") || "nothing but the domain"}` };
    return {
      make: [`${settings.shownPath} with MAIN_ORIGIN`, ...missing].join(", "),
      run: () => Promise.resolve(settings.add({ MAIN_ORIGIN: origin, ...madeUp })),
    };
  },
};

/** A test that collects real money would be a platform that does not know of it. */
function productionInStaging({ environment, settings }: Place): string[] {
  if (environment !== "staging") return [];
  const real = (["PLATFORM_MPESA_ENVIRONMENT", "PLATFORM_AIRTEL_ENVIRONMENT"] as const).filter(
    (name) => settings.values[name] === "production",
  );
  return real.map((name) => `${name} is production: staging takes sandbox apps alone.`);
}

/** Values of secrets that stand in the worker alone cannot be read; they were checked when they were sent. */
function withPlaceholders(values: Values, there: ReadonlySet<string>): Values {
  const unseen = secretSettings.filter(
    (name) => there.has(name) && !values[name] && /^(ROOT|NAME)_SECRET$/.test(name),
  );
  return { ...values, ...Object.fromEntries(unseen.map((name) => [name, madeUpSecret()])) };
}

async function hasProviders(place: Place): Promise<boolean> {
  const has = async (sql: string) => (await askDatabase(place, sql)).length > 0;
  const isMigrated = await has("SELECT 1 FROM sqlite_master WHERE name = 'providers'");
  return isMigrated && (await has("SELECT 1 FROM providers LIMIT 1"));
}
