import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import * as contract from "#contract/campaigns";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { type CreditWorld, forget, openCreditWorld, sweep } from "../credits/credit-world.ts";

// Campaigns by the platform's account: who agreed, what their devices had, and what is sent to them.

export let here: CreditWorld;
/** Noon in Nairobi; each test has a day of its own, a month apart. */
export let noon = Date.UTC(2031, 4, 6, 9);

/** Call it once in a file. */
export function campaignWorld(): void {
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    here = await openCreditWorld();
  });
  afterAll(async () => {
    await here.world.close();
    vi.useRealTimers();
  });
  beforeEach(async () => {
    await nextMonth();
    await here.world.renew();
  });
}

/** Nothing is left of campaigns, of who agreed, or of what was bought. */
export async function nextMonth(): Promise<void> {
  noon += 30 * dayMs;
  vi.setSystemTime(noon);
  await here.renew();
  await forget();
  await emptyTenantTables("campaigns", "message_consents", "message_opt_outs");
  await emptyTenantTables("devices", "entitlements", "payments", "hotspot_users");
}

const database = () => tenantDatabase(here.providerId);
export const run = (statement: string, ...values: (string | number | null)[]) =>
  database()
    .prepare(statement)
    .bind(...values)
    .run();
export const all = async <Row>(statement: string) => (await database().prepare(statement).all<Row>()).results;

export const routerOf = (place: number) => here.world.seeded.demo.routers[place]?.id ?? "";
export const phoneOf = (n: number) => `2547${String(10_000_000 + n)}`;
export const macOf = (n: number) =>
  `mac:02:00:00:00:${String(Math.floor(n / 100)).padStart(2, "0")}:${String(n % 100).padStart(2, "0")}`;

/** Agreed a hundred days ago; their devices were seen so many days ago, at the first router unless told. */
export async function agreed(count: number, from = 0, seenDays = 30, at = 0): Promise<void> {
  const routerId = routerOf(at);
  const statements = Array.from({ length: count }, (_, index) => index + from).flatMap((n) => [
    database()
      .prepare("INSERT INTO message_consents (phone, payment_id, agreed_at, stop_code) VALUES (?, ?, ?, ?)")
      .bind(phoneOf(n), `p${n}`, noon - 100 * dayMs, n.toString(16).padStart(12, "0")),
    database()
      .prepare(
        "INSERT INTO hotspot_users (subject, router_id, phone, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ?)",
      )
      .bind(macOf(n), routerId, phoneOf(n), noon - 90 * dayMs, noon - seenDays * dayMs),
  ]);
  await database().batch(statements);
}

export async function ended(n: number, at: number, state = "ended"): Promise<void> {
  const routerId = routerOf(0);
  await run(
    `INSERT INTO entitlements (id, rev, router_id, subject, source, source_id, terms, state, created_at, ends_at, ended_at, updated_at)
      VALUES (?, 1, ?, ?, 'payment', ?, '{}', ?, ?, ?, ?, ?)`,
    `e${n}`,
    routerId,
    macOf(n),
    `p${n}`,
    state,
    at - hourMs,
    at,
    state === "ended" ? at : null,
    at,
  );
  await run("UPDATE hotspot_users SET entitlement_id = ? WHERE subject = ?", `e${n}`, macOf(n));
}

export async function outlook() {
  const answer = await call(contract.campaignOutlook, {}, here.demo);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
export const countOf = async (audience: string) =>
  (await outlook()).groups.find((one) => one.audience === audience)?.people;

export const send = (over: Partial<contract.CampaignInput> = {}, key?: string) =>
  call(
    contract.sendCampaign,
    { body: { audience: "all", text: "Demo WiFi: half price tonight", people: 3, cost: 3, ...over } },
    { ...here.demo, ...(key ? { headers: { "idempotency-key": key } } : {}) },
  );
export async function sentAs(over: Partial<contract.CampaignInput> = {}) {
  const answer = await send(over);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.campaign;
}
export async function campaign() {
  const answer = await call(contract.listCampaigns, { query: {} }, here.demo);
  if (!answer.ok) throw new Error(answer.text);
  const [newest] = answer.answer;
  if (!newest) throw new Error("no campaign");
  return newest;
}
export const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
export const received = () => here.sms.accepted.map(({ to, message }) => ({ to, message }));

export async function swept(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await sweep(here);
    pass(minuteMs);
  }
}

/** The payment form has the box. */
export async function asking(asks = true): Promise<void> {
  await call(contract.askForOffers, { body: { asks } }, here.demo);
}
