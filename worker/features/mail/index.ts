export { letterStatement, oneLine, tellOperators, tellProvider } from "./outbox.ts";
export { type LetterRow, letterAnswer, sendLetterNow, sweepMail } from "./send-mail.ts";
