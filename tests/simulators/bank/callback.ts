import { nairobiStamp, nairobiTime } from "../gateway-kit/identifiers.ts";
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

/** What Co-op says of a payment, in its callback and to an enquiry: 0 is done, 1 is under way, -1 is failed. */
export function coopReport(prompt: Prompt): Record<string, string> {
  const at = nairobiTime(prompt.closedAt ?? prompt.createdAt);
  return {
    MessageReference: prompt.reference,
    MessageDateTime: `${at.year}-${at.month}-${at.day}T${at.hour}:${at.minute}:${at.second}.000+03:00`,
    MessageCode: prompt.result === null ? "1" : prompt.receipt === null ? "-1" : "0",
    MessageDescription: prompt.result?.text ?? "REQUEST IN PROCESS",
    TransactionCurrency: "KES",
    MobileNumber: prompt.phoneNumber,
    Amount: prompt.amount.toFixed(2),
    ...(prompt.receipt === null ? {} : { ReceiptNumber: prompt.receipt }),
  };
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

/** What the prompt's bank posts of its outcome. */
export function callbackBody(state: BankState, prompt: Prompt): object {
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
