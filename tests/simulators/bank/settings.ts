import { flag, oneOf, pushAnswer, type SettingsOf, SHARED } from "../gateway-kit/settings.ts";

/** What a tester can turn; README.md of this folder says what each value does. */
export const SETTINGS = {
  ...SHARED,
  strict: flag(true),
  answer: pushAnswer(),
  enquiry: oneOf("normal", "down"),
  tamper: oneOf("none", "amount"),
};
export type BankSettings = SettingsOf<typeof SETTINGS>;
