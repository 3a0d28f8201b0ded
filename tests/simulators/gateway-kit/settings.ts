/** One setting: its value at the start, and the end of the sentence that says what it may be when it is not that. */
type Rule<Value> = { readonly initial: Value; readonly allowed: string; fits(value: unknown): boolean };
type Rules = Readonly<Record<string, Rule<unknown>>>;

export type SettingsOf<Table extends Rules> = { [Key in keyof Table]: Table[Key]["initial"] };

export const DAY_MS = 86_400_000;

/** One of several words; the first is the default. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  ...words: Words
): Rule<Words[number]> {
  const fits = (value: unknown) => words.some((word) => word === value);
  return { initial: words[0], allowed: `one of ${words.join(", ")}`, fits };
}

export function flag(initial: boolean): Rule<boolean> {
  return { initial, allowed: "true or false", fits: (value) => typeof value === "boolean" };
}

export function wholeNumber(initial: number, min: number, max: number): Rule<number> {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return { initial, allowed: `a whole number from ${min} to ${max}`, fits };
}

export function texts(): Rule<readonly string[]> {
  const fits = (value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "");
  return { initial: [], allowed: "a list of texts", fits };
}

/** Times in milliseconds. */
export const milliseconds = (initial: number, min = 0) => wholeNumber(initial, min, DAY_MS);

/** How a gateway's messages to the business fare. */
export const delivery = () => oneOf("normal", "lost", "duplicate", "late");

/** How a push of M-Pesa is answered, by Daraja and by the banks. */
export const pushAnswer = () =>
  oneOf("normal", "lost-after-acceptance", "busy", "internal", "internal-after-acceptance", "callback-first");

/** What every gateway has; the README of each simulator says what each value does. */
export const SHARED = {
  auto: oneOf("none", "paid"),
  autoAfterMs: milliseconds(4_000),
  callbacks: delivery(),
  copies: wholeNumber(3, 1, 100),
  delayMs: milliseconds(150_000),
  tokens: oneOf("normal", "revoke-next"),
  firewall: oneOf("none", "forbidden", "unavailable", "page"),
  expireAfterMs: milliseconds(90_000, 1),
};
export type SharedSettings = SettingsOf<typeof SHARED>;

export function initialSettings<Table extends Rules>(rules: Table): SettingsOf<Table> {
  const initial = Object.entries(rules).map(([key, rule]) => [key, rule.initial]);
  return Object.fromEntries(initial) as SettingsOf<Table>;
}

/** The sentence that refuses a change as a whole; an unknown key is refused, because a misspelt fault would test nothing. */
export function refusedChange(rules: Rules, change: Record<string, unknown>): string | undefined {
  for (const [key, value] of Object.entries(change)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) return `There is no setting "${key}". Known: ${Object.keys(rules).join(", ")}.`;
    if (!rule.fits(value)) return `"${key}" is ${rule.allowed}.`;
  }
  return undefined;
}
