import * as z from "zod";
import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { checkPlatformApp, pick } from "./gateway-form.ts";
import type { GatewayKind } from "./gateway-kind.ts";

type Environment = "sandbox" | "production";

export const AirtelSecrets = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Key of Airtel's portal by which it signs its callbacks; without it only the enquiry tells what became of a payment. */
  callbackKey: z.string().min(1).optional(),
});
export type AirtelSecrets = z.infer<typeof AirtelSecrets>;

/** Null where auto API is not offered. Collected in the wallet `merchantCode` (docs/reference/gateways-airtel.md, "Push"). */
export function platformAirtel(
  ctx: Context,
): (AirtelSecrets & { merchantCode: string | null; environment: "sandbox" | "production" }) | null {
  const { settings } = ctx;
  const clientId = settings.PLATFORM_AIRTEL_CLIENT_ID;
  const clientSecret = settings.PLATFORM_AIRTEL_CLIENT_SECRET;
  const environment = settings.PLATFORM_AIRTEL_ENVIRONMENT;
  const callbackKey = settings.PLATFORM_AIRTEL_CALLBACK_KEY;
  if (!clientId || !clientSecret || !environment) return null;
  const merchantCode = settings.PLATFORM_AIRTEL_MERCHANT_CODE ?? null;
  return { clientId, clientSecret, environment, merchantCode, ...(callbackKey ? { callbackKey } : {}) };
}

export function airtelBase({ settings }: Context, environment: Environment): string {
  return environment === "production" ? settings.AIRTEL_PRODUCTION_URL : settings.AIRTEL_SANDBOX_URL;
}

/** Names one app in the address of its callbacks. */
export function airtelAppTag(ctx: Context, environment: Environment, clientId: string): string {
  return ctx.keys.tag("airtel-app", `${airtelBase(ctx, environment)} ${clientId}`, 128);
}

/** Entered once in Airtel's portal, so it outlives configurations; proven until its root secret is taken out. */
export function airtelCallbackUrl(ctx: Context, environment: Environment, clientId: string): string {
  const app = airtelAppTag(ctx, environment, clientId);
  return `${ctx.settings.MAIN_ORIGIN}/cb/a/${app}/${ctx.keys.proof("airtel-callback", app, 128)}`;
}

/** Whether this is such an address: its second part is made with our root secret. */
export function isAirtelCallback(ctx: Context, app: string, secret: string): boolean {
  return ctx.keys.isProof("airtel-callback", app, secret, 128);
}

export const airtel: GatewayKind = {
  secrets: AirtelSecrets,
  paysOwnWallet: true,
  read: (ctx, form) => {
    if (!/^[A-Za-z0-9]{3,20}$/.test(form.accountNumber))
      throw refuse("invalid", "merchant_code").at("accountNumber");
    if (form.useAutoApi) {
      checkPlatformApp("Airtel Money", platformAirtel(ctx), form.environment);
      return null;
    }
    return pick(
      form.own,
      [
        ["clientId", "client_id"],
        ["clientSecret", "client_secret"],
      ],
      ["merchantCode", "callbackKey"],
    );
  },
  faultOf: () => null,
  // Airtel reports to the one address that its portal knows.
  portalNeeds: (ctx, { environment, useAutoApi }, { clientId }) => {
    const app = useAutoApi ? platformAirtel(ctx)?.clientId : clientId;
    return app ? { what: "callback", address: airtelCallbackUrl(ctx, environment, app) } : null;
  },
};
