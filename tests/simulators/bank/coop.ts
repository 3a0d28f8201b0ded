import { coopReport } from "./coop-report.ts";
import type { BankEngine } from "./engine.ts";
import { appOfToken } from "./oauth.ts";
import { acceptPush, type Faults, readAmount, readJson, readPhone, readUrl } from "./open-call.ts";
import type { Push } from "./prompts.ts";
import { type CoopApp, countCall } from "./state.ts";

const LONGEST_CALLBACK = 250;

function answer(status: number, MessageCode: string, MessageDescription: string): Response {
  return Response.json({ MessageCode, MessageDescription }, { status });
}

const FAULTS: Faults = {
  locked: () => answer(400, "-1", "TRANSACTION ALREADY IN PROCESS FOR THE SUBSCRIBER"),
  busy: () => answer(503, "-1", "SYSTEM BUSY"),
  internal: () => answer(500, "-1", "INTERNAL SERVER ERROR"),
};
const UNAUTHORISED = {
  fault: { code: 900901, message: "Invalid Credentials", description: "Access failure for API" },
};

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

/** POST /FT/stk/1.0.0 of Co-op Connect; the reference is the business' own and may be used once. */
export async function coopPush(engine: BankEngine, request: Request): Promise<Response> {
  const text = await request.text();
  const app = appOfToken(engine, request, "coop");
  const body = readJson(text);
  const refused = (response: Response) => {
    engine.commit(countCall(engine.state, "pushesRefused"));
    return response;
  };
  if (!app) return refused(Response.json(UNAUTHORISED, { status: 401 }));
  if (!body) return refused(answer(400, "-1", "INVALID PAYLOAD"));
  const push = readPush(app, body, engine.state.settings.strict);
  if ("field" in push) return refused(answer(400, "-1", `INVALID ${push.field}`));
  const known = engine.state.prompts.some((one) => one.bank === "coop" && one.reference === push.reference);
  if (known) return refused(answer(400, "-1", "DUPLICATE MESSAGE REFERENCE"));
  return await acceptPush(engine, app, push, FAULTS, () => ({
    MessageReference: push.reference,
    MessageDateTime: body.MessageDateTime,
    MessageCode: "0",
    MessageDescription: "REQUEST ACCEPTED FOR PROCESSING",
  }));
}

/** POST /Enquiry/STK/1.0.0/ of Co-op Connect: what became of the app's own reference. */
export async function coopEnquiry(engine: BankEngine, request: Request): Promise<Response> {
  const text = await request.text();
  const app = appOfToken(engine, request, "coop");
  engine.commit(countCall(engine.state, "enquiries"));
  if (!app) return Response.json(UNAUTHORISED, { status: 401 });
  const body = readJson(text);
  if (!body || typeof body.MessageReference !== "string")
    return answer(400, "-1", "INVALID MessageReference");
  if (typeof body.UserID !== "string" || body.UserID === "") return answer(400, "-1", "INVALID UserID");
  if (engine.state.settings.enquiry === "down") return FAULTS.internal();
  const prompt = engine.state.prompts.find(
    (one) => one.apiKey === app.apiKey && one.reference === body.MessageReference,
  );
  return prompt ? Response.json(coopReport(prompt)) : answer(404, "-1", "TRANSACTION NOT FOUND");
}
