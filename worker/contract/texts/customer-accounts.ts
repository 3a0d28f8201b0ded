// The account of a customer with lines, and cash by hand.

export const en = {
  cash_amount: "Enter KES 1 to 250,000, in whole shillings",
  cash_why: "Say why, in a few words",
  cash_day_full:
    "You have taken KES {taken} in cash today. A cashier takes KES {most} a day at most: ask the owner.",
  cash_taken: "KES {amount} taken from {name}: receipt {number}.",
  cash_given_back: "KES {amount} given back to {name}: receipt {number}.",
  cash_beyond_balance: "There are KES {balance} in this account: no more can be given back.",
  cash_undone: "Receipt {number} is undone: the account and the sales are without it again.",
  cash_undone_before: "This receipt was undone before.",
  cash_gone: "This receipt does not exist.",
  refund_account_spent: "Nothing of it is left in the customer's account: it has paid for time on a line.",
  refund_beyond_balance: "There are KES {balance} left in the customer's account: no more can be given back.",
  customer_unknown: "No customer of this provider has this account.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  cash_amount: "Weka KES 1 hadi 250,000, kwa shilingi kamili",
  cash_why: "Sema kwa nini, kwa maneno machache",
  cash_day_full:
    "Umepokea KES {taken} taslimu leo. Keshia hupokea KES {most} zaidi kwa siku: mwulize mmiliki.",
  cash_taken: "KES {amount} zimepokelewa kutoka kwa {name}: risiti {number}.",
  cash_given_back: "KES {amount} zimerudishwa kwa {name}: risiti {number}.",
  cash_beyond_balance: "Kuna KES {balance} kwenye akaunti hii: haziwezi kurudishwa zaidi.",
  cash_undone: "Risiti {number} imebatilishwa: akaunti na mauzo hayana pesa zake tena.",
  cash_undone_before: "Risiti hii ilibatilishwa tayari.",
  cash_gone: "Risiti hii haipo.",
  refund_account_spent: "Hakuna kilichobaki kwenye akaunti ya mteja: zimelipia muda wa laini.",
  refund_beyond_balance: "Kuna KES {balance} kwenye akaunti ya mteja: haziwezi kurudishwa zaidi.",
  customer_unknown: "Hakuna mteja wa mtoa huduma huyu mwenye akaunti hii.",
};
