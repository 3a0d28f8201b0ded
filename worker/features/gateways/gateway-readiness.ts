import type { Context } from "../../context.ts";
import { asItIs, say, type Text } from "../../contract/texts.ts";
import { bankById } from "../../contract/values/banks.ts";
import { outageWords } from "../../contract/values/gateway-faults.ts";
import { AirtelSecrets, platformAirtel } from "./airtel.ts";
import { BankSecrets, bankFault } from "./bank.ts";
import { appSubject, type Health, relaySubject } from "./health.ts";
import { MpesaSecrets, platformMpesa, publicTestShortCode } from "./mpesa.ts";
import type { Gateway } from "./store.ts";

/** Whether a gateway takes money now, and if it never could as it is saved: why. */
export type GatewayReadiness =
  | { status: "collects" }
  /** In production nothing is collected until KSh 1 has arrived; a suspended one waits for it anywhere. */
  | { status: "needs_verification" }
  /** `passes`: what the platform brings is out of order, is tried every minute, and comes back by itself. */
  | { status: "cannot_collect"; fault: Text; passes?: true };

/** @param secrets the provider's own, opened @param health what of the platform's own is known to be out of order */
export function readinessOf(
  ctx: Context,
  gateway: Gateway,
  secrets: unknown,
  health: Health,
): GatewayReadiness {
  const fault = gateway.useAutoApi ? autoFault(ctx, gateway) : ownFault(ctx, gateway, secrets);
  if (fault) return { status: "cannot_collect", fault };
  const outage = outageOf(gateway, health);
  if (outage) return { status: "cannot_collect", fault: outage, passes: true };
  const isUnproven = gateway.environment === "production" && gateway.verifiedAt === null;
  if (isUnproven || gateway.suspendedAt !== null) return { status: "needs_verification" };
  return { status: "collects" };
}

type Judged = Pick<Gateway, "id" | "type" | "routerId" | "isActive"> & { status: GatewayReadiness["status"] };

/**
 * Banks that could collect and are paid nothing: M-Pesa's prompt pays both, and an M-Pesa account of the same routers comes first.
 * @param all of one provider, those not in use among them
 */
export function standingBy(all: readonly Judged[]): ReadonlySet<string> {
  const collecting = all.filter(({ isActive, status }) => isActive && status === "collects");
  const isTakenBefore = ({ routerId }: Judged) =>
    collecting.some((other) => other.type === "mpesa" && other.routerId === routerId);
  return new Set(collecting.filter((one) => one.type === "bank" && isTakenBefore(one)).map(({ id }) => id));
}

function outageOf({ type, environment, useAutoApi }: Gateway, health: Health): Text | null {
  const driver = type === "airtel_money" ? type : "mpesa";
  const app = useAutoApi ? health.get(appSubject(driver, environment)) : undefined;
  if (app) return asItIs(outageWords(driver === "mpesa" ? "M-Pesa" : "Airtel Money", app.fault));
  return health.has(relaySubject) ? asItIs(outageWords(null, null)) : null;
}

function autoFault(ctx: Context, gateway: Gateway): Text | null {
  const { type, environment, accountNumber } = gateway;
  const app = type === "airtel_money" ? platformAirtel(ctx) : platformMpesa(ctx);
  const name = type === "airtel_money" ? "Airtel Money" : "M-Pesa";
  if (!app) return say("standing_no_app", { name });
  if (app.environment !== environment)
    return say("standing_environment", { name, environment: app.environment });
  if (gateway.collected === "stopped") return say("standing_collection_off");
  if (type === "bank" && !bankById(gateway.service)) return say("standing_no_bank");
  if (type === "bank" && accountNumber.length > 12) return say("standing_account_long");
  return isTestAccount(gateway) ? testAccountFault : null;
}

function ownFault(ctx: Context, gateway: Gateway, secrets: unknown): Text | null {
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

const incomplete = say("standing_incomplete");
const tooLongForKcb = say("standing_kcb_address");
const testAccountFault = say("sandbox_number", { number: publicTestShortCode });
const isTestAccount = ({ type, environment, accountNumber }: Gateway) =>
  type === "mpesa" && environment === "production" && accountNumber === publicTestShortCode;

/** KCB's documentation of its push names this limit; longer addresses are told to be cut. */
const kcbCallbackMax = 50;
/** 80 bits at five a symbol: fewer could be guessed. */
const fewestSymbols = 16;

/** How many symbols a callback address for KCB has behind this; null where the main domain leaves too little room. */
export function shortAddressRoom({ settings }: Context): { start: string; symbols: number } | null {
  const start = `${settings.MAIN_ORIGIN}/c/`;
  const symbols = kcbCallbackMax - start.length;
  return symbols < fewestSymbols ? null : { start, symbols };
}
