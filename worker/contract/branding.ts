import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { PortalQuery } from "./plans.ts";

/** How a portal looks and whom its visitors can call; every field that nobody set carries its default. */
export const Settings = z.object({
  companyName: z.string(),
  /** Own address `/media/<hash>`, "" for none. */
  logoUrl: z.string(),
  primaryColor: z.string(),
  secondaryColor: z.string(),
  backgroundColor: z.string(),
  headerColor: z.string(),
  footerColor: z.string(),
  welcomeMessage: z.string(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  supportPhone: z.string(),
  supportEmail: z.string(),
});
export type Settings = z.infer<typeof Settings>;

/** Specification, provider console 3. */
export const settingsDefaults: Settings = {
  companyName: "Mlango WiFi",
  logoUrl: "",
  primaryColor: "#0066cc",
  secondaryColor: "#6366f1",
  backgroundColor: "#ffffff",
  headerColor: "#3B82F6",
  footerColor: "#1F2937",
  welcomeMessage: "Choose a plan and be online in seconds.",
  termsUrl: "",
  privacyUrl: "",
  supportPhone: "",
  supportEmail: "",
};

export const getSettings = endpoint({
  name: "getSettings",
  summary: "The look of this host: its provider's, or the general one",
  audience: ["provider", "visitor"],
  method: "GET",
  path: "/api/settings",
  query: PortalQuery,
  // A visitor's call, too: a suspended provider's portal still shows what runs.
  whileSuspended: true,
  answer: z.object({ settings: Settings, provider: z.object({ businessName: z.string() }).nullable() }),
});

/** What a provider itself set for its portal; absent fields were never set. */
export const CaptivePortalSettings = Settings.partial();
export type CaptivePortalSettings = z.infer<typeof CaptivePortalSettings>;

export const ProviderProfile = z.object({
  id: z.string(),
  subdomain: z.string(),
  businessName: z.string(),
  phone: z.string(),
  email: z.string(),
  captivePortalSettings: CaptivePortalSettings,
});
export type ProviderProfile = z.infer<typeof ProviderProfile>;

export const getProvider = endpoint({
  name: "getProvider",
  summary: "A provider as its own portal shows it",
  audience: ["visitor"],
  method: "GET",
  path: "/api/provider/:subdomain",
  params: z.object({ subdomain: z.string() }),
  answer: ProviderProfile,
});

export const Theme = z.enum(["light", "dark", "system", "blue", "green", "purple", "cyberpunk"]);
export type Theme = z.infer<typeof Theme>;

export const getTheme = endpoint({
  name: "getTheme",
  summary: "The look that the signed-in super admin chose",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/theme",
  answer: z.object({ theme: Theme }),
});

export const saveTheme = endpoint({
  name: "saveTheme",
  summary: "Keep the look of the signed-in super admin",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/theme",
  body: z.strictObject({ theme: Theme }),
  answer: z.object({ theme: Theme }),
});

export const mediaFile = endpoint({
  name: "mediaFile",
  summary: "A stored picture; its name is the hash of its bytes",
  audience: ["visitor"],
  kind: "media",
  method: "GET",
  path: "/media/:hash",
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, "There is no such picture.") }),
  query: z.looseObject({ v: optional(z.string()) }),
  answer: z.unknown(),
});
