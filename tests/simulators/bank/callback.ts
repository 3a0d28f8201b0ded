import { nairobiStamp } from "../daraja/identifiers.ts";
import { coopReport } from "./coop-report.ts";
import type { BankState, Prompt } from "./state.ts";

/** KCB passes Safaricom's own callback on. */
function kcbBody(prompt: Prompt, amount: number): object {
  const head = {
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: prompt.result?.code,
    ResultDesc: prompt.result?.text,
  };
  if (prompt.receipt === null) return { Body: { stkCallback: head } };
  const Item = [
    { Name: "Amount", Value: amount },
    { Name: "MpesaReceiptNumber", Value: prompt.receipt },
    { Name: "TransactionDate", Value: Number(nairobiStamp(prompt.closedAt ?? prompt.createdAt)) },
    { Name: "PhoneNumber", Value: Number(prompt.phoneNumber) },
  ];
  return { Body: { stkCallback: { ...head, CallbackMetadata: { Item } } } };
}

/** Jenga's notification: code 3 is done, 4 is failed. */
function equityBody(prompt: Prompt, amount: number): object {
  const paid = prompt.receipt !== null;
  return {
    status: paid,
    code: paid ? 3 : 4,
    message: prompt.result?.text,
    transactionReference: prompt.reference,
    telcoReference: prompt.receipt ?? "",
    mobileNumber: prompt.phoneNumber,
    requestAmount: prompt.amount.toFixed(2),
    debitedAmount: (paid ? amount : 0).toFixed(2),
    charge: "0.00",
    currency: "KES",
    telco: "Safaricom",
  };
}

function callbackBody(state: BankState, prompt: Prompt): object {
  const wrong = prompt.amount === 1 ? 2 : 1;
  const amount = state.settings.tamper === "amount" ? wrong : prompt.amount;
  switch (prompt.bank) {
    case "kcb":
      return kcbBody(prompt, amount);
    case "coop":
      return { ...coopReport(prompt), Amount: amount.toFixed(2) };
    case "equity":
      return equityBody(prompt, amount);
  }
}

/** Puts the callbacks that an outcome causes, under the settings in force at that moment, into the state. */
export function addCallbacks(state: BankState, prompt: Prompt, now: number): BankState {
  const { callbacks, copies, delayMs, retries } = state.settings;
  if (callbacks === "lost") return state;
  const count = callbacks === "duplicate" ? copies : 1;
  const body = JSON.stringify(callbackBody(state, prompt));
  const added = Array.from({ length: count }, (_, index) => ({
    id: state.nextId + index,
    promptId: prompt.id,
    url: prompt.callBackUrl,
    body,
    dueAt: now + (callbacks === "late" ? delayMs : 0),
    retriesLeft: retries,
  }));
  return { ...state, nextId: state.nextId + count, callbacks: [...state.callbacks, ...added] };
}
