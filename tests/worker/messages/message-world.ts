import { exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import * as contract from "#contract/messages";
import type { messages } from "#worker/db/schema/tenant";
import { sweepMessages } from "#worker/features/messages/index";
import "#worker/index";
import { hourMs } from "#contract/values/time";
import type { TwoProviders } from "../../seed/two-providers.ts";
import {
  AfricasTalkingSimulator,
  type SmsAccount,
} from "../../simulators/africastalking/africastalking-simulator.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A provider with an SMS account at a simulated Africa's Talking, at a clock that moves only when told.

/** Noon in Nairobi; each test has a day of its own. */
let noon = Date.UTC(2031, 4, 6, 9);

export const apiKey = "atsk_of_the_demo_provider";
export const phone = "254712345678";

let seeded: TwoProviders;
let simulator: AfricasTalkingSimulator;
let account: SmsAccount;
let cookie = "";

/** Call it once in a file: each test begins at noon with a new account, which is neither typed nor tried. */
export function messageWorld(): void {
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    seeded = await seedBoth();
  });
  beforeEach(async () => {
    noon += 24 * hourMs;
    vi.setSystemTime(noon);
    cookie = await signInProvider(seeded.demo);
    await newAccount();
  });
  afterAll(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
}

/** It is noon, nothing is sent yet, and nothing is left of what was. */
export async function newAccount(): Promise<void> {
  vi.setSystemTime(noon);
  await emptyTenantTables(
    "messages",
    "message_settings",
    "message_months",
    "message_opt_outs",
    "incoming_messages",
  );
  await emptyTenantTables("message_templates", "moves", "devices", "entitlements", "payments", "outages");
  account = { username: "demowifi", apiKey, senderIds: ["DEMOWIFI"], balance: 1_000_000 };
  simulator = new AfricasTalkingSimulator({
    accounts: [account],
    now: Date.now,
    deliver: async (url, body, headers) =>
      (await exports.default.fetch(new Request(url, { method: "POST", body, headers }))).status,
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await simulator.handle(new Request(input, init));
    if (!answer) throw new Error(`no test needs ${String(input)}`);
    return answer;
  });
}

export const providers = (): TwoProviders => seeded;
export const sms = (): AfricasTalkingSimulator => simulator;
export const smsAccount = (): SmsAccount => account;
export const demo = () => ({ host: hostOf("demo"), cookie });

export async function settings() {
  const answer = await call(contract.messageSettings, {}, demo());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

export const saved = (over: Partial<contract.MessageSettingsInput> = {}) =>
  call(
    contract.saveMessageSettings,
    {
      body: {
        receipt: true,
        ending: true,
        outage: true,
        language: "en",
        segmentPrice: 0.8,
        budget: 500,
        quietFrom: "21:00",
        quietTo: "07:00",
        ...over,
      },
    },
    demo(),
  );

export const typed = (over: Partial<contract.SmsAccountInput> = {}) =>
  call(contract.saveSmsAccount, { body: { username: "demowifi", apiKey, ...over } }, demo());
export const tried = (phoneNumber = "0712 345 678") =>
  call(contract.sendTestMessage, { body: { phoneNumber } }, demo());

/** Typed, tried and turned on; the test message itself is forgotten. */
export async function inUse(over: Partial<contract.MessageSettingsInput> = {}): Promise<void> {
  await typed();
  const test = await tried();
  if (!test.ok) throw new Error(test.text);
  const turnedOn = await saved(over);
  if (!turnedOn.ok) throw new Error(turnedOn.text);
  const address = (await settings()).account?.reportsTo;
  if (address) account.reportsTo = address;
  await emptyTenantTables("messages", "message_months");
  simulator.accepted.length = 0;
}

export const sweep = () => sweepMessages(testContext(), seeded.demo.id);

export function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

export async function rows(): Promise<(typeof messages.$inferSelect)[]> {
  const { results } = await tenantDatabase(seeded.demo.id)
    .prepare(
      `SELECT id, kind, phone, text, segments, cents, state, reason, next_at AS nextAt, until, ref FROM messages ORDER BY created_at, id`,
    )
    .all<typeof messages.$inferSelect>();
  return results;
}

export async function spentCents(): Promise<number> {
  const sum = await tenantDatabase(seeded.demo.id)
    .prepare("SELECT coalesce(sum(cents), 0) AS cents FROM message_months")
    .first<number>("cents");
  return sum ?? 0;
}
