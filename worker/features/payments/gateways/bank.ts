import type { Context } from "../../../context.ts";
import { type BankProfile, isBankProfile } from "../../../contract/values/gateway-types.ts";
import { BankSecrets, type Gateway } from "../../gateways/index.ts";
import { businessName } from "../../providers/index.ts";
import type { BankRoute } from "../core/route.ts";
import { type BankDriver, bankClient } from "./bank-call.ts";
import { coop } from "./coop.ts";
import type { GatewayAdapter, RouteChoice, RouteCommon } from "./driver.ts";
import { equity } from "./equity.ts";
import { kcb } from "./kcb.ts";
import { payBillRoute } from "./mpesa.ts";

// An account at a bank: paid through the bank's pay bill by the platform's app, or by the bank's own prompt.

const banks: Record<BankProfile, BankDriver> = { kcb, coop, equity };

async function ownRoute(
  ctx: Context,
  { providerId, service, accountNumber: account }: Gateway,
  secrets: unknown,
  common: RouteCommon,
): Promise<RouteChoice> {
  if (!BankSecrets.safeParse(secrets).success) return { fault: "the gateway's credentials are incomplete" };
  if (!isBankProfile(service)) return { fault: "this bank has no push of its own that we know" };
  const payee = await businessName(ctx, providerId);
  return { route: { ...common, type: "bank", bank: service, account, payee } };
}

export const bank: GatewayAdapter<BankRoute> = {
  driver: (route) => banks[route.bank],
  refunds: null,
  client: (ctx, app) => bankClient(banks[app.bank].api, ctx, app),
  account: ({ account }) => ({ kind: "bank", number: account, reference: null }),
  route: (ctx, gateway, secrets, common) =>
    gateway.useAutoApi ? payBillRoute(ctx, gateway, common) : ownRoute(ctx, gateway, secrets, common),
};
