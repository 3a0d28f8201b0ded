import { nairobiStamp } from "../gateway-kit/identifiers.ts";
import { acknowledge, emptyAck, initiatorFault, newOperation, refusedAck, SUCCESS } from "./acknowledge.ts";
import { isOwnNumber } from "./c2b-register.ts";
import type { DarajaEngine } from "./engine.ts";
import { readStatus, type StatusRequest } from "./operation-request.ts";
import { addResult, type Parameter } from "./operation-result.ts";
import { openCall } from "./signed-call.ts";
import type { DarajaApp, DarajaState } from "./state.ts";
import { INVALID_ACCESS_TOKEN_C2B, refuse } from "./wire-answers.ts";

/** Never processed, as far as the gateway knows. */
const NOT_FOUND = { code: 2033, desc: "The transaction was not found." };

type Found = {
  receipt: string;
  amount: number;
  at: number;
  debit: string;
  credit: string;
  reason: string;
  originatorConversationId: string;
  conversationId: string;
  status?: string;
};

/** Money that this app's business sent, by its receipt or by the conversation that asked for it. */
function findPayout(state: DarajaState, app: DarajaApp, asked: StatusRequest): Found | undefined {
  const found = state.operations.find(
    (one) =>
      one.payout !== undefined &&
      one.receipt !== null &&
      isOwnNumber(app, one.shortCode) &&
      (asked.conversationId === ""
        ? one.receipt === asked.transactionId
        : one.originatorConversationId === asked.conversationId),
  );
  if (!found?.payout || found.receipt === null) return undefined;
  const { payout, receipt, at, shortCode, kind, originatorConversationId, conversationId } = found;
  return {
    receipt,
    amount: payout.amount,
    at,
    originatorConversationId,
    conversationId,
    debit: `${shortCode} - ${app.name ?? shortCode}`,
    credit: `${payout.receiver} - RECEIVER OF PAYOUTS`,
    reason: kind === "b2c" ? "Business Payment to Customer via API" : "Business Pay Bill via API",
    status: payout.isReversed ? "Reversed" : "Completed",
  };
}

/** A payment by its receipt, a reversal by its own receipt or by the conversation that asked for it. */
function find(state: DarajaState, app: DarajaApp, asked: StatusRequest): Found | undefined {
  const operation = state.operations.find(
    (one) =>
      one.kind === "reversal" &&
      one.receipt !== null &&
      (asked.conversationId === ""
        ? one.receipt === asked.transactionId
        : one.originatorConversationId === asked.conversationId),
  );
  const receipt = operation?.transactionId ?? asked.transactionId;
  const transfer = state.transfers.find((one) => one.receipt === receipt);
  if (!transfer || !isOwnNumber(app, transfer.shortCode)) return undefined;
  const payer = `${transfer.phone} - ${transfer.firstName}`;
  const business = `${transfer.shortCode} - ${app.name ?? transfer.shortCode}`;
  if (operation && transfer.reversal) {
    return {
      ...transfer.reversal,
      debit: business,
      credit: payer,
      reason: "Transaction Reversal",
      originatorConversationId: operation.originatorConversationId,
      conversationId: operation.conversationId,
    };
  }
  return {
    receipt: transfer.receipt,
    amount: transfer.amount,
    at: transfer.at,
    debit: payer,
    credit: business,
    reason: transfer.transactionType === "Pay Bill" ? "Pay Bill Online" : "Buy Goods Online",
    originatorConversationId: "",
    conversationId: "",
  };
}

function resultParameters(found: Found): Parameter[] {
  const values: [string, string | undefined][] = [
    ["DebitPartyName", found.debit],
    ["CreditPartyName", found.credit],
    ["OriginatorConversationID", found.originatorConversationId || undefined],
    ["InitiatedTime", nairobiStamp(found.at)],
    ["DebitAccountType", "MMF Account For Customer"],
    ["DebitPartyCharges", undefined],
    ["TransactionReason", undefined],
    ["ReasonType", found.reason],
    ["TransactionStatus", found.status ?? "Completed"],
    ["FinalisedTime", nairobiStamp(found.at)],
    ["Amount", String(found.amount)],
    ["ConversationID", found.conversationId || undefined],
    ["ReceiptNo", found.receipt],
  ];
  return values.map(([key, value]) =>
    value === undefined ? { key } : { key, value: JSON.stringify(value) },
  );
}

/** POST /mpesa/transactionstatus/v1/query: what became of a payment or of a reversal; the result comes later. */
export async function transactionStatus(engine: DarajaEngine, request: Request): Promise<Response> {
  const opened = await openCall(engine, request, INVALID_ACCESS_TOKEN_C2B);
  if ("error" in opened) return refuse(opened.error, engine.random);
  engine.count("statusQueries");
  const { app, body } = opened;
  const read = readStatus(app, body, engine.state.settings.strict);
  if ("answer" in read) return emptyAck();
  if ("error" in read) return refuse(read.error, engine.random);
  const refused = refusedAck(engine);
  if (refused) return refused;

  const asked = read.value;
  const found = findPayout(engine.state, app, asked) ?? find(engine.state, app, asked);
  const fault = initiatorFault(app, asked) ?? (found ? undefined : NOT_FOUND);
  const about = { kind: "status", shortCode: app.shortCode, transactionId: asked.transactionId } as const;
  const operation = newOperation(engine, about, fault ?? SUCCESS);
  const parameters = fault || !found ? [] : resultParameters(found);
  engine.commit(addResult(engine.state, operation, parameters, asked));
  return acknowledge(engine, operation);
}
