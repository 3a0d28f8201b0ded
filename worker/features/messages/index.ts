export { raiseStatement, receiptStatements } from "./message-rows.ts";
export { isOneTimeCode, parseOneTimeCode } from "./one-time-code.ts";
export { messagesDue, sweepMessages } from "./outbox.ts";
export { codesGo, type NotSent, segmentsOfCode, sendCode } from "./send-code.ts";
export { apiKeyPlace } from "./sms-account.ts";
export { type SmsState, smsStateOf } from "./sms-state.ts";
