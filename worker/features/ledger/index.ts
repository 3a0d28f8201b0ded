export type { Settlement } from "./accounts.ts";
export { balanceStatements, balancesOf } from "./balances.ts";
export { type Journal, journalStatements, type PaymentFacts } from "./journal.ts";
export {
  adjustmentJournal,
  creditNoteJournal,
  feeJournal,
  feePaidJournal,
  feeTakenBackJournal,
  refundJournal,
  saleJournalId,
  saleJournals,
  takenBackJournals,
} from "./journals.ts";
