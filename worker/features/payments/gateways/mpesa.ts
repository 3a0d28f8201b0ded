import * as z from "zod";
import type { PaymentReason } from "../../../contract/payments.ts";
import { isBanksPayBill } from "../../../contract/values/banks.ts";
import type { GatewayFault } from "../../../contract/values/gateway-faults.ts";
import { nairobiMs } from "../../../contract/values/time.ts";
import type { MpesaSecrets } from "../../gateways/index.ts";
import type { MpesaRoute } from "../core/route.ts";
import { mpesaCredentials } from "./credentials.ts";
import { darajaCall, darajaClient } from "./daraja-call.ts";
import type {
  Driver,
  Line,
  PushRequest,
  PushResult,
  QueryResult,
  ReadCallback,
  ServiceAdapter,
} from "./driver.ts";
import { unanswered } from "./gateway-call.ts";
import { wireText } from "./loose-fields.ts";
import { mpesaRefund } from "./mpesa-refund.ts";
import { centralMpesaRoute, mpesaRoute } from "./mpesa-routes.ts";
import { readStrictJson } from "./strict-json.ts";
import { mpesaFault, notDarajaFault, saysPhoneWrong } from "./wire-faults.ts";

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
