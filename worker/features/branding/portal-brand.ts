import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { type Settings, settingsDefaults } from "../../contract/branding.ts";
import type { PortalBrand } from "../../contract/portal.ts";
import { platformSettings, providers } from "../../db/schema/platform.ts";

/** How the portal looks where no provider decides: what the operator set, and defaults. */
export async function generalSettings(ctx: Context): Promise<Settings> {
  const [row] = await ctx.platform.select(platformSettings, {
    where: eq(platformSettings.name, "portal"),
    limit: 1,
  });
  return { ...settingsDefaults, ...withoutEmpty(row?.value ?? {}) };
}

/**
 * What a provider set for its portal, shown on its own subdomain; elsewhere the general settings stand, with the
 * provider's support contacts.
 */
export async function portalBrand(
  ctx: Context,
  providerId: string | null,
  onMain: boolean,
): Promise<PortalBrand> {
  const general = await generalSettings(ctx);
  if (providerId === null) return { ...general, subdomain: null };
  const [provider] = await ctx.platform.select(providers, { where: eq(providers.id, providerId), limit: 1 });
  if (!provider) return { ...general, subdomain: null };
  const own = withoutEmpty(provider.captivePortalSettings);
  const contacts = {
    supportPhone: own.supportPhone || provider.phone,
    supportEmail: own.supportEmail || provider.email,
  };
  if (onMain) return { ...general, ...contacts, subdomain: null };
  return {
    ...settingsDefaults,
    companyName: provider.businessName,
    ...own,
    ...contacts,
    subdomain: provider.subdomain,
  };
}

/** An emptied field falls back like one that was never set. */
function withoutEmpty(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));
}
