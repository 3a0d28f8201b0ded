import { addConfirmation } from "./confirmation.ts";
import { addTransfer, type DarajaState, type Prompt, type Transfer } from "./state.ts";

/** The first name of every simulated subscriber who gave none. */
export const FIRST_NAME = "WANJIKU";

/**
 * The money of a paid prompt reaches its receiver. Where that short code has registered addresses the business hears of
 * it a second time, with the same receipt.
 */
export function receivePush(state: DarajaState, prompt: Prompt, now: number): DarajaState {
  const { receipt } = prompt;
  if (receipt === null || state.transfers.some((one) => one.receipt === receipt)) return state;
  const toTill = prompt.transactionType === "CustomerBuyGoodsOnline";
  const transfer: Transfer = {
    receipt,
    at: prompt.closedAt ?? now,
    amount: prompt.amount,
    phone: prompt.payer,
    firstName: FIRST_NAME,
    shortCode: prompt.partyB,
    transactionType: toTill ? "Buy Goods" : "Pay Bill",
    account: toTill ? "" : prompt.accountReference,
    origin: "push",
    thirdPartyId: "",
    reversal: null,
    deliveries: [],
  };
  return addConfirmation(addTransfer(state, transfer), transfer, now);
}
