import { nairobiTime, newReceipt } from "../gateway-kit/identifiers.ts";
import { acknowledge, initiatorFault, newOperation, refusedAck, SUCCESS } from "./acknowledge.ts";
import type { DarajaEngine } from "./engine.ts";
import { addResult, type Parameter } from "./operation-result.ts";
import { type PayoutRequest, readB2b, readB2c } from "./payout-request.ts";
import { openCall } from "./signed-call.ts";
import { receiptTaken } from "./state.ts";
import { DUPLICATE_ORIGINATOR, refuse } from "./wire-answers.ts";

const INSUFFICIENT = { code: 1, desc: "The balance is insufficient for the transaction." };
const UNREGISTERED = { code: 2040, desc: "Credit Party customer type can't be supported by the service." };

function faultOf(engine: DarajaEngine) {
  const { payouts } = engine.state.settings;
  if (payouts === "insufficient") return INSUFFICIENT;
  return payouts === "unregistered" ? UNREGISTERED : undefined;
}

/** `03.07.2024 14:30:21` in Nairobi. */
function completed(ms: number): string {
  const { year, month, day, hour, minute, second } = nairobiTime(ms);
  return `${day}.${month}.${year} ${hour}:${minute}:${second}`;
}

function parametersOf(kind: "b2c" | "b2b", asked: PayoutRequest, receipt: string, at: number): Parameter[] {
  const quoted = (text: string) => JSON.stringify(text);
  const receiver = quoted(`${asked.receiver} - RECEIVER OF PAYOUTS`);
  if (kind === "b2c")
    return [
      { key: "TransactionAmount", value: String(asked.amount) },
      { key: "TransactionReceipt", value: quoted(receipt) },
      { key: "ReceiverPartyPublicName", value: receiver },
      { key: "TransactionCompletedDateTime", value: quoted(completed(at)) },
      { key: "B2CUtilityAccountAvailableFunds", value: "4905135.0" },
      { key: "B2CWorkingAccountAvailableFunds", value: "0.0" },
      { key: "B2CRecipientIsRegisteredCustomer", value: quoted("Y") },
      { key: "B2CChargesPaidAccountAvailableFunds", value: "0.0" },
    ];
  return [
    { key: "DebitAccountBalance", value: quoted("{Amount={CurrencyCode=KES, BasicAmount=346568.83}}") },
    { key: "Amount", value: quoted(asked.amount.toFixed(2)) },
    { key: "TransCompletedTime", value: quoted(completed(at)) },
    { key: "DebitPartyCharges" },
    { key: "ReceiverPartyPublicName", value: receiver },
    { key: "Currency", value: quoted("KES") },
  ];
}

/** Pays at once, or not at all; the result tells a second later. A payout that timed out in the queue was not carried out. */
async function payOut(engine: DarajaEngine, request: Request, kind: "b2c" | "b2b"): Promise<Response> {
  const opened = await openCall(engine, request);
  if ("error" in opened) return refuse(opened.error, engine.random);
  engine.count("payouts");
  const { app, body } = opened;
  const read = (kind === "b2c" ? readB2c : readB2b)(app, body, engine.state.settings.strict);
  if ("error" in read) return refuse(read.error, engine.random);
  const asked = read.value;
  const own = asked.originatorConversationId;
  if (own !== "" && engine.state.operations.some((one) => one.originatorConversationId === own))
    return refuse(DUPLICATE_ORIGINATOR, engine.random);
  const refused = refusedAck(engine);
  if (refused) return refused;
  const about = { kind, shortCode: asked.shortCode, transactionId: "" } as const;
  const timedOut = engine.state.settings.results === "timeout";
  const fault = initiatorFault(app, asked) ?? faultOf(engine);
  const receipt = newReceipt(engine.now(), engine.random, (other) => receiptTaken(engine.state, other));
  const isPaid = !fault && !timedOut;
  const operation = {
    ...newOperation(
      engine,
      about,
      fault ?? (timedOut ? { code: "1", desc: "Not carried out." } : { ...SUCCESS, receipt }),
    ),
    ...(own === "" ? {} : { originatorConversationId: own }),
    payout: { amount: asked.amount, receiver: asked.receiver, isReversed: false },
  };
  const parameters = isPaid ? parametersOf(kind, asked, receipt, operation.at) : [];
  engine.commit(addResult(engine.state, operation, parameters, asked));
  return acknowledge(engine, operation);
}

/** POST /mpesa/b2c/v3/paymentrequest: money to a phone. */
export const payPhone = (engine: DarajaEngine, request: Request) => payOut(engine, request, "b2c");

/** POST /mpesa/b2b/v1/paymentrequest: money to a pay bill or till. */
export const payBusiness = (engine: DarajaEngine, request: Request) => payOut(engine, request, "b2b");
