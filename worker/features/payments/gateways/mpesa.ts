import * as z from "zod";
import type { Context } from "../../../context.ts";
import type { PaidAs } from "../../../contract/gateways.ts";
import type { PaymentReason } from "../../../contract/payments.ts";
import { bankById, isBanksPayBill } from "../../../contract/values/banks.ts";
import type { GatewayFault } from "../../../contract/values/gateway-faults.ts";
import { nairobiMs } from "../../../contract/values/time.ts";
import { type Gateway, longestReference, MpesaSecrets, platformMpesa } from "../../gateways/index.ts";
import type { Diversion } from "../../switch/index.ts";
import type { MpesaRoute, Route } from "../core/route.ts";
import { darajaCall, darajaClient, mpesaCredentials } from "./daraja-call.ts";
import type {
  Driver,
  Line,
  PushRequest,
  PushResult,
  QueryResult,
  ReadCallback,
  RouteChoice,
  RouteCommon,
  ServiceAdapter,
} from "./driver.ts";
import { unanswered } from "./gateway-call.ts";
import { mpesaRefund } from "./mpesa-refund.ts";
import { mpesaFault, notDarajaFault, readStrictJson, saysPhoneWrong, wireText } from "./wire.ts";

// Safaricom's M-Pesa Express (STK push) over Daraja.

const Accepted = z.object({ ResponseCode: wireText, CheckoutRequestID: z.string().min(1) });
const QueryAnswer = z.object({ ResultCode: wireText, ResultDesc: z.string().optional() });
const Refused = z.object({ errorCode: z.string(), errorMessage: z.string().default("") });

const Callback = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: z.string().min(1).max(100),
      ResultCode: wireText,
      ResultDesc: z.string().default(""),
      CallbackMetadata: z
        .object({ Item: z.array(z.object({ Name: z.string(), Value: z.unknown().optional() })) })
        .optional(),
    }),
  }),
});

/** `YYYYMMDDHHmmss` in East African Time. */
export function darajaTimestamp(now: number): string {
  return new Date(now + nairobiMs).toISOString().replace(/\D/g, "").slice(0, 14);
}

/** The pass key signs each call with the very timestamp that is sent beside it. */
function signed(line: Line<MpesaRoute>, { passkey }: MpesaSecrets) {
  const Timestamp = darajaTimestamp(line.ctx.now());
  const { shortCode } = line.route;
  return { BusinessShortCode: shortCode, Password: btoa(`${shortCode}${passkey}${Timestamp}`), Timestamp };
}

async function push(line: Line<MpesaRoute>, request: PushRequest): Promise<PushResult> {
  const { route } = line;
  const answer = await darajaCall(
    line,
    "/mpesa/stkpush/v1/processrequest",
    (secrets) => ({
      ...signed(line, secrets),
      TransactionType: route.transactionType,
      Amount: request.shillings,
      PartyA: request.phone,
      PartyB: route.partyB,
      PhoneNumber: request.phone,
      CallBackURL: line.callbackUrl,
      AccountReference: route.accountReference,
      TransactionDesc: request.description,
    }),
    request,
  );
  if (answer.kind !== "answered") return unanswered(answer);
  const accepted = Accepted.safeParse(answer.body);
  if (answer.status === 200 && accepted.success && accepted.data.ResponseCode === "0") {
    return { kind: "accepted", handle: accepted.data.CheckoutRequestID };
  }
  const refused = Refused.safeParse(answer.body);
  if (refused.success) return refusal(refused.data.errorCode, refused.data.errorMessage);
  const { status } = answer;
  const said = {
    fault: notDarajaFault(status, answer.isPage),
    detail: `HTTP ${status} without a known answer`,
  };
  return status >= 400 && status < 500
    ? { kind: "refused", reason: "service", ...said }
    : { kind: "unclear", ...said };
}

/** Code and message decide together: only what certainly sent nothing is a refusal. */
function refusal(code: string, message: string): PushResult {
  const said = { fault: mpesaFault(code, message), detail: `${code} ${message}`.trim() };
  if (/unable to lock subscriber|in process for the current subscriber/i.test(message)) {
    return { kind: "refused", reason: "network", ...said };
  }
  if (code === "400.002.02" && saysPhoneWrong(message)) return { kind: "refused", reason: "phone", ...said };
  const definite =
    code.startsWith("4") ||
    // Merchant does not exist, wrong credentials; busy, quota.
    (code === "500.001.1001" && /merchant|credential/i.test(message)) ||
    ["500.003.02", "500.003.03"].includes(code);
  return definite ? { kind: "refused", reason: "service", ...said } : { kind: "unclear", ...said };
}

async function query(line: Line<MpesaRoute>, handle: string): Promise<QueryResult> {
  const answer = await darajaCall(line, "/mpesa/stkpushquery/v1/query", (secrets) => ({
    ...signed(line, secrets),
    CheckoutRequestID: handle,
  }));
  if (answer.kind !== "answered") return { kind: "silent", detail: answer.detail };
  const final = QueryAnswer.safeParse(answer.body);
  // 500.001.1001 is said of prompts that wait, of known ones at random and of unknown ones: it means "no answer".
  if (answer.status !== 200 || !final.success) return { kind: "silent", detail: `HTTP ${answer.status}` };
  const { ResultCode, ResultDesc = "" } = final.data;
  const result = resultOf(ResultCode);
  const said = { fault: mpesaFault(ResultCode, ResultDesc), detail: `${ResultCode} ${ResultDesc}`.trim() };
  if (result === "paid") return { kind: "paid", receipt: null };
  return result === "open" ? { kind: "open" } : { kind: "declined", reason: result, ...said };
}

/** Not signed; KCB passes it on as it is. @param faultOf what its result blames */
export function readStkCallback(
  body: string,
  faultOf: (code: string, words: string) => GatewayFault | null,
): ReadCallback | null {
  const parsed = Callback.safeParse(readStrictJson(body));
  if (!parsed.success) return null;
  const { CheckoutRequestID, ResultCode, ResultDesc, CallbackMetadata } = parsed.data.Body.stkCallback;
  const result = resultOf(ResultCode);
  if (result === "open") return null;
  // Items are read by name: Safaricom's own documents disagree on their order and number.
  const item = (name: string): string | null => {
    const found = CallbackMetadata?.Item.find((entry) => entry.Name === name)?.Value;
    return typeof found === "string" || typeof found === "number" ? String(found).trim() || null : null;
  };
  const amount = item("Amount");
  const reading = {
    handle: CheckoutRequestID,
    reason: result === "paid" ? null : result,
    fault: faultOf(ResultCode, ResultDesc),
    detail: `${ResultCode} ${ResultDesc}`.trim(),
    receipt: item("MpesaReceiptNumber"),
    amountCents: amount === null ? null : Math.round(Number(amount) * 100),
    phone: item("PhoneNumber"),
  };
  return { reading, isSigned: false };
}

/** What Safaricom's "paid" carries, in its own documents and as measured. The payer's number it began to hide in 2026. */
export const stkCarries = ["handle", "amountCents", "receipt"] as const;

const driver: Driver<MpesaRoute> = {
  push,
  query,
  usesDoor: async (_line, door) => door.kind === "own",
  carries: stkCarries,
  read: async (_line, body) => readStkCallback(body, mpesaFault),
};

export const mpesa: ServiceAdapter<MpesaRoute> = {
  driver: () => driver,
  refunds: mpesaRefund,
  client: async (ctx, app) => {
    const secrets = await mpesaCredentials({ ctx, route: app });
    return secrets && darajaClient(ctx, app.environment, secrets);
  },
  account: ({ transactionType, partyB, accountReference }) => {
    const isTill = transactionType === "CustomerBuyGoodsOnline";
    const isBanks = !isTill && isBanksPayBill(partyB);
    return {
      kind: isTill ? "till" : "paybill",
      number: partyB,
      reference: isBanks ? accountReference : null,
    };
  },
  route: mpesaRoute,
  centralRoute: centralMpesaRoute,
};

// Daraja's ResultCodes as the five reasons that a visitor understands. Sources: Safaricom's Daraja 3.0 pages and dated
// measurements; codes can be alphanumeric and arrive as number or text, so they are compared as text. The prose of one
// code differs between callback and query, so only the code decides.

type Result = "paid" | "open" | PaymentReason;

const results = new Map<string, Result>([
  ["0", "paid"],
  ["4999", "open"],
  ["1", "insufficient"],
  ["2", "service"],
  ["3", "service"],
  ["4", "service"],
  ["8", "service"],
  ["17", "service"],
  ["26", "service"],
  ["1001", "network"],
  ["1019", "network"],
  ["1025", "service"],
  ["1032", "cancelled"],
  // The phone's network did not acknowledge the prompt.
  ["1036", "network"],
  ["1037", "network"],
  ["2001", "wrong-pin"],
  ["2028", "service"],
  ["8006", "wrong-pin"],
  ["SFC_IC0003", "service"],
  ["9999", "service"],
]);

/** Unknown codes are the service's fault; Safaricom's own text is kept for the log. */
export function resultOf(code: string): Result {
  return results.get(code.trim()) ?? "service";
}

// Whom M-Pesa's prompt pays: a till, a pay bill, or an account behind a bank's pay bill (docs/reference/gateways-mpesa.md, "Routes").

export type Push = Pick<MpesaRoute, "type" | "shortCode" | "partyB" | "transactionType">;

/** @param paidAs what took KSh 1; null = nothing did yet: a pay bill is the short code that asks, a till differs from it */
export function tillOrPayBillPush(shortCode: string, partyB: string, paidAs: PaidAs | null = null): Push {
  const kind = paidAs ?? (partyB === shortCode ? "pay_bill" : "till");
  const transactionType = kind === "pay_bill" ? "CustomerPayBillOnline" : "CustomerBuyGoodsOnline";
  return { type: "mpesa", shortCode, partyB, transactionType };
}

/** As what the platform's app pays the provider's account; null where that is known beforehand: its own pay bill, a bank's. */
export function paidAs(route: Route | null): PaidAs | null {
  if (route?.type !== "mpesa" || route.credentials !== "platform" || route.switchId !== null) return null;
  if (route.partyB === route.shortCode || isBanksPayBill(route.partyB)) return null;
  return route.transactionType === "CustomerPayBillOnline" ? "pay_bill" : "till";
}

/** For an account that was refused as what it was taken for. */
export function routeAsOtherKind(route: Route): MpesaRoute | null {
  const kind = paidAs(route);
  if (route.type !== "mpesa" || kind === null) return null;
  const other = kind === "till" ? "pay_bill" : "till";
  return { ...route, ...tillOrPayBillPush(route.shortCode, route.partyB, other) };
}

export function mpesaRoute(
  ctx: Context,
  gateway: Gateway,
  secrets: unknown,
  common: RouteCommon,
): RouteChoice {
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
export function payBillRoute(
  ctx: Context,
  { service, accountNumber }: Gateway,
  common: RouteCommon,
): RouteChoice {
  const shortCode = platformMpesa(ctx)?.shortCode;
  if (!shortCode) return { fault: "the platform's M-Pesa credentials are not set" };
  const paid = payBillPush(shortCode, service, accountNumber);
  return "fault" in paid ? paid : { route: { ...common, ...paid } };
}

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
  return { type: "mpesa", shortCode, partyB: bank.paybill, transactionType, accountReference: account };
}

export function centralMpesaRoute(
  ctx: Context,
  common: RouteCommon,
  { accountType, centralPaymentGatewayId, centralAccountNumber: account }: Diversion,
): MpesaRoute | null {
  const shortCode = platformMpesa(ctx)?.shortCode;
  if (!shortCode) return null;
  if (accountType === "mobile_money") return { ...common, ...tillOrPayBillPush(shortCode, account) };
  const paid = payBillPush(shortCode, centralPaymentGatewayId, account);
  return "fault" in paid ? null : { ...common, ...paid };
}
