export { letterStatement, oneLine, tellOperators, tellProvider, tellProviderStatement } from "./outbox.ts";
export { type LetterRow, letterAnswer, sendLetterNow, sweepMail } from "./send-mail.ts";
