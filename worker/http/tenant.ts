import type { Context } from "../context.ts";
import { hostMeaning, readsAsRouterId } from "../contract/values/host.ts";
import { providerAt } from "../db/directory.ts";
import type { ProviderFound, RouterFound } from "../db/lookup.ts";
import { type AppError, refuse } from "../errors.ts";
import { VersionCache } from "../version-cache.ts";

/** Whom a request concerns: the platform itself, or one provider and perhaps one of its routers. */
export type Tenant = {
  /** True on the main domain, whether or not a router id selected a provider. */
  onMain: boolean;
  /** On the host of MAIN_ORIGIN alone, where operators sign in: not on localhost, an IP address or another name. */
  isMainHost: boolean;
  provider: ProviderFound | null;
  router: RouterFound | null;
};

/** Where a provider's portal and console are, without a slash at the end. */
export const providerOrigin = ({ settings }: Context, subdomain: string): string =>
  settings.MAIN_ORIGIN.replace("//", `//${subdomain}.`);

const providers = new VersionCache<ProviderFound | undefined>();
const routers = new VersionCache<RouterFound | undefined>();

/**
 * The router id is the `routerId` parameter, else a host label (docs/behaviour/visitor-portal.md, VP-18). On the main
 * domain it selects the router's provider; on a provider's host a foreign router counts as none.
 */
export async function resolveTenant(
  ctx: Context,
  url: URL,
  routerIdParameter: string | undefined,
): Promise<Tenant> {
  const meaning = hostMeaning(url.hostname, ctx.settings.mainHost);
  const asked =
    routerIdParameter?.toLowerCase() || (meaning.kind === "router" ? meaning.routerId : undefined);
  const routerId = asked && readsAsRouterId(asked) ? asked : undefined;
  const router = routerId
    ? await routers.get(ctx, routerId, () => ctx.lookup.routerById(routerId))
    : undefined;
  const isMainHost = url.hostname.toLowerCase() === ctx.settings.mainHost;
  if (meaning.kind === "nowhere") throw noSite();
  if (meaning.kind === "provider") {
    const provider = await providerByHost(ctx, meaning.subdomain);
    if (!provider) throw noSite();
    return {
      onMain: false,
      isMainHost,
      provider,
      router: router?.providerId === provider.id ? router : null,
    };
  }
  const ownerId = router?.providerId;
  if (!router || !ownerId) return { onMain: true, isMainHost, provider: null, router: null };
  const provider = await providers.get(ctx, `id ${ownerId}`, () => ctx.lookup.providerById(ownerId));
  return { onMain: true, isMainHost, provider: provider ?? null, router: provider ? router : null };
}

/** The provider whose own host a request came to; null on the main domain. @throws AppError not_found for a host without one */
export async function hostOwner(ctx: Context, { hostname }: URL): Promise<string | null> {
  const meaning = hostMeaning(hostname, ctx.settings.mainHost);
  if (meaning.kind === "main" || meaning.kind === "router") return null;
  const found =
    meaning.kind === "provider"
      ? await providerAt(ctx.platform, { subdomain: meaning.subdomain }, ctx.now())
      : null;
  if (!found) throw noSite();
  return found.providerId;
}

/** At the entry the directory knows it, which each forwarded request has asked. */
async function providerByHost(ctx: Context, subdomain: string): Promise<ProviderFound | null> {
  if (ctx.atProvider === null) {
    const found = await providerAt(ctx.platform, { subdomain }, ctx.now());
    if (!found) return null;
    const { providerId: id, status, suspendedFor } = found;
    return { id, subdomain, status, suspendedFor };
  }
  return (await providers.get(ctx, subdomain, () => ctx.lookup.providerByHost(subdomain))) ?? null;
}

function noSite(): AppError {
  return refuse("not_found", "no_provider_here");
}
