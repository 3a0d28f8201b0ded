export type { Settlement } from "./accounts.ts";
export { balanceStatements, balancesOf } from "./balances.ts";
export { type Journal, journalStatements, type PaymentFacts } from "./journal.ts";
export {
  adjustmentJournal,
  feeJournal,
  feePaidJournal,
  refundJournal,
  saleJournals,
} from "./journals.ts";
