import { saveCollectionSettings } from "#contract/collection";
import { requestPayout, saveDestination } from "#contract/payouts";
import { sweepPayouts } from "#worker/features/payouts/index";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import type { PaymentWorld } from "../payments/payment-world.ts";

export const payoutAccount = {
  shortCode: "600100",
  initiatorName: "platform-refunds",
  securityCredential: "c2VhbGVkLXBsYXRmb3Jt",
} as const;

export type SentPayout = {
  originatorConversationId: string;
  conversationId: string;
  kind: string;
  receipt: string | null;
  payout: { amount: number; receiver: string; isReversed: boolean };
};
export type PayoutRow = {
  id: string;
  status: string;
  cents: number;
  fee_cents: number;
  told: string | null;
  receipt: string | null;
  handle: string | null;
  detail: string | null;
  asks: number;
};

/** A session is used for as long as its password counts as given just now; more sign-ins would be too many. */
function keptFor(signIn: () => Promise<string>): () => Promise<string> {
  let kept: { at: number; cookie: string } | null = null;
  return async () => {
    if (kept === null || Date.now() - kept.at > 8 * 60_000) kept = { at: Date.now(), cookie: await signIn() };
    return kept.cookie;
  };
}

/** What an owner and an operator do about payouts, and what the gateway and the books have of them. */
export function payoutWorld(world: PaymentWorld, provider: SeededProvider) {
  const host = hostOf(provider.subdomain);
  const owner = keptFor(() => signInProvider(provider));
  const operator = keptFor(() => signInOperator(world.seeded.operator));
  const asOwner = async () => ({ host, cookie: await owner() });
  const asOperator = async () => ({ host: hostOf(), cookie: await operator() });
  const database = () => tenantDatabase(provider.id);
  return {
    host,
    asOwner,
    asOperator,
    async turnOn(over: Record<string, unknown> = {}) {
      // Nothing waits, unless a test is about that.
      const body = { collects: true, fee: 5, least: 10, holdHours: 0, ...payoutAccount, ...over };
      const answer = await call(saveCollectionSettings, { body }, await asOperator());
      if (!answer.ok) throw new Error(answer.text);
      return answer.answer;
    },
    async destination(over: Record<string, unknown> = {}) {
      const body = { kind: "phone", account: "0712000111", ...over };
      return call(saveDestination, { body }, await asOwner());
    },
    async request(amount?: number, key?: string) {
      return call(
        requestPayout,
        { body: amount === undefined ? {} : { amount } },
        { ...(await asOwner()), headers: key === undefined ? {} : { "idempotency-key": key } },
      );
    },
    /** Lets time pass, and the provider's alarm ring, in steps of half a minute at most. */
    async pass(ms: number, steps = Math.min(12, Math.ceil(ms / 30_000))) {
      for (let turn = 0; turn < steps; turn += 1) {
        await world.advance(ms / steps);
        await sweepPayouts(testContext(), provider.id);
        await world.advance(2_000);
      }
    },
    settings: (over: Record<string, unknown>) => world.daraja.call("/control/gateways", { body: over }),
    /** As the gateway carried them out: those that moved money. */
    async sent(): Promise<SentPayout[]> {
      const all = await (await world.daraja.call("/control/payouts")).json<SentPayout[]>();
      return all.filter(({ receipt }) => receipt !== null);
    },
    async rows(): Promise<PayoutRow[]> {
      const { results } = await database().prepare("SELECT * FROM payouts ORDER BY rowid").all<PayoutRow>();
      return results;
    },
    /** Balance of each account over both tables of books, in cents. */
    async books(): Promise<Record<string, number>> {
      const { results } = await database()
        .prepare(
          `SELECT account, sum(cents) AS cents FROM (SELECT account, cents FROM ledger
            UNION ALL SELECT account, cents FROM general_ledger) GROUP BY account ORDER BY account`,
        )
        .all<{ account: string; cents: number }>();
      return Object.fromEntries(results.map(({ account, cents }) => [account, cents]));
    },
  };
}
export type PayoutWorld = ReturnType<typeof payoutWorld>;

export const sumOf = (books: Record<string, number>) =>
  Object.values(books).reduce((sum, cents) => sum + cents, 0);
