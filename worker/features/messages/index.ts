export { raiseStatement, receiptStatements } from "./message-rows.ts";
export { messagesDue, sweepMessages } from "./outbox.ts";
export { apiKeyPlace } from "./sms-account.ts";
