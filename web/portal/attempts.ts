/**
 * Idempotency keys. One key belongs to one set of inputs until the server has answered: a second tap or a second try
 * after a lost answer asks about the same purchase, a changed number or a new dialog asks for a new one.
 */
export type Attempts = {
  keyFor(inputs: object): string;
  /** The server answered: the next try is a new one. */
  answered(): void;
};

/** @param random makes a fresh unguessable key */
export function createAttempts(random: () => string): Attempts {
  let open: { inputs: string; key: string } | undefined;
  return {
    keyFor(inputs) {
      const text = JSON.stringify(inputs);
      if (open?.inputs !== text) open = { inputs: text, key: random() };
      return open.key;
    },
    answered() {
      open = undefined;
    },
  };
}

/** 128 random bits in hex. `crypto.randomUUID` is missing in old browsers and on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
