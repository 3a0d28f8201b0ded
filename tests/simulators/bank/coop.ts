import { readObject } from "../gateway-kit/http.ts";
import { coopReport } from "./callback.ts";
import type { BankEngine } from "./engine.ts";
import { appOfBank, type PushCall, readAmount, readPhone, readUrl, takePush } from "./open-call.ts";
import type { Push } from "./prompts.ts";
import type { CoopApp } from "./state.ts";

const LONGEST_CALLBACK = 250;

function answer(status: number, MessageCode: string, MessageDescription: string): Response {
  return Response.json({ MessageCode, MessageDescription }, { status });
}

const unauthorised = () =>
  Response.json(
    { fault: { code: 900901, message: "Invalid Credentials", description: "Access failure for API" } },
    { status: 401 },
  );

function readPush(app: CoopApp, body: Record<string, unknown>, strict: boolean): Push | { field: string } {
  const reference = body.MessageReference;
  if (typeof reference !== "string" || !/^[A-Za-z0-9-]{1,64}$/.test(reference)) {
    return { field: "MessageReference" };
  }
  const callBackUrl = readUrl(body.CallBackUrl, LONGEST_CALLBACK, strict);
  if (callBackUrl === undefined) return { field: "CallBackUrl" };
  if (body.OperatorCode !== app.operatorCode) return { field: "OperatorCode" };
  if (body.TransactionCurrency !== "KES") return { field: "TransactionCurrency" };
  const phoneNumber = readPhone(body.MobileNumber, false);
  if (phoneNumber === undefined) return { field: "MobileNumber" };
  const narration = body.Narration;
  if (typeof narration !== "string" || !/^.{1,50}$/.test(narration)) return { field: "Narration" };
  const amount = readAmount(body.Amount);
  if (amount === undefined) return { field: "Amount" };
  const time = body.MessageDateTime;
  if (typeof time !== "string" || Number.isNaN(Date.parse(time))) return { field: "MessageDateTime" };
  const details = body.OtherDetails ?? [];
  const named = (one: unknown) => typeof one === "object" && one !== null && "Name" in one && "Value" in one;
  if (!Array.isArray(details) || !details.every(named)) return { field: "OtherDetails" };
  return { phoneNumber, amount, reference, callBackUrl };
}

const PUSH: PushCall<"coop"> = {
  bank: "coop",
  unauthorised,
  malformed: () => answer(400, "-1", "INVALID PAYLOAD"),
  invalid: (field) => answer(400, "-1", `INVALID ${field}`),
  locked: () => answer(400, "-1", "TRANSACTION ALREADY IN PROCESS FOR THE SUBSCRIBER"),
  busy: () => answer(503, "-1", "SYSTEM BUSY"),
  internal: () => answer(500, "-1", "INTERNAL SERVER ERROR"),
  read: readPush,
  refuse: ({ state }, _, { MessageReference }) =>
    state.prompts.some((one) => one.bank === "coop" && one.reference === MessageReference)
      ? answer(400, "-1", "DUPLICATE MESSAGE REFERENCE")
      : undefined,
  accepted: ({ reference }, { MessageDateTime }) => ({
    MessageReference: reference,
    MessageDateTime,
    MessageCode: "0",
    MessageDescription: "REQUEST ACCEPTED FOR PROCESSING",
  }),
};

/** POST /FT/stk/1.0.0 of Co-op Connect; the reference is the business' own and may be used once. */
export const coopPush = (engine: BankEngine, request: Request) => takePush(PUSH, engine, request);

/** POST /Enquiry/STK/1.0.0/ of Co-op Connect: what became of the app's own reference. */
export async function coopEnquiry(engine: BankEngine, request: Request): Promise<Response> {
  const body = readObject(await request.text());
  const app = appOfBank(engine, request, "coop");
  engine.count("enquiries");
  if (!app) return unauthorised();
  if (typeof body?.MessageReference !== "string") return PUSH.invalid("MessageReference");
  if (typeof body.UserID !== "string" || body.UserID === "") return PUSH.invalid("UserID");
  if (engine.state.settings.enquiry === "down") return PUSH.internal();
  const prompt = engine.state.prompts.find(
    (one) => one.apiKey === app.apiKey && one.reference === body.MessageReference,
  );
  return prompt ? Response.json(coopReport(prompt)) : answer(404, "-1", "TRANSACTION NOT FOUND");
}
