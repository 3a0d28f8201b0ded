// Banks whose pay bill takes money for an account of theirs: the account's number travels as the reference.

export type KnownBank = {
  id: string;
  name: string;
  /** The bank's own pay bill at Safaricom. */
  paybill: string;
  /** What the payer's prompt names behind the pay bill. */
  accountReference: string;
  /** At most 13 characters, as Daraja allows. */
  transactionDesc: string;
  /** The bank itself sends prompts by an account holder's credentials (docs/reference/gateways-banks.md, "Two ways"). */
  hasOwnApi: boolean;
};

const paid = { accountReference: "Account number", transactionDesc: "WiFi access" };

/** Pay bills as in docs/reference/gateways-banks.md, "Through the bank's pay bill". */
export const banks: readonly KnownBank[] = [
  { id: "equity", name: "Equity Bank", paybill: "247247", ...paid, hasOwnApi: true },
  { id: "kcb", name: "KCB Bank", paybill: "522522", ...paid, hasOwnApi: true },
  { id: "coop", name: "Co-operative Bank", paybill: "400200", ...paid, hasOwnApi: true },
  { id: "stanchart", name: "Standard Chartered", paybill: "329329", ...paid, hasOwnApi: false },
  { id: "absa", name: "Absa Bank", paybill: "303030", ...paid, hasOwnApi: false },
];

export const isBanksPayBill = (number: string): boolean => banks.some(({ paybill }) => paybill === number);

export function bankById(id: string | null | undefined): KnownBank | undefined {
  return banks.find((bank) => bank.id === id);
}
