import type { Context } from "../../context.ts";
import { bankById } from "../../contract/values/banks.ts";
import { outageWords } from "../../contract/values/gateway-faults.ts";
import { AirtelSecrets, platformAirtel } from "./airtel.ts";
import { BankSecrets, bankFault } from "./bank.ts";
import { appSubject, type Health, relaySubject } from "./health.ts";
import { MpesaSecrets, platformMpesa, publicTestShortCode } from "./mpesa.ts";
import { shortAddressRoom } from "./short-address-room.ts";
import type { Gateway } from "./store.ts";

/** Whether a gateway takes money now, and if it never could as it is saved: why. */
export type Standing =
  | { status: "collects" }
  /** In production nothing is collected until KES 1 has arrived; a suspended one waits for it anywhere. */
  | { status: "needs_verification" }
  /** `passes`: what the platform brings is out of order, is tried every minute, and comes back by itself. */
  | { status: "cannot_collect"; fault: string; passes?: true };

/**
 * @param secrets the provider's own, opened; ignored where the platform's collect
 * @param health what of the platform's own is known to be out of order
 */
export function standingOf(ctx: Context, gateway: Gateway, secrets: unknown, health: Health): Standing {
  const fault = gateway.useAutoApi ? autoFault(ctx, gateway) : ownFault(ctx, gateway, secrets);
  if (fault) return { status: "cannot_collect", fault };
  const outage = outageOf(gateway, health);
  if (outage) return { status: "cannot_collect", fault: outage, passes: true };
  const isUnproven = gateway.environment === "production" && gateway.verifiedAt === null;
  if (isUnproven || gateway.suspendedAt !== null) return { status: "needs_verification" };
  return { status: "collects" };
}

function outageOf({ type, environment, useAutoApi }: Gateway, health: Health): string | null {
  const driver = type === "airtel_money" ? type : "mpesa";
  if (useAutoApi && health.has(appSubject(driver, environment)))
    return outageWords(driver === "mpesa" ? "M-Pesa" : "Airtel Money");
  return health.has(relaySubject) ? outageWords(null) : null;
}

function autoFault(ctx: Context, gateway: Gateway): string | null {
  const { type, environment, accountNumber } = gateway;
  const app = type === "airtel_money" ? platformAirtel(ctx) : platformMpesa(ctx);
  const name = type === "airtel_money" ? "Airtel Money" : "M-Pesa";
  if (!app) return `The platform has no ${name} app of its own.`;
  if (app.environment !== environment)
    return `The platform's own ${name} app is for ${app.environment} only.`;
  if (type === "bank" && !bankById(gateway.service)) return "No bank is named: choose one.";
  if (type === "bank" && accountNumber.length > 12)
    return "This account number has more than the 12 characters that a pay bill takes.";
  return isTestAccount(gateway) ? testAccountFault : null;
}

function ownFault(ctx: Context, gateway: Gateway, secrets: unknown): string | null {
  const { type, service } = gateway;
  if (type === "bank") {
    const own = BankSecrets.safeParse(secrets);
    if (!own.success) return incomplete;
    const isOutOfReach = service === "kcb" && shortAddressRoom(ctx) === null;
    return bankFault(bankById(service), own.data) ?? (isOutOfReach ? tooLongForKcb : null);
  }
  const own = (type === "mpesa" ? MpesaSecrets : AirtelSecrets).safeParse(secrets);
  if (!own.success) return incomplete;
  return isTestAccount(gateway) ? testAccountFault : null;
}

const incomplete = "Its credentials are incomplete.";
const tooLongForKcb =
  "KCB takes callback addresses of at most 50 characters: the platform's main domain is too long for that.";
const testAccountFault = `${publicTestShortCode} is the sandbox's number: it cannot collect in production.`;
const isTestAccount = ({ type, environment, accountNumber }: Gateway) =>
  type === "mpesa" && environment === "production" && accountNumber === publicTestShortCode;
