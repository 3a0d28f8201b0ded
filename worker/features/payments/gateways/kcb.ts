import * as z from "zod";
import type { BankRoute } from "../core/route.ts";
import { apiManagerToken, type BankApi, type BankDriver, bankCall } from "./bank-call.ts";
import type { Line, PushRequest, PushResult } from "./driver.ts";
import { unanswered } from "./gateway-call.ts";
import { readStkCallback, stkCarries } from "./mpesa.ts";
import { shortCallbackUrl } from "./short-address.ts";
import { httpFault, resultFault, saysPhoneWrong, wireText } from "./wire.ts";

// KCB Buni, M-Pesa Express: Safaricom's push behind the bank's own wrapper (docs/reference/gateways-banks.md, "KCB"). The
// money goes to the till that opens the invoice number. It has no enquiry: the callback alone tells the result.

const Answer = z.object({
  header: z.object({ statusCode: wireText, statusDescription: z.string().nullish() }).optional(),
  response: z.object({ ResponseCode: wireText.optional(), CheckoutRequestID: z.string().min(1) }).nullish(),
});

const api: BankApi = {
  base: ({ KCB_SANDBOX_URL: sandbox, KCB_PRODUCTION_URL: production }) => ({ sandbox, production }),
  token: apiManagerToken,
};

async function push(line: Line<BankRoute>, request: PushRequest): Promise<PushResult> {
  const answer = await bankCall(api, line, ({ merchantId }) => ({
    method: "POST",
    path: "/mm/api/request/1.0.0/stkpush",
    headers: { routecode: "207", operation: "STKPush", messageid: request.paymentId.slice(0, 32) },
    body: {
      phoneNumber: request.phone,
      amount: String(request.shillings),
      invoiceNumber: `${merchantId}-${line.route.accountReference}`,
      sharedShortCode: true,
      orgShortCode: "",
      orgPassKey: "",
      callbackUrl: shortCallbackUrl(line.ctx, request.paymentId),
      transactionDescription: request.description,
    },
    push: request,
  }));
  if (answer.kind !== "answered") return unanswered(answer);
  const { header, response } = Answer.safeParse(answer.body).data ?? {};
  const words = `${header?.statusCode ?? ""} ${header?.statusDescription ?? ""}`.trim();
  const said = {
    fault: httpFault(answer.status, words, answer.isPage),
    detail: `HTTP ${answer.status} ${words}`.trim(),
  };
  if (answer.status === 200 && response && (response.ResponseCode ?? "0") === "0")
    return { kind: "accepted", handle: response.CheckoutRequestID };
  // A refusal is definite where the bank itself says so, or turned the call away at the door.
  const isDefinite = answer.status >= 400 && answer.status < 500 && answer.status !== 408;
  const isRefused = answer.status === 200 && header !== undefined && header.statusCode !== "0" && !response;
  if (!isDefinite && !isRefused) return { kind: "unclear", ...said };
  return { kind: "refused", reason: saysPhoneWrong(words) ? "phone" : "service", ...said };
}

export const kcb: BankDriver = {
  api,
  push,
  query: async () => ({ kind: "silent", detail: "KCB has no enquiry" }),
  usesDoor: async (_line, door) => door.kind === "short",
  carries: stkCarries,
  read: async (_line, body) => readStkCallback(body, (_code, words) => resultFault(words)),
};
