import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { PortalQuery } from "./plans.ts";
import { says } from "./said.ts";
import { settingsDefaults as defaults } from "./values/portal-look.ts";

/** How a portal looks and whom its visitors can call; a field that was never set carries its default. */
export const SettingsForVisitors = z.object({
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

/** The same as consoles read it: what is added here reaches no visitor. */
export const Settings = SettingsForVisitors.extend({});
export type Settings = z.infer<typeof Settings>;

export const settingsDefaults: Settings = defaults;

/** Whose portal it is, and at which host it stands. */
const OwnerForVisitors = z.object({ businessName: z.string(), subdomain: z.string() });

export const getSettings = endpoint({
  name: "getSettings",
  summary: "The look of this host: its provider's, or the general one",
  audience: ["provider", "visitor"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/settings",
  query: PortalQuery,
  // A visitor's call, too: a suspended provider's portal still shows what runs.
  whileSuspended: true,
  answer: z.object({ settings: SettingsForVisitors, provider: OwnerForVisitors.nullable() }),
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
  captivePortalSettings: SettingsForVisitors.partial(),
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
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, says("no_such_picture")) }),
  query: z.looseObject({ v: optional(z.string()) }),
  answer: z.unknown(),
});

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, says("colour"));
const address = z.union([z.literal(""), z.url({ protocol: /^https?$/, error: says("web_address") })]);

/** What a provider saves; absent fields stay as they are, an empty one goes back to its default. */
export const SettingsInput = z.strictObject({
  companyName: oneLine(z.string().trim().max(100), "field_name").optional(),
  /** Own address `/media/<hash>`, an image as data URL, or "" for none. */
  logoUrl: z.string().max(350_000, says("logo_smaller")).optional(),
  primaryColor: z.union([z.literal(""), colour]).optional(),
  secondaryColor: z.union([z.literal(""), colour]).optional(),
  backgroundColor: z.union([z.literal(""), colour]).optional(),
  headerColor: z.union([z.literal(""), colour]).optional(),
  footerColor: z.union([z.literal(""), colour]).optional(),
  welcomeMessage: z.string().trim().max(300).optional(),
  termsUrl: address.optional(),
  privacyUrl: address.optional(),
  /** Visitors call it with one tap. */
  supportPhone: oneLine(
    z
      .string()
      .trim()
      .max(40)
      .regex(/^(\+?[\d\s().-]{3,40})?$/, says("support_phone")),
    "field_phone",
  ).optional(),
  supportEmail: z.union([z.literal(""), z.email(says("email_invalid")).max(200)]).optional(),
});
export type SettingsInput = z.infer<typeof SettingsInput>;

export const saveSettings = endpoint({
  name: "saveSettings",
  summary: "How the signed-in provider's portal looks",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/settings",
  body: SettingsInput,
  answer: z.object({ settings: Settings, provider: OwnerForVisitors.extend({}) }),
});

export const getGeneralSettings = endpoint({
  name: "getGeneralSettings",
  summary: "How the portal looks where no provider decides",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/settings",
  answer: z.object({ settings: Settings }),
});

export const saveGeneralSettings = endpoint({
  name: "saveGeneralSettings",
  summary: "Change what is given of how the portal looks where no provider decides",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/settings",
  body: SettingsInput,
  answer: z.object({ settings: Settings }),
});
