export { isRecent, messagesOf, usefulHours } from "./campaign-messages.ts";
export {
  consentBy,
  consentStatement,
  notAgreedStatement,
  sampleStopCode,
  withdrawConsent,
} from "./consents.ts";
export {
  beginCreditPurchase,
  creditPurchasesDue,
  endCreditPurchase,
  giveForProof,
  lowCreditsPart,
  openCreditPurchases,
} from "./credits.ts";
export type { LineNews } from "./line-texts.ts";
export { ownerMessageStatement, raiseStatement, receiptStatements } from "./message-rows.ts";
export { isOneTimeCode, parseOneTimeCode } from "./one-time-code.ts";
export { deliveriesDue, messagesDue, sweepDeliveries, sweepMessages } from "./outbox.ts";
export { platformAccount, sweepSmsReports } from "./platform-account.ts";
export { codesGo, type NotSent, segmentsOfCode, sendCode, sendLink } from "./send-code.ts";
export { type SendingNow, sendingNow } from "./sending-now.ts";
export {
  alarmsPerHour,
  gatherMs,
  ownerNewsDue,
  type StoredNews,
  storedNews,
  untoldAbsence,
} from "./settings.ts";
export { apiKeyPlace } from "./sms-account.ts";
export { messageGoes, type SmsState, smsStateOf } from "./sms-state.ts";
