import { flag, milliseconds, oneOf, type SettingsOf, SHARED } from "../gateway-kit/settings.ts";

/** What a tester can turn; README.md of this folder says what each value does. */
export const SETTINGS = {
  ...SHARED,
  interim: oneOf("none", "TIP", "TA"),
  hash: oneOf("transaction", "inner", "none", "wrong"),
  tamper: oneOf("none", "id", "money-id", "status"),
  answer: oneOf(
    "normal",
    "lost-after-acceptance",
    "timeout-after-acceptance",
    "failed",
    "failed-after-acceptance",
    "callback-first",
  ),
  answerDelayMs: milliseconds(0),
  refusalStatus: oneOf("200", "400"),
  enquiry: oneOf("normal", "down", "flaky", "ambiguous"),
  misleading: flag(false),
  refund: oneOf("normal", "refused", "down", "lost-after-acceptance"),
  allowList: flag(false),
  expireAfterMs: milliseconds(120_000, 1),
};
export type AirtelSettings = SettingsOf<typeof SETTINGS>;
