import Cloudflare from "cloudflare";
import { AcceptedNames } from "./accepted-names.ts";
import { type Environment, namesOf, type Place } from "./place.ts";
import { Refused } from "./refused.ts";
import type { SettingsFile } from "./settings.ts";

/**
 * Account, zone and domain, as far as they can be found out: the domain is the one that was told, else the one of the last
 * deployment, else the only zone of the token.
 *
 * @throws Refused
 */
export async function findPlace(
  api: Cloudflare,
  environment: Environment,
  settings: SettingsFile,
  told: string | undefined,
): Promise<Omit<Place, "forgottenRoot" | "accepted">> {
  await checkToken(api);
  const known = settings.values.MAIN_ORIGIN && new URL(settings.values.MAIN_ORIGIN).hostname;
  if (told && known && told !== known)
    throw new Refused(
      `This deployment lives at ${known}. Routers, links and callback addresses hold that name: remove MAIN_ORIGIN from ${settings.shownPath} first if you really move it to ${told}.`,
    );
  const domain = told ?? known ?? (await onlyDomain(api, environment));
  if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(domain))
    throw new Refused(`"${domain}" is no domain. It looks like mlango.example, in small letters.`);
  const zone = await zoneOf(api, domain);
  const acceptedNames = new AcceptedNames(settings.path);
  return { environment, api, ...zone, domain, ...namesOf(environment), settings, acceptedNames };
}

/** A token is a person's or an account's; Cloudflare asks about each at an address of its own. */
async function checkToken(api: Cloudflare): Promise<void> {
  const status = (await personsToken(api)) ?? (await accountsToken(api));
  if (status === null)
    throw new Refused(
      'Cloudflare does not know the API token, or it may see no domain. Copy it once more, or make a new one (docs/deploy.md, "The token").',
    );
  if (status !== "active")
    throw new Refused(`The API token is ${status}. Make a new one (docs/deploy.md, "The token").`);
}

async function personsToken(api: Cloudflare): Promise<string | null> {
  return ofKnown(async () => (await api.user.tokens.verify()).status);
}

/** Whose it is says the account of any domain that it sees. */
async function accountsToken(api: Cloudflare): Promise<string | null> {
  return ofKnown(async () => {
    for await (const { account } of api.zones.list())
      if (account.id) return (await api.accounts.tokens.verify({ account_id: account.id })).status;
    return null;
  });
}

/** Null where Cloudflare refuses the token. @throws what else goes wrong */
async function ofKnown<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (cause) {
    const isRefused =
      cause instanceof Cloudflare.AuthenticationError || cause instanceof Cloudflare.PermissionDeniedError;
    if (isRefused || cause instanceof Cloudflare.BadRequestError) return null;
    throw cause;
  }
}

async function onlyDomain(api: Cloudflare, environment: Environment): Promise<string> {
  const names: string[] = [];
  for await (const { name } of api.zones.list()) names.push(name);
  const [only] = names;
  if (only && names.length === 1) return environment === "production" ? only : `${environment}.${only}`;
  throw new Refused(
    names.length === 0
      ? "The token sees no domain. Add yours to Cloudflare first, and give the token Zone → Zone → Read for it."
      : `The token sees ${names.length} domains. Say which: --domain ${names.join(" or --domain ")}`,
  );
}

async function zoneOf(api: Cloudflare, domain: string): Promise<Pick<Place, "accountId" | "zone">> {
  const labels = domain.split(".");
  for (let from = 0; from < labels.length - 1; from += 1) {
    const name = labels.slice(from).join(".");
    for await (const zone of api.zones.list({ name })) {
      if (zone.name !== name) continue;
      if (zone.status !== "active")
        throw new Refused(
          `${name} is ${zone.status} at Cloudflare. Point its name servers to ${(zone.name_servers ?? []).join(" and ")} at your registrar, and wait until Cloudflare says it is active.`,
        );
      if (!zone.account.id) throw new Refused(`Cloudflare names no account for ${name}.`);
      return { accountId: zone.account.id, zone: { id: zone.id, name } };
    }
  }
  throw new Refused(
    `No domain of this token's account has ${domain} in it. Add the domain to Cloudflare, or give the token Zone → Zone → Read for it.`,
  );
}
