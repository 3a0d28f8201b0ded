/** What a tester can turn; README.md of this folder says what each value does. Times in milliseconds. */
export type BankSettings = {
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
  enquiry: "normal" | "down";
  tamper: "none" | "amount";
  tokens: "normal" | "revoke-next";
  retries: number;
  expireAfterMs: number;
};

export const DEFAULT_SETTINGS: BankSettings = {
  auto: "none",
  autoAfterMs: 4_000,
  callbacks: "normal",
  copies: 3,
  delayMs: 150_000,
  strict: true,
  answer: "normal",
  enquiry: "normal",
  tamper: "none",
  tokens: "normal",
  retries: 0,
  expireAfterMs: 90_000,
};

type Rule = readonly string[] | "boolean" | { min: number; max: number };

const DAY_MS = 86_400_000;

const RULES: { [Key in keyof BankSettings]: Rule } = {
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
  enquiry: ["normal", "down"],
  tamper: ["none", "amount"],
  tokens: ["normal", "revoke-next"],
  retries: { min: 0, max: 100 },
  expireAfterMs: { min: 1, max: DAY_MS },
};

function fits(rule: Rule, value: unknown): boolean {
  if (rule === "boolean") return typeof value === "boolean";
  if ("min" in rule) return Number.isInteger(value) && Number(value) >= rule.min && Number(value) <= rule.max;
  return typeof value === "string" && rule.includes(value);
}

/** Lays the given keys over the settings in force; an unknown key or value is refused and changes nothing. */
export function changeSettings(
  current: BankSettings,
  change: Record<string, unknown>,
): { settings: BankSettings } | { error: string } {
  for (const [key, value] of Object.entries(change)) {
    const rule = Object.entries(RULES).find(([known]) => known === key)?.[1];
    if (!rule) return { error: `There is no setting "${key}". Known: ${Object.keys(RULES).join(", ")}.` };
    if (!fits(rule, value)) return { error: `"${key}" cannot be ${JSON.stringify(value)}.` };
  }
  return { settings: { ...current, ...change } };
}
