import * as z from "zod";
import type { BridgeObject } from "./features/access/bridge-object.ts";
import type { LimitObject } from "./features/limits/limit-object.ts";
import type { CallbackMessage } from "./features/payments/callback-queue.ts";
import type { GatewayObject } from "./features/payments/gateway-object.ts";
import type { PaymentObject } from "./features/payments/payment-object.ts";

/** What the runtime binds: `wrangler.toml` names the same. */
export type Env = {
  DB: D1Database;
  ASSETS: Fetcher;
  PAYMENT: DurableObjectNamespace<PaymentObject>;
  GATEWAY: DurableObjectNamespace<GatewayObject>;
  BRIDGE: DurableObjectNamespace<BridgeObject>;
  LIMIT: DurableObjectNamespace<LimitObject>;
  CALLBACKS: Queue<CallbackMessage>;
} & Record<keyof z.input<typeof Settings>, string | undefined>;

const Text = z.string().min(1);
const Port = z.coerce.number().int().min(1).max(65_535);
const Origin = z.url().transform((url) => new URL(url).origin);

/** Vars and secrets. The README lists them with what they are for. */
const Settings = z.object({
  /** Where the platform itself lives, for example `https://mlango.app`; providers are its subdomains. */
  MAIN_ORIGIN: Origin.refine(
    (origin) => !/mpesa|safaricom|exe|exec|cmd|sql|query/i.test(origin),
    "MAIN_ORIGIN holds a word (mpesa, safaricom, exe, cmd, sql, query) that Safaricom refuses in callback addresses",
  ),
  /** Root secret, at least 32 random bytes in hex: ids, callback secrets and sealed records derive from it. */
  ROOT_SECRET: z
    .string()
    .regex(/^[0-9a-f]{64,}$/, "ROOT_SECRET must be at least 32 random bytes in lower-case hex"),
  MPESA_SANDBOX_URL: Origin.default("https://sandbox.safaricom.co.ke"),
  MPESA_PRODUCTION_URL: Origin.default("https://api.safaricom.co.ke"),
  /** The platform's own M-Pesa app, for providers that collect through it (auto API). Absent = auto API is not offered. */
  PLATFORM_MPESA_ENVIRONMENT: z.enum(["sandbox", "production"]).optional(),
  PLATFORM_MPESA_CONSUMER_KEY: Text.optional(),
  PLATFORM_MPESA_CONSUMER_SECRET: Text.optional(),
  PLATFORM_MPESA_SHORT_CODE: Text.optional(),
  PLATFORM_MPESA_PASSKEY: Text.optional(),
  /** Where routers find the platform's OpenVPN server: a name of at most 64 characters or an IPv4 address; `vpn.` before the main host unless told. */
  OVPN_SERVER_HOST: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]{0,62}[a-z0-9])?$/)
    .optional(),
  /** RouterOS 7 comes in over UDP, RouterOS 6 over TCP. */
  OVPN_UDP_PORT: Port.default(1194),
  OVPN_TCP_PORT: Port.default(1195),
  /** A private /16, from which tunnels get their addresses. */
  OVPN_NETWORK: z
    .string()
    .regex(/^(10\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])|172\.(1[6-9]|2\d|3[01])|192\.168)\.0\.0\/16$/)
    .default("10.66.0.0/16"),
});
export type Settings = z.infer<typeof Settings> & { mainHost: string };

export class BadEnvironment extends Error {
  override readonly name = "BadEnvironment";
}

const parsed = new WeakMap<object, Settings>();

/** Reads vars and secrets once per isolate; a bad environment is refused by name, never half used. */
export function readSettings(env: Env): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const given = Object.fromEntries(
    Object.keys(Settings.shape).map((key) => [key, env[key as keyof Env] || undefined]),
  );
  const result = Settings.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new BadEnvironment(`The environment is not usable: ${faults.join("; ")}`);
  }
  const settings = { ...result.data, mainHost: new URL(result.data.MAIN_ORIGIN).hostname };
  parsed.set(env, settings);
  return settings;
}
