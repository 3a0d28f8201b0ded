import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { parseDevice, type Subject } from "../../contract/values/subject.ts";
import type { ProviderFound, RouterFound } from "../../db/lookup.ts";
import { AppError, refuse } from "../../errors.ts";
import { resolveTenant, type Tenant } from "../../http/tenant.ts";

/** Where a visitor buys or redeems: checked afresh, because money and access depend on it. */
export type Sale = { providerId: string; router: RouterFound; subject: Subject | null };

const notHere = say("join_wifi");

type Asked = { routerId?: string | undefined; macAddress?: string | undefined };

/** Refuses an unknown or foreign router, a suspended provider or router, a device address that is none. */
export async function routerForSale(ctx: Context, url: URL, tenant: Tenant, input: Asked): Promise<Sale> {
  const { provider, ...sale } = await routerOf(ctx, url, tenant, input);
  if (provider.status !== "active") throw refuse("refused", "provider_closed");
  if (sale.router.status !== "active") throw refuse("refused", "hotspot_closed");
  return sale;
}

/** The same for what is paid already: whoever sells nothing any more still serves what was sold. */
export async function routerOf(
  ctx: Context,
  url: URL,
  tenant: Tenant,
  input: Asked,
): Promise<Sale & { provider: ProviderFound }> {
  const subject = input.macAddress === undefined ? null : parseDevice(input.macAddress);
  if (subject === undefined) throw refuse("invalid", "not_a_device");
  const asked = input.routerId ? await resolveTenant(ctx, url, input.routerId) : tenant;
  const providerId = asked.provider?.id ?? null;
  if (!providerId) throw new AppError("not_found", notHere);
  if (input.routerId && !asked.router) throw refuse("not_found", "foreign_hotspot_join");
  // A provider with a single router needs no router id in the address.
  const routerId = asked.router?.id ?? (await ctx.lookup.onlyRouter(providerId));
  if (!routerId) throw new AppError("not_found", notHere);
  const { router, provider } = await ctx.lookup.saleAt(routerId, providerId);
  if (!router || !provider || router.providerId !== providerId) throw new AppError("not_found", notHere);
  return { providerId, router, subject, provider };
}
