import { createVerify } from "node:crypto";
import type { BankEngine } from "./engine.ts";
import { appOfToken } from "./oauth.ts";
import { acceptPush, type Faults, readAmount, readJson, readPhone, readUrl } from "./open-call.ts";
import type { Push } from "./prompts.ts";
import { countCall, type EquityApp } from "./state.ts";

const LONGEST_CALLBACK = 250;

function answer(status: number, code: number, message: string): Response {
  return Response.json({ status: false, code, message }, { status });
}

const FAULTS: Faults = {
  locked: () => answer(400, 108201, "A transaction is already in process for the subscriber"),
  busy: () => answer(503, 103103, "System busy"),
  internal: () => answer(500, 100000, "Internal server error"),
};

type Payload = { merchant: Record<string, unknown>; payment: Record<string, unknown> };

function readPayload(text: string): Payload | undefined {
  const body = readJson(text);
  const merchant = readJson(JSON.stringify(body?.merchant ?? null));
  const payment = readJson(JSON.stringify(body?.payment ?? null));
  return merchant && payment ? { merchant, payment } : undefined;
}

function readPush(app: EquityApp, { merchant, payment }: Payload, strict: boolean): Push | { field: string } {
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
function isSigned(app: EquityApp, { merchant, payment }: Payload, signature: string): boolean {
  const signed = [
    merchant.accountNumber,
    payment.ref,
    payment.mobileNumber,
    payment.telco,
    payment.amount,
    payment.currency,
  ].join("");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  return createVerify("RSA-SHA256").update(signed).verify(app.publicKey, signature, "base64");
}

/** POST /v3-apis/payment-api/v3.0/stkussdpush/initiate of Jenga. */
export async function equityPush(engine: BankEngine, request: Request): Promise<Response> {
  const text = await request.text();
  const app = appOfToken(engine, request, "equity");
  const refused = (response: Response) => {
    engine.commit(countCall(engine.state, "pushesRefused"));
    return response;
  };
  if (!app) return refused(answer(401, 401101, "Invalid or expired token"));
  const payload = readPayload(text);
  if (!payload) return refused(answer(400, 107000, "Malformed request"));
  const push = readPush(app, payload, engine.state.settings.strict);
  if ("field" in push) return refused(answer(400, 107000, `Invalid ${push.field}`));
  if (!isSigned(app, payload, request.headers.get("signature") ?? "")) {
    return refused(answer(401, 401102, "Signature verification failed"));
  }
  const known = engine.state.prompts.some((one) => one.bank === "equity" && one.reference === push.reference);
  if (known) return refused(answer(400, 108202, "Duplicate reference"));
  return await acceptPush(engine, app, push, FAULTS, (prompt) => ({
    status: true,
    code: 0,
    message: "Request accepted for processing",
    reference: push.reference,
    transactionId: prompt.merchantRequestId,
  }));
}
