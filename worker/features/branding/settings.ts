import { eq } from "drizzle-orm";
import type { PlatformRows } from "../../context.ts";
import { Settings, settingsDefaults } from "../../contract/branding.ts";
import { platformSettings } from "../../db/schema/platform.ts";

export async function generalSettings(rows: PlatformRows): Promise<Settings> {
  const [row] = await rows.select(platformSettings, {
    where: eq(platformSettings.name, "portal"),
    limit: 1,
  });
  return { ...settingsDefaults, ...usableSettings(row?.value ?? {}) };
}

const isColour = (text: string) => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
const isText = () => true;

const usable: Record<keyof Settings, (text: string) => boolean> = {
  companyName: isText,
  // Of this very host: a portal asks nobody else for anything, ever.
  logoUrl: (text) => /^\/media\/[0-9a-f]{64}$/.test(text),
  primaryColor: isColour,
  secondaryColor: isColour,
  backgroundColor: isColour,
  headerColor: isColour,
  footerColor: isColour,
  welcomeMessage: isText,
  termsUrl: isWebAddress,
  privacyUrl: isWebAddress,
  supportPhone: isText,
  supportEmail: isText,
};

/** Those that can be shown: an emptied one, no colour or an address that leads elsewhere is as if never set. */
export function usableSettings(stored: Record<string, unknown>): Partial<Settings> {
  const found: Partial<Settings> = {};
  for (const name of Settings.keyof().options) {
    const value = stored[name];
    const text = typeof value === "string" ? value.trim() : "";
    if (text !== "" && usable[name](text)) found[name] = text;
  }
  return found;
}

/** The payment form asks buyers whether they want to be told of offers. No look: no call of settings has it. */
export const asksOffersIn = (stored: Record<string, unknown>): boolean => stored.asksOffers === "yes";

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
