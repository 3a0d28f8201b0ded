import { createSign } from "node:crypto";
import * as z from "zod";
import type { PaymentReason } from "../../../contract/payments.ts";
import { nairobiMs } from "../../../contract/values/time.ts";
import type { BankRoute } from "../core/route.ts";
import { type BankApi, type BankDriver, bankCall } from "./bank-call.ts";
import type { Line, PushRequest, PushResult, ReadCallback } from "./driver.ts";
import { unanswered } from "./gateway-call.ts";
import { jsonHeaders } from "./gateway-http.ts";
import { centsIn, httpFault, readStrictJson, resultFault, saysPhoneWrong, wireText } from "./wire.ts";

// Equity's Jenga v3, M-Pesa push that settles to the account itself (docs/reference/gateways-banks.md, "Equity"). Each
// call is signed with the merchant's RSA key. There is no enquiry for this kind of push: the callback alone tells the result.

const Answer = z.object({
  status: z.boolean(),
  code: wireText.nullish(),
  message: z.string().nullish(),
});
const Callback = z.object({
  code: wireText,
  message: z.string().nullish(),
  telcoReference: z.string().nullish(),
  mobileNumber: wireText.nullish(),
  requestAmount: wireText.nullish(),
});

/** Six letters and digits are all that it takes; the callback's address says which payment it is, this only confirms it. */
const referenceOf = (paymentId: string) => paymentId.slice(0, 6).toUpperCase();

/** 0 = waiting; 2 and 3 = paid, in the account soon or already. */
const results = new Map<string, PaymentReason | "paid" | "open">([
  ["0", "open"],
  ["1", "service"],
  ["2", "paid"],
  ["3", "paid"],
  ["4", "service"],
  ["5", "cancelled"],
  ["6", "cancelled"],
  ["7", "service"],
]);

const api: BankApi = {
  base: ({ EQUITY_SANDBOX_URL: sandbox, EQUITY_PRODUCTION_URL: production }) => ({ sandbox, production }),
  token: ({ apiKey, apiSecret: consumerSecret, merchantId: merchantCode }) => ({
    path: "/authentication/api/v3/authenticate/merchant",
    init: {
      method: "POST",
      headers: { ...jsonHeaders, "api-key": apiKey },
      body: JSON.stringify({ merchantCode, consumerSecret }),
    },
  }),
};

async function push(line: Line<BankRoute>, request: PushRequest): Promise<PushResult> {
  const reference = referenceOf(request.paymentId);
  const { account } = line.route;
  const amount = String(request.shillings);
  const [telco, currency] = ["Safaricom", "KES"];
  const answer = await bankCall(api, line, ({ privateKey }) => {
    if (!privateKey) throw new Error("the private key that signs calls to Equity is missing");
    const signed = `${account}${reference}${request.phone}${telco}${amount}${currency}`;
    return {
      method: "POST",
      path: "/v3-apis/payment-api/v3.0/stkussdpush/initiate",
      headers: { signature: createSign("RSA-SHA256").update(signed).sign(privateKey, "base64") },
      body: {
        merchant: { accountNumber: account, countryCode: "KE", name: line.route.payee },
        payment: {
          ref: reference,
          amount,
          currency,
          telco,
          mobileNumber: request.phone,
          date: new Date(line.ctx.now() + nairobiMs).toISOString().slice(0, 10),
          callBackUrl: line.callbackUrl,
          pushType: "STK",
        },
      },
      push: request,
    };
  });
  if (answer.kind !== "answered") return unanswered(answer);
  const answered = Answer.safeParse(answer.body).data;
  const words = `${answered?.code ?? ""} ${answered?.message ?? ""}`.trim();
  const said = {
    fault: httpFault(answer.status, words, answer.isPage),
    detail: `HTTP ${answer.status} ${words}`.trim(),
  };
  if (answer.status === 200 && answered?.status === true) return { kind: "accepted", handle: reference };
  // What it answers itself with `status: false`, and what its gateway turned away unsent; a 5xx may hide a prompt.
  const isDefinite =
    answer.status !== 408 && answer.status < 500 && (answer.status >= 400 || answered?.status === false);
  if (!isDefinite) return { kind: "unclear", ...said };
  return { kind: "refused", reason: saysPhoneWrong(words) ? "phone" : "service", ...said };
}

function readCallback(body: string): ReadCallback | null {
  const said = Callback.safeParse(readStrictJson(body)).data;
  const result = said && (results.get(said.code) ?? "service");
  if (!said || !result || result === "open") return null;
  const reading = {
    // Which of its references it repeats is nowhere stated: the address alone says whose result this is.
    handle: null,
    reason: result === "paid" ? null : result,
    fault: resultFault(said.message ?? ""),
    detail: `${said.code} ${said.message ?? ""}`.trim(),
    receipt: said.telcoReference || null,
    amountCents: centsIn(said.requestAmount),
    phone: said.mobileNumber ?? null,
    // Debited and not credited: the payer's money is somewhere in between.
    isDoubtful: said.code === "4",
  };
  return { reading, isSigned: false };
}

export const equity: BankDriver = {
  api,
  push,
  query: async () => ({ kind: "silent", detail: "Equity has no enquiry for this push" }),
  usesDoor: async (_line, door) => door.kind === "own",
  carries: ["amountCents", "receipt"],
  read: async (_line, body) => readCallback(body),
  ownHandle: referenceOf,
};
