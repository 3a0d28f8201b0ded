import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { providerCollectingAt } from "../gateways/index.ts";
import type { SwitchRow } from "./store.ts";

/** What a provider collects at is that provider's money: a switch there would pay one of them what others sold. */
export async function refuseProvidersAccount(
  ctx: Context,
  row: Pick<SwitchRow, "centralPaymentGatewayId" | "centralAccountNumber">,
): Promise<void> {
  const { centralPaymentGatewayId: service, centralAccountNumber: account } = row;
  const name = await providerCollectingAt(ctx, { service, account });
  if (name !== null) throw refuse("refused", "switch_providers_account", { name, account });
}
