import * as z from "zod";
import { CaptivePortalSettings, SettingsInput } from "./branding.ts";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { newPassword, Phone, required, requiredEmail, Subdomain } from "./fields.ts";
import { oneLine } from "./one-line.ts";
import { Said } from "./said.ts";
import type { FieldKey } from "./texts.ts";
import { Day, ListQuery } from "./transactions.ts";

export const ProviderStatus = z.enum(["active", "suspended"]);

export const Provider = z.object({
  id: z.string(),
  businessName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string().nullable(),
  kraPin: z.string().nullable(),
  businessLicense: z.string().nullable(),
  subdomain: z.string(),
  status: ProviderStatus,
  createdAt: Moment,
  captivePortalSettings: CaptivePortalSettings,
  routerCount: z.int(),
});
export type Provider = z.infer<typeof Provider>;

/** With what tells at a glance whether it sells, by what the platform keeps: no provider and no bridge is asked. */
export const ListedProvider = Provider.extend({
  routersOnline: z.int(),
  /** A minute old at most. */
  today: z.object({ revenue: z.number(), count: z.int() }),
  /** Null: none yet. */
  lastSaleDay: Day.nullable(),
});
export type ListedProvider = z.infer<typeof ListedProvider>;

export const ProviderParams = z.object({ id: z.string().max(64) });

/** By status, or by what keeps one from selling: `cannot_sell` is suspended or has no router online that sells, `router_away` misses one. */
export const ProvidersShown = z.enum([...ProviderStatus.options, "cannot_sell", "router_away"]);
export type ProvidersShown = z.infer<typeof ProvidersShown>;

export const listProviders = endpoint({
  name: "listProviders",
  summary: "All providers, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/providers",
  query: ListQuery.extend({ status: optional(ProvidersShown) }),
  answer: z.array(ListedProvider),
});

export const platformProvider = endpoint({
  name: "platformProvider",
  summary: "One provider",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/providers/:id",
  params: ProviderParams,
  answer: Provider,
});

/** Texts of docs/behaviour/operator-console.md, OC-26 to OC-29; shared by the form and the server. */
export const AdminCredentials = z.strictObject({
  username: required("field_username", 60),
  password: newPassword,
  name: required("field_admin_name", 100),
  email: requiredEmail("field_admin_email"),
});

/** Who the provider is, apart from its subdomain, which its printed codes and its routers carry. */
const contacts = {
  businessName: required("field_business_name", 100),
  contactName: required("field_contact_name", 100),
  email: requiredEmail("field_email"),
  phone: Phone,
};

export const NewProvider = z.strictObject({
  ...contacts,
  /** Lower case, a-z, 0-9 and hyphens; the names that it may not be are refused with a sentence. */
  subdomain: Subdomain,
  address: optional(oneLine(z.string().trim().max(300), "field_address")),
  kraPin: optional(oneLine(z.string().trim().max(40), "field_kra_pin")),
  businessLicense: optional(oneLine(z.string().trim().max(100), "field_license")),
  adminCredentials: AdminCredentials,
});
export type NewProvider = z.infer<typeof NewProvider>;

/** An empty text takes away what need not be given. */
const Clearable = (most: number, field: FieldKey) => oneLine(z.string().trim().max(most), field).optional();

export const ContactsInput = z.strictObject({
  businessName: contacts.businessName.optional(),
  contactName: contacts.contactName.optional(),
  email: contacts.email.optional(),
  phone: contacts.phone.optional(),
  address: Clearable(300, "field_address"),
  kraPin: Clearable(40, "field_kra_pin"),
  businessLicense: Clearable(100, "field_license"),
});
export type ContactsInput = z.infer<typeof ContactsInput>;

export const saveContacts = endpoint({
  name: "saveContacts",
  summary: "Change what is given of a provider's names and contacts; every other field stays",
  audience: ["platform"],
  method: "PATCH",
  path: "/api/superadmin/providers/:id/contacts",
  params: ProviderParams,
  body: ContactsInput,
  answer: Provider,
});

export const createProvider = endpoint({
  name: "createProvider",
  summary: "A provider and its first admin, together or not at all",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers",
  body: NewProvider,
  answer: Provider.extend({ admin: z.object({ id: z.string(), username: z.string() }) }),
  idempotent: true,
});

export const patchProvider = endpoint({
  name: "patchProvider",
  summary: "Change what is given of how its portal looks; every other field stays",
  audience: ["platform"],
  method: "PATCH",
  path: "/api/superadmin/providers/:id",
  params: ProviderParams,
  body: z.strictObject({ captivePortalSettings: SettingsInput }),
  answer: Provider,
});

const done = z.object({ success: z.literal(true), message: Said });

export const suspendProvider = endpoint({
  name: "suspendProvider",
  summary: "New sales stop and its admins are signed out; running access keeps running",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/suspend",
  params: ProviderParams,
  answer: done,
  hasSuccess: true,
});

export const activateProvider = endpoint({
  name: "activateProvider",
  summary: "Let a provider sell again",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/activate",
  params: ProviderParams,
  answer: done,
  hasSuccess: true,
});

export const providerAdmin = endpoint({
  name: "providerAdmin",
  summary: "The provider's first admin",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/providers/:id/admin",
  params: ProviderParams,
  answer: z.object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    providerId: z.string(),
  }),
});

export const changeProviderPassword = endpoint({
  name: "changeProviderPassword",
  summary: "A new password for the provider's admin, who is signed out everywhere",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/change-password",
  params: ProviderParams,
  body: z.strictObject({
    newPassword,
  }),
  answer: done,
  hasSuccess: true,
});
