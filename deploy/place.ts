import type Cloudflare from "cloudflare";
import type { AcceptedNames } from "./accepted-names.ts";
import type { SettingsFile } from "./settings.ts";

export type Environment = "production" | "staging";

/** What one deployment goes to. Everything it makes is found again by these names, so that a second run makes nothing twice. */
export type Place = {
  environment: Environment;
  api: Cloudflare;
  accountId: string;
  zone: { id: string; name: string };
  /** Of the platform itself; providers are its subdomains. */
  domain: string;
  worker: string;
  database: string;
  queues: { callbacks: string; dead: string };
  settings: SettingsFile;
  /** Id of the deployed root secret that is given up for good, typed by a person; null = none. */
  forgottenRoot: string | null;
  /** What a person said yes to though it is asked about. */
  accepted: ReadonlySet<Accepted>;
  /** Names that the worker may answer though something else stands there. */
  acceptedNames: AcceptedNames;
};

/**
 * `website`: the worker takes over names that answer something else. `rules`: rules of the zone turn none of those away who ask the worker.
 * `no-mail`: letters wait. `no-backup`: what Cloudflare loses is lost.
 */
export const acceptable = ["website", "rules", "no-mail", "no-backup"] as const;
export type Accepted = (typeof acceptable)[number];

export function namesOf(environment: Environment): Pick<Place, "worker" | "database" | "queues"> {
  const suffix = environment === "production" ? "" : `-${environment}`;
  return {
    worker: `mlango${suffix}`,
    database: `mlango${suffix}`,
    queues: { callbacks: `callbacks${suffix}`, dead: `callbacks-dead${suffix}` },
  };
}

/** One part of a deployment: what stands, or what has to be made and how. Looking changes nothing. */
export type Step = {
  name: string;
  /** The right of the token that it needs, as Cloudflare's token page names it. */
  right: string;
  /** @throws Refused where only a person can go on */
  look(place: Place): Promise<Found>;
};
export type Found = { stands: string } | { make: string; run(): Promise<void> };
