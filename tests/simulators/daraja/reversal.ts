import { nairobiStamp, newReceipt } from "../gateway-kit/identifiers.ts";
import { acknowledge, initiatorFault, newOperation, refusedAck, SUCCESS } from "./acknowledge.ts";
import { isOwnNumber } from "./c2b-register.ts";
import type { DarajaEngine } from "./engine.ts";
import { type ReversalRequest, readReversal } from "./operation-request.ts";
import { addResult, type Parameter } from "./operation-result.ts";
import { openCall } from "./signed-call.ts";
import { type DarajaApp, receiptTaken, replaceTransfer, type Transfer } from "./state.ts";
import { refuse } from "./wire-answers.ts";

const ALREADY_REVERSED = { code: "R000001", desc: "The transaction has already been reversed." };
const ORIGINAL_INVALID = { code: "R000002", desc: "The OriginalTransactionID is invalid." };
const NOT_PERMITTED = {
  code: 2028,
  desc: "The request is not permitted according to product assignment.",
};

type Judged = { transfer: Transfer } | { code: number | string; desc: string };

function judge(engine: DarajaEngine, app: DarajaApp, asked: ReversalRequest): Judged {
  const fault = initiatorFault(app, asked);
  if (fault) return fault;
  const transfer = engine.state.transfers.find((one) => one.receipt === asked.transactionId);
  if (!transfer || !isOwnNumber(app, transfer.shortCode)) return ORIGINAL_INVALID;
  if (transfer.reversal) return ALREADY_REVERSED;
  return asked.amount > transfer.amount ? NOT_PERMITTED : { transfer };
}

function resultParameters(app: DarajaApp, transfer: Transfer, at: number, amount: number): Parameter[] {
  const quoted = (text: string) => JSON.stringify(text);
  return [
    { key: "DebitAccountBalance", value: quoted("Utility Account|KES|7722179.62|7722179.62|0.00|0.00") },
    { key: "Amount", value: amount.toFixed(2) },
    { key: "TransCompletedTime", value: nairobiStamp(at) },
    { key: "OriginalTransactionID", value: quoted(transfer.receipt) },
    { key: "Charge", value: "0.00" },
    { key: "CreditPartyPublicName", value: quoted(`${transfer.phone} - ${transfer.firstName}`) },
    {
      key: "DebitPartyPublicName",
      value: quoted(`${transfer.shortCode} - ${app.name ?? transfer.shortCode}`),
    },
  ];
}

/** POST /mpesa/reversal/v1/request: sends money of a payment back to its payer, wholly or in part, once. */
export async function reverseTransaction(engine: DarajaEngine, request: Request): Promise<Response> {
  const opened = await openCall(engine, request);
  if ("error" in opened) return refuse(opened.error, engine.random);
  engine.count("reversals");
  const { app } = opened;
  const read = readReversal(app, opened.body, engine.state.settings.strict);
  if ("error" in read) return refuse(read.error, engine.random);
  const refused = refusedAck(engine);
  if (refused) return refused;

  const asked = read.value;
  const about = {
    kind: "reversal",
    shortCode: asked.receiverParty,
    transactionId: asked.transactionId,
  } as const;
  const judged = judge(engine, app, asked);
  if ("code" in judged || engine.state.settings.results === "timeout") {
    const outcome = "code" in judged ? judged : { code: "1", desc: "Not carried out." };
    const operation = newOperation(engine, about, outcome);
    engine.commit(addResult(engine.state, operation, [], asked));
    return acknowledge(engine, operation);
  }
  const { transfer } = judged;
  const receipt = newReceipt(engine.now(), engine.random, (other) => receiptTaken(engine.state, other));
  const operation = newOperation(engine, about, { ...SUCCESS, receipt });
  const reversal = { receipt, at: operation.at, amount: asked.amount };
  const moved = replaceTransfer(engine.state, { ...transfer, reversal });
  const parameters = resultParameters(app, transfer, operation.at, asked.amount);
  engine.commit(addResult(moved, operation, parameters, asked));
  return acknowledge(engine, operation);
}
