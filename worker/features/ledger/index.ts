export {
  type BalanceNow,
  balanceNow,
  balanceStatements,
  balancesOf,
  freshValue,
  owedValue,
  refundingValue,
} from "./balances.ts";
export { type Journal, journalStatements, type PaymentFacts } from "./journal.ts";
export {
  adjustmentJournal,
  creditNoteJournal,
  feeJournal,
  feePaidJournal,
  feeTakenBackJournal,
  payoutGivenBackJournal,
  payoutPaidAfterAllJournal,
  payoutPaidJournal,
  payoutReservedJournal,
  payoutReversedJournal,
  refundJournal,
  saleJournalId,
  saleJournals,
  takenBackJournals,
} from "./journals.ts";
