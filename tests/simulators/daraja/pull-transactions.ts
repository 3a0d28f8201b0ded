import { isCallBackUrl } from "../gateway-kit/callback-url.ts";
import { newRequestId } from "../gateway-kit/identifiers.ts";
import { isOwnNumber } from "./c2b-register.ts";
import type { DarajaEngine } from "./engine.ts";
import { digits } from "./push-request.ts";
import { openCall } from "./signed-call.ts";
import type { DarajaApp, Transfer } from "./state.ts";
import {
  INVALID_ACCESS_TOKEN_PULL,
  invalidField,
  PULL_SHORT_CODE_UNKNOWN,
  refuse,
  type WireError,
} from "./wire-answers.ts";

const KEPT_MS = 48 * 3_600_000;
const EAT_OFFSET_MS = 3 * 3_600_000;
/** The documentation's example asks for rows 101 to 200 by offset 100. */
const ROWS_AT_ONCE = 100;

/** POST /pulltransactions/v1/register: once per short code, and only for one that is told of its payments. */
export async function registerPull(engine: DarajaEngine, request: Request): Promise<Response> {
  const opened = await openCall(engine, request, INVALID_ACCESS_TOKEN_PULL);
  if ("error" in opened) return refuse(opened.error, engine.random);
  const { app, body } = opened;
  const shortCode = digits(body.ShortCode);
  const fault = registerFault(app, body, shortCode);
  if (fault) return refuse(fault, engine.random);
  if (!engine.state.registrations[shortCode]) return refuse(PULL_SHORT_CODE_UNKNOWN, engine.random);
  const known = engine.state.pullCodes.includes(shortCode);
  if (!known) engine.commit({ ...engine.state, pullCodes: [...engine.state.pullCodes, shortCode] });
  return Response.json({
    ResponseRefID: newRequestId(engine.random),
    ResponseStatus: known ? "1001" : "1000",
    ShortCode: shortCode,
    ResponseDescription: known ? "ShortCode already Registered" : "Shortcode Registered Successfully",
  });
}

function registerFault(
  app: DarajaApp,
  body: Record<string, unknown>,
  shortCode: string,
): WireError | undefined {
  if (!isOwnNumber(app, shortCode)) return PULL_SHORT_CODE_UNKNOWN;
  if (body.RequestType !== "Pull") return invalidField("RequestType");
  if (!/^(254|0)[17]\d{8}$/.test(digits(body.NominatedNumber))) return invalidField("NominatedNumber");
  const url = body.CallBackURL;
  return typeof url === "string" && isCallBackUrl(url, false) ? undefined : invalidField("CallBackURL");
}

/** `YYYY-MM-DD HH:mm[:ss]` in Nairobi, as UTC ms. */
function readMoment(value: unknown): number | undefined {
  const parts = typeof value === "string" ? /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d)?$/.exec(value) : null;
  if (!parts) return undefined;
  const [, day, minute, second = ":00"] = parts;
  const at = Date.parse(`${day}T${minute}${second}Z`) - EAT_OFFSET_MS;
  return Number.isNaN(at) ? undefined : at;
}

function row(app: DarajaApp, transfer: Transfer) {
  return {
    transactionId: transfer.receipt,
    trxDate: `${new Date(transfer.at).toISOString().slice(0, 19)}Z`,
    msisdn: Number(transfer.phone.slice(3)),
    sender: "MPESA",
    transactiontype: transfer.transactionType === "Pay Bill" ? "c2b-pay-bill-debit" : "c2b-buy-goods-debit",
    billreference: transfer.account,
    amount: transfer.amount.toFixed(2),
    organizationname: app.name ?? transfer.shortCode,
  };
}

/** POST /pulltransactions/v1/query: what a short code received within 48 hours, oldest first, 100 rows from an offset. */
export async function queryPull(engine: DarajaEngine, request: Request): Promise<Response> {
  const opened = await openCall(engine, request, INVALID_ACCESS_TOKEN_PULL);
  if ("error" in opened) return refuse(opened.error, engine.random);
  engine.count("pulls");
  const { app, body } = opened;
  const shortCode = digits(body.ShortCode);
  if (!isOwnNumber(app, shortCode) || !engine.state.pullCodes.includes(shortCode)) {
    return refuse(PULL_SHORT_CODE_UNKNOWN, engine.random);
  }
  const from = readMoment(body.StartDate);
  if (from === undefined) return refuse(invalidField("StartDate"), engine.random);
  const to = readMoment(body.EndDate);
  if (to === undefined || to < from) return refuse(invalidField("EndDate"), engine.random);
  const offset = digits(body.OffSetValue);
  if (!/^\d{1,6}$/.test(offset)) return refuse(invalidField("OffSetValue"), engine.random);

  const oldest = Math.max(from, engine.now() - KEPT_MS);
  const rows = engine.state.transfers
    .filter((one) => one.shortCode === shortCode && one.at >= oldest && one.at <= to)
    .slice(Number(offset), Number(offset) + ROWS_AT_ONCE)
    .map((one) => row(app, one));
  return Response.json({
    ResponseRefID: newRequestId(engine.random),
    ResponseCode: rows.length === 0 ? "1001" : "1000",
    ResponseMessage: rows.length === 0 ? "Null" : "Success",
    Response: [rows],
  });
}
