import type { Context } from "../../context.ts";

type Environment = "sandbox" | "production";

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

/** Whether this is such an address: nobody but us could have made its second part. */
export function isAirtelCallback(ctx: Context, app: string, secret: string): boolean {
  return ctx.keys.isProof("airtel-callback", app, secret, 128);
}
