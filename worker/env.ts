import * as z from "zod";
import { keyId } from "./keys.ts";

/** What the runtime binds (`wrangler.toml`). Objects and the queue are added where they are declared (`declare module`). */
export interface Bindings {
  DB: D1Database;
  ASSETS: Fetcher;
}

/** A provider's object to what runs inside of it; what it answers is added by `worker/provider-api.ts`. */
export interface AtProvider {
  id: string;
}

export type Env = Bindings & Record<keyof z.input<typeof Settings>, string | undefined>;

const Text = z.string().min(1);
const Origin = z.url().transform((url) => new URL(url).origin);

const PrivateNetwork = z
  .string()
  .regex(/^(10\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])|172\.(1[6-9]|2\d|3[01])|192\.168)\.0\.0\/16$/);

/** As hex is compared, two forms of one secret would be two. */
const Secret = (name: string) =>
  z.string().regex(/^([0-9a-f]{2}){32,}$/, `${name} must be at least 32 random bytes in lower-case hex`);

/** Vars and secrets. The README lists them with what they are for. */
const Settings = z.object({
  /** Where the platform itself lives, for example `https://mlango.app`; providers are its subdomains. */
  MAIN_ORIGIN: Origin.refine(
    (origin) => !/mpesa|safaricom|exe|exec|cmd|sql|query/i.test(origin),
    "MAIN_ORIGIN holds a word (mpesa, safaricom, exe, cmd, sql, query) that Safaricom refuses in callback addresses",
  ),
  /** Seals credentials and proves what we made (callback addresses, recovery codes). Replaced by the next one when it leaked. */
  ROOT_SECRET: Secret("ROOT_SECRET"),
  /** Earlier ones, with commas: what they sealed and proved counts until they are taken out. */
  ROOT_SECRET_PREVIOUS: z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim()))
    .pipe(z.array(Secret("each of ROOT_SECRET_PREVIOUS")).max(8))
    .default([]),
  /** Names rows and objects, and gives nobody anything. Never replaced: nothing would be found again. */
  NAME_SECRET: Secret("NAME_SECRET"),
  MPESA_SANDBOX_URL: Origin.default("https://sandbox.safaricom.co.ke"),
  MPESA_PRODUCTION_URL: Origin.default("https://api.safaricom.co.ke"),
  /** The platform's own M-Pesa app, for providers that collect through it (auto API). Absent = auto API is not offered. */
  PLATFORM_MPESA_ENVIRONMENT: z.enum(["sandbox", "production"]).optional(),
  PLATFORM_MPESA_CONSUMER_KEY: Text.optional(),
  PLATFORM_MPESA_CONSUMER_SECRET: Text.optional(),
  PLATFORM_MPESA_SHORT_CODE: Text.optional(),
  PLATFORM_MPESA_PASSKEY: Text.optional(),
  /** Who gives money back at Safaricom, and their sealed password: without them nothing is refunded through the platform's app. */
  PLATFORM_MPESA_INITIATOR_NAME: Text.optional(),
  PLATFORM_MPESA_SECURITY_CREDENTIAL: Text.optional(),
  AIRTEL_SANDBOX_URL: Origin.default("https://openapiuat.airtel.africa"),
  AIRTEL_PRODUCTION_URL: Origin.default("https://openapi.airtel.africa"),
  /** The platform's own Airtel Money app. Absent = auto API is not offered for it. */
  PLATFORM_AIRTEL_ENVIRONMENT: z.enum(["sandbox", "production"]).optional(),
  PLATFORM_AIRTEL_CLIENT_ID: Text.optional(),
  PLATFORM_AIRTEL_CLIENT_SECRET: Text.optional(),
  /** The wallet behind that app: what it collects arrives there. */
  PLATFORM_AIRTEL_MERCHANT_CODE: Text.optional(),
  /** Private key of the portal by which Airtel signs its callbacks. */
  PLATFORM_AIRTEL_CALLBACK_KEY: Text.optional(),
  KCB_SANDBOX_URL: Origin.default("https://uat.buni.kcbgroup.com"),
  KCB_PRODUCTION_URL: Origin.default("https://api.buni.kcbgroup.com"),
  COOP_SANDBOX_URL: Origin.default("https://openapi-sandbox.co-opbank.co.ke"),
  COOP_PRODUCTION_URL: Origin.default("https://openapi.co-opbank.co.ke"),
  EQUITY_SANDBOX_URL: Origin.default("https://uat.finserve.africa"),
  EQUITY_PRODUCTION_URL: Origin.default("https://api.finserve.africa"),
  /** A proxy with a fixed address that gateways know: calls go to `<relay>/<host of the gateway>/<path>`. Absent = straight. */
  GATEWAY_RELAY_URL: Origin.optional(),
  GATEWAY_RELAY_TOKEN: Text.optional(),
  /** The pay bill by which providers pay the platform's invoices; named on their Billing page. */
  PLATFORM_PAYBILL: Text.optional(),
  /** A Safaricom number of the platform's, which M-Pesa asks for before it gives statements of its short codes. */
  PLATFORM_NOMINATED_NUMBER: Text.optional(),
  /** Where letters are handed over (POST, JSON `{from, to, subject, text}`); absent = they wait. */
  MAIL_URL: z.url().optional(),
  MAIL_TOKEN: Text.optional(),
  MAIL_FROM: z.string().min(3).default("Mlango <no-reply@mlango.invalid>"),
  /** Where each night's backup goes: an S3-compatible store, `https://<host>/<bucket>`; absent = there is none. */
  BACKUP_URL: z.url().optional(),
  BACKUP_REGION: Text.default("auto"),
  /** Of the store, with the right to put files and no other. */
  BACKUP_KEY_ID: Text.optional(),
  BACKUP_SECRET: Text.optional(),
  /** To which backups are sealed (`npm run backup -- key`): SPKI, base64. */
  BACKUP_PUBLIC_KEY: Text.optional(),
  /** By which a Prometheus reads `/metrics`; absent = there is no such address. */
  METRICS_TOKEN: z.string().min(32, "METRICS_TOKEN must have at least 32 characters").optional(),
  /** Where messages to customers go; the user name `sandbox` is served by the second. */
  AFRICASTALKING_URL: Origin.default("https://api.africastalking.com"),
  AFRICASTALKING_SANDBOX_URL: Origin.default("https://api.sandbox.africastalking.com"),
  TALKSASA_URL: Origin.default("https://bulksms.talksasa.com"),
  /** A private /16, from which routers' tunnels get their addresses, at every host of the platform. */
  TUNNEL_NETWORK: PrivateNetwork.default("10.67.0.0/16"),
});
const sameSecret = {
  root: "ROOT_SECRET is one of ROOT_SECRET_PREVIOUS, too: the current one must be new",
  name: "NAME_SECRET must be another secret than ROOT_SECRET and ROOT_SECRET_PREVIOUS",
};

/** Two uses of one secret would leak together, and a "new" one that is the old one replaces nothing. */
const Usable = Settings.superRefine(({ ROOT_SECRET, ROOT_SECRET_PREVIOUS, NAME_SECRET }, { addIssue }) => {
  const refuse = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
  const roots = [ROOT_SECRET, ...ROOT_SECRET_PREVIOUS];
  if (new Set(roots.map(keyId)).size < roots.length) refuse("ROOT_SECRET_PREVIOUS", sameSecret.root);
  if (roots.includes(NAME_SECRET)) refuse("NAME_SECRET", sameSecret.name);
});
export type Settings = z.infer<typeof Settings> & { mainHost: string };
export type SettingName = keyof typeof Settings.shape;

export const settingNames = Object.keys(Settings.shape) as readonly SettingName[];
/** Those that are never shown and never stand in a file of the repository: secrets of the worker. */
export const secretSettings = settingNames.filter(isSecretSetting);
export function isSecretSetting(name: SettingName): boolean {
  return /SECRET|PASSKEY|TOKEN|CREDENTIAL|_KEY$|CLIENT_ID$/.test(name);
}

/** Where the database says by which root secret the platform seals. */
export const rootSecretMarker = "root-secret";

/** How the database names these root secrets, the current one first; none where there is no current one. */
export function rootSecretIds(given: {
  ROOT_SECRET?: string | undefined;
  ROOT_SECRET_PREVIOUS?: string | undefined;
}): string[] {
  const { ROOT_SECRET: current, ROOT_SECRET_PREVIOUS: previous = "" } = given;
  if (!current) return [];
  const earlier = previous
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  return [current, ...earlier].map(keyId);
}

export class BadEnvironment extends Error {
  override readonly name = "BadEnvironment";
}

const parsed = new WeakMap<object, Settings>();

/** Reads vars and secrets once per isolate; a bad environment is refused by name, never half used. */
export function readSettings(env: Env): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const given = Object.fromEntries(settingNames.map((key) => [key, env[key] || undefined]));
  const result = Usable.safeParse(given);
  if (!result.success)
    throw new BadEnvironment(`The environment is not usable: ${sentencesOf(result.error).join("; ")}`);
  const settings = { ...result.data, mainHost: new URL(result.data.MAIN_ORIGIN).hostname };
  parsed.set(env, settings);
  return settings;
}

/** What is wrong with them, by name; empty when a worker would start with them. */
export function checkSettings(values: Partial<Record<SettingName, string>>): string[] {
  const result = Usable.safeParse(values);
  return result.success ? [] : sentencesOf(result.error);
}

function sentencesOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}
