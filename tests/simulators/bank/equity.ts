import { createVerify } from "node:crypto";
import { isObject } from "../gateway-kit/http.ts";
import type { BankEngine } from "./engine.ts";
import { type PushCall, readAmount, readPhone, readUrl, takePush } from "./open-call.ts";
import type { Push } from "./prompts.ts";
import type { EquityApp } from "./state.ts";

const LONGEST_CALLBACK = 250;

function answer(status: number, code: number, message: string): Response {
  return Response.json({ status: false, code, message }, { status });
}

type Body = Record<string, unknown>;

function readPush(
  app: EquityApp,
  { merchant, payment }: Body,
  strict: boolean,
): Push | { field: string } | undefined {
  if (!isObject(merchant) || !isObject(payment)) return undefined;
  if (merchant.countryCode !== "KE") return { field: "merchant.countryCode" };
  if (merchant.accountNumber !== app.accountNumber) return { field: "merchant.accountNumber" };
  if (typeof merchant.name !== "string" || merchant.name === "") return { field: "merchant.name" };
  const reference = payment.ref;
  if (typeof reference !== "string" || !/^[A-Za-z0-9]{6,12}$/.test(reference)) {
    return { field: "payment.ref" };
  }
  const phoneNumber = readPhone(payment.mobileNumber, true);
  if (phoneNumber === undefined) return { field: "payment.mobileNumber" };
  if (payment.telco !== "Safaricom") return { field: "payment.telco" };
  const amount = readAmount(payment.amount);
  if (amount === undefined || typeof payment.amount !== "string") return { field: "payment.amount" };
  if (payment.currency !== "KES") return { field: "payment.currency" };
  const date = payment.date;
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date)) return { field: "payment.date" };
  const callBackUrl = readUrl(payment.callBackUrl, LONGEST_CALLBACK, strict);
  if (callBackUrl === undefined) return { field: "payment.callBackUrl" };
  if (payment.pushType !== "STK" && payment.pushType !== "USSD") return { field: "payment.pushType" };
  return { phoneNumber, amount, reference, callBackUrl };
}

/** The fields as they stand in the body, one behind the other, signed with RSA (PKCS#1 v1.5) over SHA-256. */
function isSigned(app: EquityApp, payment: Body, signature: string): boolean {
  const signed = [
    app.accountNumber,
    payment.ref,
    payment.mobileNumber,
    payment.telco,
    payment.amount,
    payment.currency,
  ].join("");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  return createVerify("RSA-SHA256").update(signed).verify(app.publicKey, signature, "base64");
}

const PUSH: PushCall<"equity"> = {
  bank: "equity",
  unauthorised: () => answer(401, 401101, "Invalid or expired token"),
  malformed: () => answer(400, 107000, "Malformed request"),
  invalid: (field) => answer(400, 107000, `Invalid ${field}`),
  locked: () => answer(400, 108201, "A transaction is already in process for the subscriber"),
  busy: () => answer(503, 103103, "System busy"),
  internal: () => answer(500, 100000, "Internal server error"),
  read: readPush,
  refuse({ state }, app, { payment }, headers) {
    if (!isObject(payment) || !isSigned(app, payment, headers.get("signature") ?? "")) {
      return answer(401, 401102, "Signature verification failed");
    }
    const isKnown = state.prompts.some((one) => one.bank === "equity" && one.reference === payment.ref);
    return isKnown ? answer(400, 108202, "Duplicate reference") : undefined;
  },
  accepted: ({ reference, merchantRequestId }) => ({
    status: true,
    code: 0,
    message: "Request accepted for processing",
    reference,
    transactionId: merchantRequestId,
  }),
};

/** POST /v3-apis/payment-api/v3.0/stkussdpush/initiate of Jenga. */
export const equityPush = (engine: BankEngine, request: Request) => takePush(PUSH, engine, request);
