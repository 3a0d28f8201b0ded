import type { BankEngine } from "./engine.ts";
import { type PushCall, readAmount, readPhone, readUrl, takePush } from "./open-call.ts";
import type { Push } from "./prompts.ts";
import type { KcbApp } from "./state.ts";

/** The documentation's limit; longer addresses are told to be cut. */
const LONGEST_CALLBACK = 50;

function answer(status: number, statusCode: string, statusDescription: string): Response {
  return Response.json({ header: { statusCode, statusDescription } }, { status });
}

function readPush(
  app: KcbApp,
  body: Record<string, unknown>,
  strict: boolean,
  headers: Headers,
): Push | { field: string } {
  if (headers.get("routecode") !== "207") return { field: "routeCode" };
  if (headers.get("operation") !== "STKPush") return { field: "operation" };
  if (!/^\S{1,50}$/.test(headers.get("messageid") ?? "")) return { field: "messageId" };
  const phoneNumber = readPhone(body.phoneNumber, false);
  if (phoneNumber === undefined) return { field: "phoneNumber" };
  const amount = readAmount(body.amount);
  if (amount === undefined) return { field: "amount" };
  // The till, and the business' own reference behind a dash (the bank's sample shows #, too).
  const invoice = typeof body.invoiceNumber === "string" ? body.invoiceNumber : "";
  const [, till, reference] = /^(\d+)[-#]([A-Za-z0-9]{1,20})$/.exec(invoice) ?? [];
  if (till !== app.till || reference === undefined) return { field: "invoiceNumber" };
  if (body.sharedShortCode !== true) return { field: "sharedShortCode" };
  if (typeof body.orgShortCode !== "string") return { field: "orgShortCode" };
  if (typeof body.orgPassKey !== "string") return { field: "orgPassKey" };
  const callBackUrl = readUrl(body.callbackUrl, LONGEST_CALLBACK, strict);
  if (callBackUrl === undefined) return { field: "callbackUrl" };
  const description = body.transactionDescription;
  if (typeof description !== "string" || !/^.{1,50}$/.test(description)) {
    return { field: "transactionDescription" };
  }
  return { phoneNumber, amount, reference, callBackUrl };
}

const ACCEPTED = "Success. Request accepted for processing";

const PUSH: PushCall<"kcb"> = {
  bank: "kcb",
  unauthorised: () => {
    const description = "Invalid JWT token. Make sure you have provided the correct security credentials";
    return Response.json({ code: "900901", message: "Invalid Credentials", description }, { status: 401 });
  },
  malformed: () => answer(400, "1", "Bad Request - Invalid payload"),
  invalid: (field) => answer(400, "1", `Bad Request - Invalid ${field}`),
  locked: () => answer(500, "1", "Unable to lock subscriber, a transaction is already in process"),
  busy: () => answer(503, "1", "System is busy. Please try again in few minutes."),
  internal: () => answer(500, "1", "Internal Server Error"),
  read: readPush,
  accepted: ({ merchantRequestId, checkoutRequestId }) => ({
    response: {
      MerchantRequestID: merchantRequestId,
      ResponseCode: "0",
      CustomerMessage: ACCEPTED,
      CheckoutRequestID: checkoutRequestId,
      ResponseDescription: ACCEPTED,
    },
    header: { statusDescription: ACCEPTED, statusCode: "0" },
  }),
};

/** POST /mm/api/request/1.0.0/stkpush of KCB Buni. */
export const kcbPush = (engine: BankEngine, request: Request) => takePush(PUSH, engine, request);
