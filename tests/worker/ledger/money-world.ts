import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Endpoint } from "#contract/endpoint";
import { activateProvider } from "#contract/providers";
import { type Env, readSettings, type Settings } from "#worker/env";
import { type SeededProvider, savannaApp } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { type Answer, type CallInput, type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { collectBy } from "../payments/collect-by.ts";
import { airtelApp, openWorld, type PaymentWorld, paymentStub, refunder } from "../payments/payment-world.ts";

// Two providers who sell in every way there is, and somebody who draws what happens next.

export type MoneyWorld = {
  world: PaymentWorld;
  /** A history of its own, behind those that were before it. */
  begin(seed: number): Promise<void>;
  /** Providers that were closed for an invoice of an earlier history's months: they would sell nothing. */
  reopen(): Promise<void>;
  providers: readonly SeededProvider[];
  /** A whole number from 0 up to, and without, this one. */
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
  /** Names and pass codes that are never the same twice. */
  next(): number;
  /** Makes a call as the operator, or as a provider; fails the test unless it is answered. */
  asOperator<E extends Endpoint>(endpoint: E, input?: CallInput): Promise<Answered<E>>;
  asProvider<E extends Endpoint>(
    provider: SeededProvider,
    endpoint: E,
    input?: CallInput,
  ): Promise<Answered<E>>;
  /** What happened so far, for the message of a test that fails. */
  told: string[];
  close(): Promise<void>;
};
type Answered<E extends Endpoint> = Extract<Answer<E>, { ok: true }>["answer"];

/** The platform's own wallet: what it collects is owed to the provider. */
const platformAirtel: Partial<Settings> = {
  PLATFORM_AIRTEL_ENVIRONMENT: "sandbox",
  PLATFORM_AIRTEL_CLIENT_ID: airtelApp.clientId,
  PLATFORM_AIRTEL_CLIENT_SECRET: airtelApp.clientSecret,
  PLATFORM_AIRTEL_CALLBACK_KEY: airtelApp.callbackKey,
  PLATFORM_AIRTEL_MERCHANT_CODE: "9900",
};

/** Both that this runtime has read by now, perhaps for an earlier file: the worker's, and its objects'. */
async function inSettings(change: (settings: Settings) => void): Promise<void> {
  change(readSettings(env));
  await runInDurableObject(paymentStub("nobody's"), (object) =>
    change(readSettings(Reflect.get(object, "env") as Env)),
  );
}

/** mulberry32: the same draws for the same seed. */
function drawing(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count);
  };
}

export async function openMoneyWorld(): Promise<MoneyWorld> {
  const world = await openWorld();
  await inSettings((settings) => Object.assign(settings, platformAirtel));
  const { demo, savanna, operator } = world.seeded;
  for (const { id } of [demo, savanna])
    await collectBy(id, { type: "airtel_money", accountNumber: "9900" }, null);
  const { shortCode, ...own } = savannaApp;
  await collectBy(savanna.id, { type: "mpesa", accountNumber: shortCode }, { ...own, ...refunder });
  let below = drawing(0);
  const told: string[] = [];
  let number = 0;
  // Much time passes between two calls, and no session outlives them.
  const cookies = new Map<string, { cookie: string; at: number }>();
  const cookieOf = async (name: string, signIn: () => Promise<string>) => {
    const known = cookies.get(name);
    if (known && known.at > Date.now() - 600_000) return known.cookie;
    const cookie = await signIn();
    cookies.set(name, { cookie, at: Date.now() });
    return cookie;
  };
  const operatorCookie = () => cookieOf("operator", () => signInOperator(operator));
  const answered = async <E extends Endpoint>(endpoint: E, input: CallInput, as: CallOptions) => {
    const answer = await call(endpoint, input, as);
    if (!answer.ok) throw new Error(`${endpoint.name}: ${answer.status} ${answer.text}`);
    return answer.answer as Answered<E>;
  };
  return {
    world,
    providers: [demo, savanna],
    told,
    async begin(seed) {
      await world.renew();
      below = drawing(seed);
      told.length = 0;
    },
    async reopen() {
      const closed = await env.DB.prepare("SELECT id FROM providers WHERE status = 'suspended'").all<{
        id: string;
      }>();
      for (const { id } of closed.results)
        await answered(
          activateProvider,
          { params: { id } },
          { host: hostOf(), cookie: await operatorCookie() },
        );
    },
    below: (count) => below(count),
    pick(from) {
      const one = from[below(from.length)];
      if (one === undefined) throw new Error("nothing to pick from");
      return one;
    },
    next: () => ++number,
    asOperator: async (endpoint, input = {}) =>
      answered(endpoint, input, {
        host: hostOf(),
        cookie: await operatorCookie(),
      }),
    asProvider: async (provider, endpoint, input = {}) =>
      answered(endpoint, input, {
        host: hostOf(provider.subdomain),
        cookie: await cookieOf(provider.id, () => signInProvider(provider)),
      }),
    async close() {
      await inSettings((settings) => {
        for (const name of Object.keys(platformAirtel)) Reflect.deleteProperty(settings, name);
      });
      await world.close();
    },
  };
}
