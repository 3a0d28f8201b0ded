import type { Context } from "../../context.ts";
import { textIn } from "../../contract/texts.ts";
import { bankById } from "../../contract/values/banks.ts";
import {
  BankSecrets,
  type CollectingRows,
  type FoundGateway,
  type Gateway,
  gatewayFor,
  gatewayOfProvider,
  MpesaSecrets,
  platformAirtel,
  platformMpesa,
} from "../gateways/index.ts";
import { businessName } from "../providers/index.ts";
import { type Push, tillOrPayBillPush } from "./account-kind.ts";
import { paymentReference } from "./core/payment-id.ts";
import type { Intent } from "./core/payment-state.ts";
import type { MpesaRoute, Route } from "./core/route.ts";
import type { OpenedSecrets } from "./gateways/driver.ts";

/** With the credentials that were read for it, for the push that follows at once; they are never stored. */
export type RouteChoice = { route: Route; opened?: OpenedSecrets } | { fault: string };

/** Decides once, before any switch is asked. Without a route it fails as "service unavailable", with the fault for the provider. */
export async function chooseRoute(
  ctx: Context,
  intent: Intent,
  known?: CollectingRows,
): Promise<RouteChoice> {
  if (intent.verifies !== null) return routeToVerify(ctx, intent.providerId, intent.verifies, intent.id);
  const found = await gatewayFor(ctx, intent, intent.service, known);
  if (!found) {
    const name = intent.service === "mpesa" ? "M-Pesa" : "Airtel Money";
    return { fault: `no active ${name} gateway is configured for this router` };
  }
  const { readiness } = found;
  if (readiness.status === "cannot_collect") return { fault: textIn("en", readiness.fault) };
  if (readiness.status === "needs_verification")
    return { fault: "the gateway is not verified: it collects once its test push of KSh 1 was paid" };
  return routeBy(ctx, found, intent.id);
}

/** A trial goes by the very configuration that is tried, verified or not. */
async function routeToVerify(
  ctx: Context,
  providerId: string,
  id: string,
  paymentId: string,
): Promise<RouteChoice> {
  const found = await gatewayOfProvider(ctx, { providerId, id });
  if (!found) return { fault: "the gateway was deleted" };
  const { readiness } = found;
  return readiness.status === "cannot_collect"
    ? { fault: textIn("en", readiness.fault) }
    : routeBy(ctx, found, paymentId);
}

/** The route along which this very configuration takes a payment's money (docs/reference/gateways-mpesa.md, "Routes"). */
async function routeBy(ctx: Context, found: FoundGateway, paymentId: string): Promise<RouteChoice> {
  const { gateway, secrets } = found;
  const choice = await routeOf(ctx, gateway, secrets(), paymentId);
  return gateway.useAutoApi || "fault" in choice
    ? choice
    : { ...choice, opened: { gatewayId: gateway.id, secrets } };
}

async function routeOf(
  ctx: Context,
  gateway: Gateway,
  secrets: unknown,
  paymentId: string,
): Promise<RouteChoice> {
  const common = {
    gatewayId: gateway.id,
    environment: gateway.environment,
    credentials: gateway.useAutoApi ? "platform" : "provider",
    accountReference: paymentReference(paymentId),
    settlement: "direct",
    switchId: null,
    centralAccount: null,
  } as const;
  switch (gateway.type) {
    case "mpesa":
      return mpesaRoute(ctx, gateway, secrets, common);
    case "airtel_money": {
      // What the platform's app collects arrives in the platform's wallet: it is owed to the provider.
      const settlement = gateway.useAutoApi ? "collected" : "direct";
      const merchantCode = gateway.useAutoApi
        ? (platformAirtel(ctx)?.merchantCode ?? "")
        : gateway.accountNumber;
      return { route: { ...common, driver: "airtel_money", settlement, merchantCode } };
    }
    case "bank":
      return gateway.useAutoApi
        ? payBillRoute(ctx, gateway, common)
        : bankRoute(ctx, gateway, secrets, common);
    default:
      return gateway.type satisfies never;
  }
}

type Common = Omit<MpesaRoute, keyof Push>;

function mpesaRoute(ctx: Context, gateway: Gateway, secrets: unknown, common: Common): RouteChoice {
  const { accountNumber } = gateway;
  const shortCode = gateway.useAutoApi ? platformMpesa(ctx)?.shortCode : ownShortCode(secrets, accountNumber);
  if (!shortCode) return { fault: "the gateway's credentials are incomplete" };
  if (gateway.collected !== null) {
    // The platform's pay bill of today: it may be another one than when the provider consented.
    const push = tillOrPayBillPush(shortCode, shortCode, "pay_bill");
    return { route: { ...common, ...push, settlement: "collected" } };
  }
  const push = tillOrPayBillPush(shortCode, accountNumber, gateway.paidAs);
  const isTyped = !gateway.useAutoApi && shortCode === accountNumber && gateway.paybillSince !== null;
  return { route: { ...common, ...push, ...(isTyped ? { paybill: true } : {}) } };
}

function ownShortCode(secrets: unknown, accountNumber: string): string | undefined {
  const own = MpesaSecrets.safeParse(secrets);
  return own.success ? own.data.businessShortCode || accountNumber : undefined;
}

/** A bank's account is paid by the platform's app. */
function payBillRoute(ctx: Context, { service, accountNumber }: Gateway, common: Common): RouteChoice {
  const shortCode = platformMpesa(ctx)?.shortCode;
  if (!shortCode) return { fault: "the platform's M-Pesa credentials are not set" };
  const paid = payBillPush(shortCode, service, accountNumber);
  return "fault" in paid ? paid : { route: { ...common, ...paid } };
}

const longestReference = 12;

/** Through the bank's pay bill: the account's number is the reference, and one that were cut would pay a stranger. */
export function payBillPush(
  shortCode: string,
  bankId: string | null,
  account: string,
): (Push & Pick<MpesaRoute, "accountReference">) | { fault: string } {
  const bank = bankById(bankId);
  if (!bank) return { fault: "this bank's pay bill is not known" };
  if (account.length > longestReference || !/^[a-z0-9]+$/i.test(account))
    return { fault: `an account number of more than ${longestReference} letters and digits is never cut` };
  const transactionType = "CustomerPayBillOnline";
  return { driver: "mpesa", shortCode, partyB: bank.paybill, transactionType, accountReference: account };
}

async function bankRoute(
  ctx: Context,
  gateway: Gateway,
  secrets: unknown,
  common: Common,
): Promise<RouteChoice> {
  const { service, accountNumber: account } = gateway;
  if (!BankSecrets.safeParse(secrets).success) return { fault: "the gateway's credentials are incomplete" };
  if (service !== "kcb" && service !== "coop" && service !== "equity")
    return { fault: "this bank has no push of its own that we know" };
  const payee = await businessName(ctx, gateway.providerId);
  return { route: { ...common, driver: "bank", bank: service, account, payee } };
}
