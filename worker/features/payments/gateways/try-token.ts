import type { Context } from "../../../context.ts";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";
import type { AirtelRoute, BankRoute, MpesaRoute } from "../core/route.ts";
import { airtelClient } from "./airtel-call.ts";
import { bankClient } from "./bank-call.ts";
import { airtelCredentials, bankCredentials, mpesaCredentials } from "./credentials.ts";
import { darajaClient } from "./daraja-call.ts";
import type { GatewayClient } from "./gateway-api.ts";
import { gatewayObjectFor } from "./gateway-object.ts";
import { noCredentials } from "./wire-faults.ts";

/** By whose credentials: as a frozen route says it. */
export type App = Pick<MpesaRoute, "gatewayId" | "environment" | "credentials"> &
  (Pick<MpesaRoute | AirtelRoute, "driver"> | Pick<BankRoute, "driver" | "bank">);

/** Apart from a token that still lives. @param how `kept` asks nothing of an app never used @returns what stands against them */
export async function tryToken(
  ctx: Context,
  app: App,
  how: "anew" | "kept" = "anew",
): Promise<FaultReport | null> {
  try {
    const client = await clientOf(ctx, app);
    if (!client) return noCredentials;
    const holder = gatewayObjectFor(ctx, client.base, client.consumerKey);
    const answer = await (how === "anew" ? holder.renew(client) : holder.keepAlive(client));
    return answer && "fault" in answer ? answer : null;
  } catch (cause) {
    const detail = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    return { fault: null, detail };
  }
}

async function clientOf(ctx: Context, app: App): Promise<GatewayClient | null> {
  switch (app.driver) {
    case "mpesa": {
      const secrets = await mpesaCredentials({ ctx, route: app });
      return secrets && darajaClient(ctx, app.environment, secrets);
    }
    case "airtel_money": {
      const secrets = await airtelCredentials({ ctx, route: app });
      return secrets && airtelClient(ctx, app.environment, secrets);
    }
    case "bank": {
      const keys = await bankCredentials({ ctx, route: app });
      return keys && bankClient(ctx, app, keys);
    }
    default:
      return app satisfies never;
  }
}
