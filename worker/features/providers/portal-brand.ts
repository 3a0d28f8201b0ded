import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { PortalBrand } from "../../contract/portal.ts";
import { providers } from "../../db/schema/platform.ts";

/** How the portal looks where no provider is known, and wherever a provider has not chosen. */
const platformBrand: PortalBrand = {
  companyName: "Mlango WiFi",
  subdomain: null,
  logoUrl: null,
  headerColor: "#3B82F6",
  welcomeMessage: "Choose a plan and be online in seconds.",
  supportPhone: null,
  supportEmail: null,
};

/**
 * What a provider set for its portal, shown on its own subdomain; elsewhere the platform's name stands, with the
 * provider's support contacts.
 */
export async function portalBrand(
  ctx: Context,
  providerId: string | null,
  onMain: boolean,
): Promise<PortalBrand> {
  if (providerId === null) return platformBrand;
  const [provider] = await ctx.platform.select(providers, { where: eq(providers.id, providerId), limit: 1 });
  if (!provider) return platformBrand;
  const own = provider.captivePortalSettings;
  const contacts = {
    supportPhone: own.supportPhone || provider.phone || null,
    supportEmail: own.supportEmail || provider.email || null,
  };
  if (onMain) return { ...platformBrand, ...contacts };
  return {
    companyName: own.companyName || provider.businessName,
    subdomain: provider.subdomain,
    logoUrl: own.logoUrl || null,
    headerColor: own.headerColor || platformBrand.headerColor,
    welcomeMessage: own.welcomeMessage || platformBrand.welcomeMessage,
    ...contacts,
  };
}
