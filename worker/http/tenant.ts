import type { Context } from "../context.ts";
import { hostMeaning, readsAsRouterId } from "../contract/values/host.ts";
import type { ProviderFound, RouterFound } from "../db/lookup.ts";
import { AppError } from "../errors.ts";

/** Whom a request concerns: the platform itself, or one provider and perhaps one of its routers. */
export type Tenant = {
  /** True on the main domain, whether or not a router id selected a provider. */
  onMain: boolean;
  provider: ProviderFound | null;
  router: RouterFound | null;
};

type Kept<T> = { value: T; until: number };
const keptMs = 3_000;
const providers = new Map<string, Kept<ProviderFound | undefined>>();
const routers = new Map<string, Kept<RouterFound | undefined>>();

/** A few seconds per isolate, so that a crowd at one portal costs one read; money paths read afresh. */
async function kept<T>(
  map: Map<string, Kept<T>>,
  key: string,
  now: number,
  read: () => Promise<T>,
): Promise<T> {
  const known = map.get(key);
  if (known && known.until > now) return known.value;
  const value = await read();
  if (map.size > 2_000) map.clear();
  map.set(key, { value, until: now + keptMs });
  return value;
}

/**
 * Resolves the tenant from the host. The router id comes, in the specification's order, from the `routerId` parameter,
 * else from a host label that reads as one; the page's scripts put what the browser had stored into the parameter.
 * On the main domain a router id selects the router's provider; on a provider's host a router of another provider
 * counts as none.
 */
export async function resolveTenant(
  ctx: Context,
  url: URL,
  routerIdParameter: string | undefined,
): Promise<Tenant> {
  const meaning = hostMeaning(url.hostname, ctx.settings.mainHost);
  const now = ctx.now();
  const asked =
    routerIdParameter?.toLowerCase() || (meaning.kind === "router" ? meaning.routerId : undefined);
  const routerId = asked && readsAsRouterId(asked) ? asked : undefined;
  const router = routerId
    ? await kept(routers, routerId, now, () => ctx.lookup.routerById(routerId))
    : undefined;
  if (meaning.kind === "provider") {
    const provider = await kept(providers, meaning.subdomain, now, () =>
      ctx.lookup.providerByHost(meaning.subdomain),
    );
    if (!provider)
      throw new AppError("not_found", "There is no provider at this address. Check the name of your WiFi.");
    return { onMain: false, provider, router: router?.providerId === provider.id ? router : null };
  }
  const ownerId = router?.providerId;
  if (!router || !ownerId) return { onMain: true, provider: null, router: null };
  const provider = await kept(providers, `id ${ownerId}`, now, () => ctx.lookup.providerById(ownerId));
  return { onMain: true, provider: provider ?? null, router: provider ? router : null };
}
