/** What a tester can turn; README.md of this folder says what each value does. Times in milliseconds. */
export type DarajaSettings = {
  auto: "none" | "paid";
  autoAfterMs: number;
  callbacks: "normal" | "lost" | "duplicate" | "late";
  copies: number;
  delayMs: number;
  strict: boolean;
  answer:
    | "normal"
    | "lost-after-acceptance"
    | "busy"
    | "internal"
    | "internal-after-acceptance"
    | "callback-first";
  answerDelayMs: number;
  query: "normal" | "down" | "flaky";
  tamper: "none" | "amount" | "phone" | "receipt" | "checkout-id";
  tokens: "normal" | "revoke-next";
  closedApps: readonly string[];
  closedReceivers: readonly string[];
  resultCodeAs: "number" | "string";
  retries: number;
  rule17: boolean;
  expireAfterMs: number;
  registrations: "free" | "once";
  validation: boolean;
  validationWithinMs: number;
  pushConfirmations: boolean;
  confirmations: "normal" | "lost" | "duplicate" | "late";
  msisdn: "by-version" | "hashed";
  acks: "normal" | "empty" | "busy" | "internal" | "internal-after-acceptance" | "lost-after-acceptance";
  results: "normal" | "lost" | "duplicate" | "late" | "timeout" | "timeout-after-execution";
  resultAfterMs: number;
};

export const DEFAULT_SETTINGS: DarajaSettings = {
  auto: "none",
  autoAfterMs: 4_000,
  callbacks: "normal",
  copies: 3,
  delayMs: 150_000,
  strict: true,
  answer: "normal",
  answerDelayMs: 0,
  query: "normal",
  tamper: "none",
  tokens: "normal",
  closedApps: [],
  closedReceivers: [],
  resultCodeAs: "number",
  retries: 0,
  rule17: true,
  expireAfterMs: 90_000,
  registrations: "free",
  validation: true,
  validationWithinMs: 8_000,
  pushConfirmations: true,
  confirmations: "normal",
  msisdn: "by-version",
  acks: "normal",
  results: "normal",
  resultAfterMs: 1_000,
};

type Rule = readonly string[] | "boolean" | "names" | { min: number; max: number };

const DAY_MS = 86_400_000;

const RULES: { [Key in keyof DarajaSettings]: Rule } = {
  auto: ["none", "paid"],
  autoAfterMs: { min: 0, max: DAY_MS },
  callbacks: ["normal", "lost", "duplicate", "late"],
  copies: { min: 1, max: 100 },
  delayMs: { min: 0, max: DAY_MS },
  strict: "boolean",
  answer: [
    "normal",
    "lost-after-acceptance",
    "busy",
    "internal",
    "internal-after-acceptance",
    "callback-first",
  ],
  answerDelayMs: { min: 0, max: DAY_MS },
  query: ["normal", "down", "flaky"],
  tamper: ["none", "amount", "phone", "receipt", "checkout-id"],
  tokens: ["normal", "revoke-next"],
  closedApps: "names",
  closedReceivers: "names",
  resultCodeAs: ["number", "string"],
  retries: { min: 0, max: 100 },
  rule17: "boolean",
  expireAfterMs: { min: 1, max: DAY_MS },
  registrations: ["free", "once"],
  validation: "boolean",
  validationWithinMs: { min: 1, max: DAY_MS },
  pushConfirmations: "boolean",
  confirmations: ["normal", "lost", "duplicate", "late"],
  msisdn: ["by-version", "hashed"],
  acks: ["normal", "empty", "busy", "internal", "internal-after-acceptance", "lost-after-acceptance"],
  results: ["normal", "lost", "duplicate", "late", "timeout", "timeout-after-execution"],
  resultAfterMs: { min: 0, max: DAY_MS },
};

/** The sentence that says why a value is not one of the setting's, or undefined when it is. */
function complaint(key: keyof DarajaSettings, value: unknown): string | undefined {
  const rule = RULES[key];
  if (rule === "boolean") return typeof value === "boolean" ? undefined : `"${key}" is true or false.`;
  if (rule === "names") {
    const fits = Array.isArray(value) && value.every((name) => typeof name === "string" && name !== "");
    return fits ? undefined : `"${key}" is a list of texts.`;
  }
  if ("min" in rule) {
    const fits = Number.isInteger(value) && Number(value) >= rule.min && Number(value) <= rule.max;
    return fits ? undefined : `"${key}" is a whole number from ${rule.min} to ${rule.max}.`;
  }
  return typeof value === "string" && rule.includes(value)
    ? undefined
    : `"${key}" is one of ${rule.join(", ")}.`;
}

/** Lays the given keys over the settings in force; an unknown key is refused, because a misspelt fault would test nothing. */
export function changeSettings(
  current: DarajaSettings,
  change: unknown,
): { settings: DarajaSettings } | { error: string } {
  if (typeof change !== "object" || change === null || Array.isArray(change)) {
    return { error: "The body must be a JSON object of settings." };
  }
  for (const [key, value] of Object.entries(change)) {
    if (!(key in RULES)) {
      return { error: `There is no setting "${key}". Known: ${Object.keys(RULES).join(", ")}.` };
    }
    const wrong = complaint(key as keyof DarajaSettings, value);
    if (wrong) return { error: wrong };
  }
  return { settings: { ...current, ...change } };
}
