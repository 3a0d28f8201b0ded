export { type CreditEntry, creditsOf } from "./credit-book.ts";
export {
  addCredits,
  beginCreditPurchase,
  endCreditPurchase,
  giveForProof,
  openCreditPurchases,
} from "./credits.ts";
export { ownerMessageStatement, raiseStatement, receiptStatements } from "./message-rows.ts";
export { isOneTimeCode, parseOneTimeCode } from "./one-time-code.ts";
export { messagesDue, sweepMessages } from "./outbox.ts";
export { platformAccount } from "./platform-account.ts";
export {
  platformSmsNow,
  removePlatformSms,
  savePlatformSms,
  tryPlatformSms,
} from "./save-platform-account.ts";
export { chooseSender } from "./save-settings.ts";
export { codesGo, type NotSent, segmentsOfCode, sendCode } from "./send-code.ts";
export {
  alarmsPerHour,
  gatherMs,
  ownerNewsDue,
  type StoredNews,
  storedNews,
  untoldAbsence,
} from "./settings.ts";
export { settingsNow } from "./settings-now.ts";
export { apiKeyPlace } from "./sms-account.ts";
export { type SmsState, smsStateOf } from "./sms-state.ts";
export { sweepSmsReports } from "./take-report.ts";
