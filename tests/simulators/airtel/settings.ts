/** What a tester can turn; README.md of this folder says what each value does. Times in milliseconds. */
export type AirtelSettings = {
  auto: "none" | "paid";
  autoAfterMs: number;
  callbacks: "normal" | "lost" | "duplicate" | "late";
  copies: number;
  delayMs: number;
  interim: "none" | "TIP" | "TA";
  hash: "transaction" | "inner" | "none" | "wrong";
  tamper: "none" | "id" | "money-id" | "status";
  answer:
    | "normal"
    | "lost-after-acceptance"
    | "timeout-after-acceptance"
    | "failed"
    | "failed-after-acceptance"
    | "callback-first";
  answerDelayMs: number;
  refusalStatus: "200" | "400";
  enquiry: "normal" | "down" | "flaky" | "ambiguous";
  misleading: boolean;
  refund: "normal" | "refused" | "down" | "lost-after-acceptance";
  tokens: "normal" | "revoke-next";
  allowList: boolean;
  retries: number;
  expireAfterMs: number;
};

export const DEFAULT_SETTINGS: AirtelSettings = {
  auto: "none",
  autoAfterMs: 4_000,
  callbacks: "normal",
  copies: 3,
  delayMs: 150_000,
  interim: "none",
  hash: "transaction",
  tamper: "none",
  answer: "normal",
  answerDelayMs: 0,
  refusalStatus: "200",
  enquiry: "normal",
  misleading: false,
  refund: "normal",
  tokens: "normal",
  allowList: false,
  retries: 0,
  expireAfterMs: 120_000,
};

type Rule = readonly string[] | "boolean" | { min: number; max: number };

const DAY_MS = 86_400_000;

const RULES: { [Key in keyof AirtelSettings]: Rule } = {
  auto: ["none", "paid"],
  autoAfterMs: { min: 0, max: DAY_MS },
  callbacks: ["normal", "lost", "duplicate", "late"],
  copies: { min: 1, max: 100 },
  delayMs: { min: 0, max: DAY_MS },
  interim: ["none", "TIP", "TA"],
  hash: ["transaction", "inner", "none", "wrong"],
  tamper: ["none", "id", "money-id", "status"],
  answer: [
    "normal",
    "lost-after-acceptance",
    "timeout-after-acceptance",
    "failed",
    "failed-after-acceptance",
    "callback-first",
  ],
  answerDelayMs: { min: 0, max: DAY_MS },
  refusalStatus: ["200", "400"],
  enquiry: ["normal", "down", "flaky", "ambiguous"],
  misleading: "boolean",
  refund: ["normal", "refused", "down", "lost-after-acceptance"],
  tokens: ["normal", "revoke-next"],
  allowList: "boolean",
  retries: { min: 0, max: 100 },
  expireAfterMs: { min: 1, max: DAY_MS },
};

/** The sentence that says why a value is not one of the setting's, or undefined when it is. */
function complaint(key: keyof AirtelSettings, value: unknown): string | undefined {
  const rule = RULES[key];
  if (rule === "boolean") return typeof value === "boolean" ? undefined : `"${key}" is true or false.`;
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
  current: AirtelSettings,
  change: Record<string, unknown>,
): { settings: AirtelSettings } | { error: string } {
  for (const [key, value] of Object.entries(change)) {
    if (!(key in RULES)) {
      return { error: `There is no setting "${key}". Known: ${Object.keys(RULES).join(", ")}.` };
    }
    const wrong = complaint(key as keyof AirtelSettings, value);
    if (wrong) return { error: wrong };
  }
  return { settings: { ...current, ...change } };
}
