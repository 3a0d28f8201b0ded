import { eq } from "drizzle-orm";
import type { Context, PlatformRows } from "../../context.ts";
import type { ProviderProfile } from "../../contract/branding.ts";
import type { PortalBrand } from "../../contract/portal.ts";
import { portalLook } from "../../contract/values/portal-look.ts";
import { providers } from "../../db/schema/platform.ts";
import { VersionCache } from "../../version-cache.ts";
import { asksOffersIn, generalSettings, usableSettings } from "./settings.ts";

export type Branding = {
  brand: PortalBrand;
  owner: { businessName: string; subdomain: string } | null;
  asksOffers: boolean;
};

const kept = new VersionCache<Branding>();

/** The look for visitors. */
export function portalBrand(ctx: Context, providerId: string | null, onMain: boolean): Promise<Branding> {
  return kept.get(ctx, `${providerId} ${onMain}`, () => readBrand(ctx, providerId, onMain));
}

/**
 * What a provider set on its own subdomain; elsewhere the general settings, with its support contacts.
 * @param rows the platform's, where the provider's object can't be asked
 */
export async function readBrand(
  ctx: Context,
  providerId: string | null,
  onMain: boolean,
  rows: PlatformRows = providerId === null ? ctx.platform : ctx.snapshot(providerId),
): Promise<Branding> {
  const provider = providerId === null ? undefined : await providerById(rows, providerId);
  if (!provider || onMain) {
    const general = await generalSettings(rows);
    const contacts = provider ? contactsOf(provider) : {};
    const brand = { ...general, ...contacts, subdomain: null };
    const asksOffers = provider !== undefined && asksOffersIn(provider.captivePortalSettings);
    return { brand, owner: provider ? ownerOf(provider) : null, asksOffers };
  }
  const look = portalLook(usableSettings(provider.captivePortalSettings), provider);
  const brand = { ...look, subdomain: provider.subdomain };
  return { brand, owner: ownerOf(provider), asksOffers: asksOffersIn(provider.captivePortalSettings) };
}

const ownerOf = ({ businessName, subdomain }: ProviderRow) => ({ businessName, subdomain });

type ProviderRow = typeof providers.$inferSelect;

async function providerById(rows: PlatformRows, id: string): Promise<ProviderRow | undefined> {
  const [row] = await rows.select(providers, { where: eq(providers.id, id), limit: 1 });
  return row;
}

function contactsOf({ captivePortalSettings, phone, email }: ProviderRow) {
  const { supportPhone = phone, supportEmail = email } = usableSettings(captivePortalSettings);
  return { supportPhone, supportEmail };
}

const isSubdomain = (text: string) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);

/** Null for a name that no provider has, or that none could have. Nothing but what every visitor of its portal sees. */
export async function providerProfile(ctx: Context, subdomain: string): Promise<ProviderProfile | null> {
  if (!isSubdomain(subdomain)) return null;
  const [row] = await ctx.platform.select(providers, { where: eq(providers.subdomain, subdomain), limit: 1 });
  if (!row) return null;
  const { id, businessName, phone, email } = row;
  const captivePortalSettings = usableSettings(row.captivePortalSettings);
  return { id, subdomain: row.subdomain, businessName, phone, email, captivePortalSettings };
}
