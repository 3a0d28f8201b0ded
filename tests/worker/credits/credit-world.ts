import { exports } from "cloudflare:workers";
import * as contract from "#contract/credits";
import { messageSettings, saveMessageSettings } from "#contract/messages";
import { sql } from "#worker/db/sql";
import { copyToPlatform } from "#worker/features/copies/index";
import { raiseStatement, sweepMessages } from "#worker/features/messages/index";
import {
  AfricasTalkingSimulator,
  type SmsAccount,
} from "../../simulators/africastalking/africastalking-simulator.ts";
import { keptSession, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// Two providers without an SMS account of their own, the operator's account at a simulated Africa's Talking, and a gateway to pay at.

export type CreditWorld = {
  world: PaymentWorld;
  sms: AfricasTalkingSimulator;
  account: SmsAccount;
  operator: CallOptions;
  demo: CallOptions;
  savanna: CallOptions;
  providerId: string;
  /** A further account at the service. */
  addAccount(account: SmsAccount): void;
  /** The clock was moved since: what is asked wants a password of the last minutes. */
  renew(): Promise<void>;
};

const segmentCents = 100;
/** What a provider pays for a segment in these tests. */
export const segmentPrice = segmentCents / 100;

export async function openCreditWorld(): Promise<CreditWorld> {
  const world = await openWorld();
  const { demo, savanna, operator } = world.seeded;
  const account: SmsAccount = {
    username: "mlango",
    apiKey: "atsk_of_the_platform",
    senderIds: ["MLANGO"],
    balance: 1_000_000,
  };
  const accounts = [account];
  const sms = new AfricasTalkingSimulator({
    accounts,
    now: Date.now,
    deliver: async (url, body, headers) =>
      (await exports.default.fetch(new Request(url, { method: "POST", body, headers }))).status,
  });
  world.others.set("api.africastalking.com", async (request) => {
    const answer = await sms.handle(request);
    if (!answer) throw new Error(`no test needs ${request.url}`);
    return answer;
  });
  const ofOperator = keptSession(() => signInOperator(operator));
  const ofDemo = keptSession(() => signInProvider(demo));
  const here: CreditWorld = {
    world,
    sms,
    account,
    operator: { host: hostOf(), cookie: await ofOperator() },
    demo: { host: hostOf(demo.subdomain), cookie: await ofDemo() },
    savanna: { host: hostOf(savanna.subdomain), cookie: await signInProvider(savanna) },
    providerId: demo.id,
    addAccount: (added) => {
      accounts.splice(1, accounts.length, added);
    },
    async renew() {
      here.operator = { ...here.operator, cookie: await ofOperator() };
      here.demo = { ...here.demo, cookie: await ofDemo() };
    },
  };
  return here;
}

/** The operator types its account, and it takes a test message. */
export async function offer(here: CreditWorld, over: Partial<contract.PlatformSmsInput> = {}): Promise<void> {
  await here.renew();
  const { operator, account, sms } = here;
  const { username, apiKey } = account;
  const body = { username, apiKey, segmentPrice, gift: 20, ...over };
  const saved = await call(contract.savePlatformSms, { body }, operator);
  if (!saved.ok) throw new Error(saved.text);
  const tried = await call(contract.tryPlatformSms, { body: { phoneNumber: "0712 345 678" } }, operator);
  if (!tried.ok) throw new Error(tried.text);
  account.reportsTo = tried.answer.settings.account?.reportsTo ?? "";
  sms.accepted.length = 0;
}

/** Nothing is left of what was sent, bought or given. */
export async function forget(): Promise<void> {
  await emptyTenantTables("messages", "message_settings", "message_credits", "credit_entries");
  await testContext().platform.run(sql`DELETE FROM provider_credits`);
  await testContext().platform.run(sql`DELETE FROM sms_reports`);
  await testContext().platform.run(sql`DELETE FROM credit_gifts`);
}

export async function creditsAt(at: CallOptions): Promise<contract.Credits> {
  const answer = await call(contract.readCredits, {}, at);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

export async function give({ operator, providerId }: CreditWorld, amount: number): Promise<void> {
  const given = await call(
    contract.giveCredits,
    { params: { id: providerId }, body: { amount, note: "To try it" } },
    operator,
  );
  if (!given.ok) throw new Error(given.text);
}

/** Receipts are sent from now on. */
export async function turnOn(at: CallOptions): Promise<void> {
  const now = await call(messageSettings, {}, at);
  if (!now.ok) throw new Error(now.text);
  const { segmentPrice: price, budget, quietFrom, quietTo, language } = now.answer;
  const kinds = { receipt: true, ending: true, outage: true };
  const body = { ...kinds, segmentPrice: price, budget, quietFrom, quietTo, language };
  const saved = await call(saveMessageSettings, { body }, at);
  if (!saved.ok) throw new Error(saved.text);
}

/** As what a sale writes in its batch. */
export async function raise({ providerId }: CreditWorld, event: string, phone: string): Promise<void> {
  const now = Date.now();
  await testContext()
    .tenant(providerId)
    .run(
      raiseStatement(now, {
        kind: "receipt",
        id: sql`${`receipt.${event}`}`,
        phone: sql`${phone}`,
        language: sql`${"en"}`,
        given: sql`${JSON.stringify({ plan: "1 Day", cents: 2_000, receipt: "TKL1A2B3C4" })}`,
        until: sql`${now + 6 * 3_600_000}`,
      }),
    );
}

export const sweep = ({ providerId }: CreditWorld) => sweepMessages(testContext(), providerId);
export const copy = ({ providerId }: CreditWorld) => copyToPlatform(testContext(), providerId);

export type SentRow = {
  id: string;
  state: string;
  reason: string | null;
  cents: number | null;
  segments: number | null;
};
export async function sent({ providerId }: CreditWorld): Promise<SentRow[]> {
  const { results } = await tenantDatabase(providerId)
    .prepare("SELECT id, state, reason, cents, segments FROM messages ORDER BY created_at, id")
    .all<SentRow>();
  return results;
}
