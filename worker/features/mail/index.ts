export {
  bilingual,
  letterKey,
  letterStatement,
  notifyOperators,
  notifyOperatorsStatement,
  notifyProvider,
  notifyProviderStatement,
  oneLine,
} from "./outbox.ts";
export { type LetterRow, letterAnswer, sendLetterNow, sweepMail } from "./send-mail.ts";
