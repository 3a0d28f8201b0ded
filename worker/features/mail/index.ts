export { inBoth } from "./in-both.ts";
export {
  letterStatement,
  notifyOperators,
  notifyProvider,
  notifyProviderStatement,
  oneLine,
} from "./outbox.ts";
export { type LetterRow, letterAnswer, sendLetterNow, sweepMail } from "./send-mail.ts";
