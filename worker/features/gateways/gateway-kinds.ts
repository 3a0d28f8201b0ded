import type { Context } from "../../context.ts";
import { type GatewayType, gatewayTypes } from "../../contract/values/gateway-types.ts";
import type { Service } from "../../contract/values/services.ts";
import { airtel, platformAirtel } from "./airtel.ts";
import { bank } from "./bank.ts";
import type { GatewayKind, PlatformApp } from "./gateway-kind.ts";
import { mpesa, platformMpesa } from "./mpesa.ts";

export const gatewayKinds: Record<GatewayType, GatewayKind> = { mpesa, airtel_money: airtel, bank };

/** Kinds whose money arrives at the platform itself where the platform's app collects. */
export const ownWalletTypes = gatewayTypes.filter((type) => gatewayKinds[type].paysOwnWallet);

const platformApps: Record<Service, (ctx: Context) => PlatformApp | null> = {
  mpesa: (ctx) => {
    const app = platformMpesa(ctx);
    return app && { environment: app.environment, wallet: null };
  },
  airtel_money: (ctx) => {
    const app = platformAirtel(ctx);
    return app && { environment: app.environment, wallet: app.merchantCode };
  },
};

/** The platform's own app that sends this service's prompts; null where it has none. */
export function platformApp(ctx: Context, service: Service): PlatformApp | null {
  return platformApps[service](ctx);
}
