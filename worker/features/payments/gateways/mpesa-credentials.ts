import type { Context } from "../../../context.ts";
import { gatewaySecrets, MpesaSecrets, platformMpesa } from "../../gateways/index.ts";
import type { MpesaRoute } from "../core/route.ts";

/** Credentials of a frozen route, or null when they are not there any more: the payment then waits, it is not lost. */
export async function mpesaCredentials(
  ctx: Context,
  route: Pick<MpesaRoute, "credentials" | "gatewayId">,
): Promise<MpesaSecrets | null> {
  if (route.credentials === "platform") return platformMpesa(ctx);
  const parsed = MpesaSecrets.safeParse(await gatewaySecrets(ctx, route.gatewayId));
  return parsed.success ? parsed.data : null;
}
