import { env } from "cloudflare:workers";
import { scryptSync } from "node:crypto";
import { type Context, makeContext } from "#worker/context";
import { seedTwoProviders, type TwoProviders } from "../seed/two-providers.ts";

export const passwords = {
  demo: "demo password",
  savanna: "savanna password",
  operator: "operator password",
} as const;

/** The same context that a request gets, on this test file's own database. */
export function testContext(overrides: Parameters<typeof makeContext>[1] = {}): Context {
  return makeContext(env, overrides);
}

/** Both providers in this test file's database. */
export function seedBoth(hash = cheaply): Promise<TwoProviders> {
  return seedTwoProviders(testContext(), passwords, { hash });
}

/**
 * Of the same form, and verified by the same code, at a 5,000th of the cost: most files sign somebody in, and what the product
 * asks for takes a fifth of a second each time. What it costs has tests of its own.
 */
async function cheaply(password: string): Promise<string> {
  const salt = Buffer.from("salt of the test");
  const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$scrypt$ln=4,r=1,p=1$${unpadded(salt)}$${unpadded(scryptSync(password, salt, 32, { N: 2 ** 4, r: 1, p: 1 }))}`;
}
