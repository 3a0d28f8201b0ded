import type { BankEngine } from "./engine.ts";
import { appOfToken } from "./oauth.ts";
import { acceptPush, type Faults, readAmount, readJson, readPhone, readUrl } from "./open-call.ts";
import type { Push } from "./prompts.ts";
import { countCall, type KcbApp } from "./state.ts";

/** The documentation's limit; longer addresses are told to be cut. */
const LONGEST_CALLBACK = 50;

function answer(status: number, statusCode: string, statusDescription: string): Response {
  return Response.json({ header: { statusCode, statusDescription } }, { status });
}

const FAULTS: Faults = {
  locked: () => answer(500, "1", "Unable to lock subscriber, a transaction is already in process"),
  busy: () => answer(503, "1", "System is busy. Please try again in few minutes."),
  internal: () => answer(500, "1", "Internal Server Error"),
};

function readPush(
  app: KcbApp,
  headers: Headers,
  body: Record<string, unknown>,
  strict: boolean,
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

/** POST /mm/api/request/1.0.0/stkpush of KCB Buni. */
export async function kcbPush(engine: BankEngine, request: Request): Promise<Response> {
  const text = await request.text();
  const app = appOfToken(engine, request, "kcb");
  const body = readJson(text);
  const refused = (response: Response) => {
    engine.commit(countCall(engine.state, "pushesRefused"));
    return response;
  };
  if (!app) {
    const description = "Invalid JWT token. Make sure you have provided the correct security credentials";
    return refused(
      Response.json({ code: "900901", message: "Invalid Credentials", description }, { status: 401 }),
    );
  }
  if (!body) return refused(answer(400, "1", "Bad Request - Invalid payload"));
  const push = readPush(app, request.headers, body, engine.state.settings.strict);
  if ("field" in push) return refused(answer(400, "1", `Bad Request - Invalid ${push.field}`));
  const words = "Success. Request accepted for processing";
  return await acceptPush(engine, app, push, FAULTS, (prompt) => ({
    response: {
      MerchantRequestID: prompt.merchantRequestId,
      ResponseCode: "0",
      CustomerMessage: words,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResponseDescription: words,
    },
    header: { statusDescription: words, statusCode: "0" },
  }));
}
