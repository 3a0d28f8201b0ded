import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { airtelAppTag, platformAirtel } from "../../gateways/index.ts";
import type { Door } from "../core/callbacks.ts";
import type { AirtelRoute } from "../core/route.ts";
import { airtelCall, airtelClient, airtelCredentials, airtelReason, isAirtelRefusal } from "./airtel-call.ts";
import { airtelRefund } from "./airtel-refund.ts";
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
import { airtelFault, httpFault, readStrictJson, saysPhoneWrong, wireText } from "./wire.ts";

// Airtel Money Africa, Kenya: USSD push and enquiry (docs/reference/gateways-airtel.md, "Push" and "Enquiry"). Our
// payment id, 48 letters and digits (64 are taken), is the transaction's id at Airtel: a second push with it is refused
// there, and a lost answer can be asked about.

/** Refusals come as the payment service's `status`, or as the router's own two fields. */
const Status = z.object({
  message: z.string().optional(),
  result_code: wireText.optional(),
  response_code: wireText.optional(),
  success: z.boolean().optional(),
});
const PushAnswer = z.object({ status: Status });
const RouterRefusal = z.object({ status_code: wireText, status_message: z.string().default("") });
const QueryAnswer = z.object({
  data: z.object({
    transaction: z.object({
      airtel_money_id: wireText.nullish(),
      message: z.string().nullish(),
      status: z.string(),
    }),
  }),
  status: Status.optional(),
});
const Transaction = z.object({
  id: z.string().min(1).max(100),
  message: z.string().nullish(),
  status_code: z.string(),
  airtel_money_id: wireText.nullish(),
  code: wireText.nullish(),
});
const Callback = z.object({ transaction: Transaction });

async function push(line: Line<AirtelRoute>, request: PushRequest): Promise<PushResult> {
  const place = { country: "KE", currency: "KES" };
  const answer = await airtelCall(line, {
    method: "POST",
    path: "/merchant/v1/payments/",
    body: {
      reference: line.route.accountReference,
      // Nine digits: Airtel takes no country code.
      subscriber: { ...place, msisdn: request.phone.slice(3) },
      transaction: { ...place, amount: request.shillings, id: request.paymentId },
    },
    push: request,
  });
  if (answer.kind !== "answered") return unanswered(answer);
  const service = PushAnswer.safeParse(answer.body);
  if (answer.status === 200 && service.success && service.data.status.success === true)
    return { kind: "accepted", handle: request.paymentId };
  const router = RouterRefusal.safeParse(answer.body);
  const { code, words } = service.success
    ? { code: service.data.status.result_code ?? "", words: service.data.status.message ?? "" }
    : { code: router.data?.status_code ?? "", words: router.data?.status_message ?? "" };
  const said = {
    fault: airtelFault(code, words) ?? httpFault(answer.status, `${code}${words}`, answer.isPage),
    detail: `HTTP ${answer.status} ${code} ${words}`.trim(),
  };
  // 401 and 403 come in a shape of their own, before anything was sent.
  const atTheDoor = code === "" && answer.status >= 400 && answer.status < 500 && answer.status !== 408;
  if (!atTheDoor && !isAirtelRefusal(code)) return { kind: "unclear", ...said };
  return { kind: "refused", reason: saysPhoneWrong(words) ? "phone" : "service", ...said };
}

async function query(line: Line<AirtelRoute>, handle: string): Promise<QueryResult> {
  const answer = await airtelCall(line, { method: "GET", path: `/standard/v1/payments/${handle}` });
  if (answer.kind !== "answered") return { kind: "silent", detail: answer.detail };
  const said = QueryAnswer.safeParse(answer.body);
  // An id that is not found may still be on its way: nothing here is a failure unless Airtel says TF or TE.
  if (answer.status !== 200 || !said.success) return { kind: "silent", detail: `HTTP ${answer.status}` };
  const { status, message, airtel_money_id } = said.data.data.transaction;
  const code = said.data.status?.response_code;
  const detail = `${status} ${code ?? ""} ${message ?? ""}`.trim();
  const fault = airtelFault(code, message ?? "");
  switch (status) {
    case "TS":
      return { kind: "paid", receipt: airtel_money_id || null };
    case "TF":
      return { kind: "declined", reason: airtelReason(code), fault, detail };
    case "TE":
      return { kind: "declined", reason: "network", fault, detail };
    case "TA":
    case "TIP":
      return { kind: "open" };
    default:
      return { kind: "silent", detail };
  }
}

/** Its address serves all payments of an app: without a right signature a message is a hint. Only what was signed is read. */
async function read(line: Line<AirtelRoute>, body: string): Promise<ReadCallback | null> {
  const key = (await airtelCredentials(line))?.callbackKey;
  const signed = key ? signedTransaction(body, key) : undefined;
  const unsigned = () => Callback.safeParse(readStrictJson(body)).data?.transaction;
  const transaction = signed === undefined ? unsigned() : Transaction.safeParse(signed).data;
  if (!transaction) return null;
  const { id, message, status_code: status, airtel_money_id, code } = transaction;
  if (status !== "TS" && status !== "TF" && status !== "TE") return null;
  const why = status === "TE" ? "network" : airtelReason(code ?? undefined);
  const reading = {
    handle: id,
    reason: status === "TS" ? null : why,
    fault: airtelFault(code, message ?? ""),
    detail: `${status} ${message ?? ""}`.trim(),
    receipt: airtel_money_id || null,
    amountCents: null,
    phone: null,
  };
  return { reading, isSigned: signed !== undefined };
}

/** Airtel is told no address with a push: everything comes to the one of the app. */
async function usesDoor(line: Line<AirtelRoute>, door: Door): Promise<boolean> {
  if (door.kind !== "app") return false;
  const clientId = (await airtelCredentials(line))?.clientId;
  return clientId !== undefined && airtelAppTag(line.ctx, line.route.environment, clientId) === door.app;
}

/** Whose result a callback tells, as it says itself; null when it names none. Nothing is proven by it. */
export function airtelTransactionId(body: string): string | null {
  return Callback.safeParse(readStrictJson(body)).data?.transaction.id ?? null;
}

const driver: Driver<AirtelRoute> = {
  push,
  query,
  usesDoor,
  carries: ["handle"],
  read,
  ownHandle: (paymentId) => paymentId,
};

export const airtel: ServiceAdapter<AirtelRoute> = {
  driver: () => driver,
  refunds: airtelRefund,
  client: async (ctx, app) => {
    const secrets = await airtelCredentials({ ctx, route: app });
    return secrets && airtelClient(ctx, app.environment, secrets);
  },
  account: ({ merchantCode }) => ({ kind: "wallet", number: merchantCode, reference: null }),
  route: (ctx, { useAutoApi, accountNumber }, _secrets, common) => {
    // What the platform's app collects arrives in the platform's wallet: it is owed to the provider.
    const settlement = useAutoApi ? "collected" : "direct";
    const merchantCode = useAutoApi ? (platformAirtel(ctx)?.merchantCode ?? "") : accountNumber;
    return { route: { ...common, type: "airtel_money", settlement, merchantCode } };
  },
  // Only the wallet behind the platform's app can be the central account.
  centralRoute: (ctx, common, { centralAccountNumber }) => {
    const merchantCode = platformAirtel(ctx)?.merchantCode;
    return merchantCode === centralAccountNumber ? { ...common, type: "airtel_money", merchantCode } : null;
  },
};

/**
 * `hash` = base64(HMAC-SHA256(private key, payload)); samples sign `{"transaction":{…}}` or only the inner object, so
 * both are tried, over the bytes that came and the compact form. @returns the transaction of a right signature;
 * undefined where none is
 */
export function signedTransaction(body: string, key: string): unknown {
  const parsed = readStrictJson(body);
  if (typeof parsed !== "object" || parsed === null || !("transaction" in parsed)) return undefined;
  if (!("hash" in parsed) || typeof parsed.hash !== "string" || parsed.hash === "") return undefined;
  const given = Buffer.from(parsed.hash, "base64");
  const isSigned = (payload: string) => {
    const expected = createHmac("sha256", key).update(payload).digest();
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  const texts = [rawTransaction(body), JSON.stringify(parsed.transaction)];
  const signed = texts.find(
    (text) => text !== null && (isSigned(`{"transaction":${text}}`) || isSigned(text)),
  );
  return signed ? readStrictJson(signed) : undefined;
}

/** The bytes of the member `transaction` as they came; null when its braces do not close. */
function rawTransaction(body: string): string | null {
  const start = /"transaction"\s*:\s*(?=\{)/.exec(body);
  if (!start) return null;
  const from = start.index + start[0].length;
  let depth = 0;
  let inText = false;
  for (let at = from; at < body.length; at += 1) {
    const sign = body[at];
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === "{") depth += 1;
    else if (sign === "}") {
      depth -= 1;
      if (depth === 0) return body.slice(from, at + 1);
    }
  }
  return null;
}
