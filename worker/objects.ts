import type { Env } from "./env.ts";

/**
 * An object stays where it was made, for good, and without a hint that is near its first caller: for a provider an owner abroad,
 * for much else the cron or a queue, which run anywhere. Western Europe is where D1 is, and the nearest to Nairobi by cable of the places
 * that make objects: none is made in Africa, and a hint for it leads to whichever region Cloudflare takes for the nearest.
 */
const locationHint = "weur";
const where = { locationHint } as const;

const kinds = [
  "PAYMENT",
  "GATEWAY",
  "PUSHES",
  "PAYMENT_INDEX",
  "DEAD_LETTERS",
  "BRIDGE",
  "LIMIT",
  "SWITCH",
  "PROVIDER",
] as const;

/** The environment with objects that are made in one place. A context has it: nothing else makes a stub (`tests/rules/objects.test.ts`). */
export function withObjects(env: Env): Env {
  const placed = kinds.map(
    (kind) => [kind, { getByName: (name: string) => env[kind].getByName(name, where) }] as const,
  );
  return { ...env, ...Object.fromEntries(placed) };
}
