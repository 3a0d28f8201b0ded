import {
  delivery,
  flag,
  milliseconds,
  oneOf,
  pushAnswer,
  type SettingsOf,
  SHARED,
  texts,
} from "../gateway-kit/settings.ts";

/** What a tester can turn; README.md of this folder says what each value does. */
export const SETTINGS = {
  ...SHARED,
  strict: flag(true),
  answer: pushAnswer(),
  answerDelayMs: milliseconds(0),
  query: oneOf("normal", "down", "flaky"),
  tamper: oneOf("none", "amount", "phone", "receipt", "checkout-id"),
  unknownPhones: texts(),
  closedApps: texts(),
  closedReceivers: texts(),
  resultCodeAs: oneOf("number", "string"),
  rule17: flag(true),
  registrations: oneOf("free", "once"),
  validation: flag(true),
  confirmations: delivery(),
  msisdn: oneOf("by-version", "hashed"),
  acks: oneOf("normal", "empty", "busy", "internal", "internal-after-acceptance", "lost-after-acceptance"),
  results: oneOf("normal", "lost", "duplicate", "late", "timeout", "timeout-after-execution", "of-another"),
  payouts: oneOf("normal", "insufficient", "unregistered"),
};
export type DarajaSettings = SettingsOf<typeof SETTINGS>;
