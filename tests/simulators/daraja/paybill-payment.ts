import { readObject } from "../gateway-kit/http.ts";
import { newReceipt } from "../gateway-kit/identifiers.ts";
import { JSON_HEADERS } from "./callback.ts";
import { addConfirmation, paymentBody } from "./confirmation.ts";
import type { DarajaEngine } from "./engine.ts";
import { addTransfer, type Registration, receiptTaken, type Transfer } from "./state.ts";

/** What somebody types on a phone under Lipa na M-PESA. Amount in whole shillings. */
export type PaybillPayment = Pick<
  Transfer,
  "shortCode" | "transactionType" | "account" | "amount" | "phone" | "firstName" | "origin"
>;

/**
 * How the validation address judged it: its code, or why there was none: `not-asked` (nobody registered, or validation is
 * off), `silent` (no readable answer in time, so the registration's ResponseType decided).
 */
export type Judgement = { code: string; paid: boolean; thirdPartyId: string };

/** Then the registration's ResponseType decides. */
const VALIDATION_WITHIN_MS = 8_000;

const REJECTIONS = ["C2B00011", "C2B00012", "C2B00013", "C2B00014", "C2B00015", "C2B00016"];

/** `"0"` as text accepts; a number does so only in lenient mode, because the documentation asks for text. */
function readJudgement(body: string, strict: boolean): Judgement | undefined {
  const read = readObject(body);
  const code = read?.ResultCode;
  const thirdPartyId = typeof read?.ThirdPartyTransID === "string" ? read.ThirdPartyTransID : "";
  if (code === "0" || (!strict && code === 0)) return { code: "0", paid: true, thirdPartyId };
  return typeof code === "string" && REJECTIONS.includes(code)
    ? { code, paid: false, thirdPartyId: "" }
    : undefined;
}

async function judge(
  engine: DarajaEngine,
  registration: Registration | undefined,
  intended: Transfer,
): Promise<Judgement> {
  const { validation, strict } = engine.state.settings;
  if (!registration || !validation) return { code: "not-asked", paid: true, thirdPartyId: "" };
  engine.count("validationsAsked");
  const body = paymentBody(engine.state, registration, intended, "validation");
  const answered = await engine.ask(registration.validationUrl, body, JSON_HEADERS, VALIDATION_WITHIN_MS);
  const judgement = answered?.status === 200 ? readJudgement(answered.body, strict) : undefined;
  return judgement ?? { code: "silent", paid: registration.responseType === "Completed", thirdPartyId: "" };
}

/**
 * Somebody pays a paybill or till by hand: the business is asked first where it wishes to be, then the money moves and it
 * is told. Resolves when the payment is decided; `receipt` is null when it was refused.
 */
export async function payByHand(
  engine: DarajaEngine,
  payment: PaybillPayment,
): Promise<Judgement & { receipt: string | null }> {
  const taken = (receipt: string) => receiptTaken(engine.state, receipt);
  const intended: Transfer = {
    ...payment,
    receipt: newReceipt(engine.now(), engine.random, taken),
    at: engine.now(),
    thirdPartyId: "",
    reversal: null,
    deliveries: [],
  };
  const judgement = await judge(engine, engine.state.registrations[payment.shortCode], intended);
  if (!judgement.paid) return { ...judgement, receipt: null };
  const transfer = { ...intended, at: engine.now(), thirdPartyId: judgement.thirdPartyId };
  engine.commit(addConfirmation(addTransfer(engine.state, transfer), transfer, engine.now()));
  engine.rearm();
  return { ...judgement, receipt: transfer.receipt };
}
