import * as branding from "../../contract/branding.ts";
import { patchProvider } from "../../contract/providers.ts";
import { refuse } from "../../errors.ts";
import { type App, type Call, route } from "../../http/route.ts";
import { only, providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { providerById } from "../providers/index.ts";
import { type Branding, portalBrand, providerProfile, readBrand } from "./portal-brand.ts";
import { saveGeneralSettings, saveSettings } from "./save-settings.ts";
import { generalSettings } from "./settings.ts";
import { keepTheme, themeOf } from "./theme.ts";

export function mountBranding(app: App): void {
  route(app, branding.getSettings, async (call) => {
    const { brand, owner } = await brandingFor(call);
    const { subdomain: _, ...settings } = brand;
    return { settings, provider: owner };
  });

  route(app, branding.saveSettings, async ({ ctx, caller, body }) => {
    const admin = providerOf(caller);
    const { providerId } = admin;
    await saveSettings(ctx, { providerId, input: body, actor: actorOf(admin) });
    const { brand, owner } = await readBrand(ctx, providerId, false);
    if (!owner) throw refuse("not_found", "provider_gone");
    const { subdomain: _, ...settings } = brand;
    return { settings, provider: owner };
  });

  route(app, patchProvider, async ({ ctx, caller, params: { id }, body }) => {
    await providerById(ctx, id);
    const actor = { ...actorOf(caller), providerId: id };
    await saveSettings(ctx, { providerId: id, input: body.captivePortalSettings, actor });
    return providerById(ctx, id);
  });

  route(app, branding.getProvider, async ({ ctx, tenant, params }) => {
    const subdomain = params.subdomain.toLowerCase();
    const isHere = tenant.onMain || tenant.provider?.subdomain === subdomain;
    const profile = isHere ? await providerProfile(ctx, subdomain) : null;
    if (!profile) throw refuse("not_found", "no_provider_named");
    return profile;
  });

  route(app, branding.getGeneralSettings, async ({ ctx }) => ({
    settings: await generalSettings(ctx.platform),
  }));

  route(app, branding.saveGeneralSettings, async ({ ctx, caller, body }) => {
    await saveGeneralSettings(ctx, { input: body, actor: actorOf(caller) });
    return { settings: await generalSettings(ctx.platform) };
  });

  route(app, branding.getTheme, async ({ ctx, caller }) => ({
    theme: await themeOf(ctx, only(caller, "platform").adminId),
  }));

  route(app, branding.saveTheme, async ({ ctx, caller, body: { theme } }) => {
    await keepTheme(ctx, actorOf(caller), only(caller, "platform").adminId, theme);
    return { theme };
  });
}

/** An admin looks at what they set, wherever they signed in, and at once; a visitor at the portal of this host. */
function brandingFor({ ctx, caller, tenant, query }: Call<typeof branding.getSettings>): Promise<Branding> {
  if (caller.kind === "provider" && !query.routerId) return readBrand(ctx, caller.providerId, false);
  return portalBrand(ctx, tenant.provider?.id ?? null, tenant.onMain);
}
