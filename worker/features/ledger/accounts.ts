// The books: one set per provider, kept for the operator. A journal says of one event where value went (debit, positive cents)
// and where it came from (credit, negative cents); its lines sum to zero, and nothing that is written is ever changed.
//
// A sale credits `sales` and debits the account that the payer's money reached, which was decided when the payment began:
//
//   direct     the provider's own till, pay bill or bank account. The platform never touched it: the line is a memo that says
//              how it was collected.
//   collected  the platform's account. The platform owes it to the provider, so two more lines of the journal say that: the
//              provider's claim, and the debt. What is owed now is the credit balance of `owed to provider`.
//   diverted   the central account of the switch that took it. A journal of its own (kind `diversion`) keeps the same pair
//              apart, so that whatever is agreed about diverted money can be set off later, and nothing claims it until then.
//
// What is owed is paid out. A payout moves its amount and the fee from what is owed to what is under way before anything is sent,
// on both sides; when it is paid, the amount leaves the platform's account for the provider's, and the fee is the platform's.
// One that failed moves back.
//
// A refund is the sale backwards, on the day on which the money went back: sales of that day are lowered, days that are past,
// and the invoices made from them, stay as they were. A fee is what an invoice asks for; its payment lowers what is owed. An
// adjustment is a person's correction: what a payer paid beyond a purchase is `customer credit` until it is used or given back.
//
// A customer with lines pays any amount: it is a sale when it comes in, and counts once. Beside it a journal says what is owed to the
// customer for it; a period that is bought lowers that, and is no revenue of its own. Cash is such a sale, too, without a payment: the
// provider's people have it. It is no gateway's money, so no fee is taken of it.
//
// What the operator sees as revenue is the balance of `sales`, kept per day in `sales_daily` by a trigger. Money that came
// in and belongs to no purchase yet is in no journal: it is listed until a person says what it was.

export type Settlement = "direct" | "collected" | "diverted";

export const sales = "sales";
/** The provider's own account at his gateway. */
export const providerAccount = "provider account";
export const platformAccount = "platform account";

/** Who received diverted money: each switch has an account of its own. */
export function centralAccount(switchId: string | null): string {
  return switchId === null ? "central account" : `central account ${switchId}`;
}

/** Collected by the platform: what the provider may claim of it, and what it owes him. Always each other's opposite. */
export const claimOnPlatform = "claim on platform";
export const owedToProvider = "owed to provider";

/** What a payout has taken of that pair, until it is known how it ended. */
export const claimUnderWay = "claim under way";
export const payoutUnderWay = "payout under way";
/** What payouts cost the provider; the platform's side is `platformFees`. */
export const payoutFees = "payout fees";

/** The same pair for diverted money, of which nobody said yet whether it is owed. */
export const divertedClaim = "diverted claim";
export const divertedNotSettled = "diverted, not settled";

/** What an invoice asked for and nobody paid yet, and the platform's own income. */
export const feesOwed = "fees owed by provider";
export const platformFees = "platform fees";

/** Paid beyond any purchase. */
export const customerCredit = "customer credit";

/** Of customers with lines: what they paid and have not spent yet, and its opposite. Their money is a sale when it comes in. */
export const owedToCustomers = "owed to customers";
export const paidAhead = "paid ahead";

/** What the provider's people took for accounts of customers, less what they gave back. */
export const cash = "cash";

/** The account that a sale's money reached. */
export function receivingAccount(settlement: Settlement, switchId: string | null): string {
  if (settlement === "direct") return providerAccount;
  return settlement === "collected" ? platformAccount : centralAccount(switchId);
}
