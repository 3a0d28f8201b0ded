import { env } from "cloudflare:workers";
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
export function seedBoth(): Promise<TwoProviders> {
  return seedTwoProviders(testContext(), passwords);
}
