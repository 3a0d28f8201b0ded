import { nairobiTime } from "../daraja/identifiers.ts";
import type { Prompt } from "./state.ts";

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
