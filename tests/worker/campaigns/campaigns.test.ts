import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { CampaignInput } from "#contract/campaigns";
import * as contract from "#contract/campaigns";
import { setOptOut } from "#contract/messages";
import { portalStopOffers, portalStopOffersPage } from "#contract/portal";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { step } from "#worker/features/payments/core/payment-state";
import { writeState } from "#worker/features/payments/core/payment-store";
import type { SmsFault } from "../../simulators/africastalking/africastalking-simulator.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { sweepAndDie } from "../../support/sweep-and-die.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  type CreditWorld,
  creditsAt,
  forget,
  give,
  offer,
  openCreditWorld,
  raise,
  sweep,
  turnOn,
} from "../credits/credit-world.ts";
import { stateOf } from "../payments/payment-world.ts";

// Campaigns by the platform's account: to those who agreed and paid, once each, at the price that was shown.

let here: CreditWorld;
/** Noon in Nairobi; each test has a day of its own, a month apart. */
let noon = Date.UTC(2031, 4, 6, 9);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  here = await openCreditWorld();
});
afterAll(async () => {
  await here.world.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  noon += 30 * dayMs;
  vi.setSystemTime(noon);
  await here.world.renew();
  await renew();
  await forget();
  await emptyTenantTables("campaigns", "message_consents", "message_opt_outs");
  await emptyTenantTables("devices", "entitlements", "payments", "hotspot_users");
});

async function renew(): Promise<void> {
  here.demo = { ...here.demo, cookie: await signInProvider(here.world.seeded.demo) };
  here.operator = { ...here.operator, cookie: await signInOperator(here.world.seeded.operator) };
}

const database = () => tenantDatabase(here.providerId);
const run = (statement: string, ...values: (string | number | null)[]) =>
  database()
    .prepare(statement)
    .bind(...values)
    .run();
const all = async <Row>(statement: string) => (await database().prepare(statement).all<Row>()).results;

const phoneOf = (n: number) => `2547${String(10_000_000 + n)}`;
const macOf = (n: number) =>
  `mac:02:00:00:00:${String(Math.floor(n / 100)).padStart(2, "0")}:${String(n % 100).padStart(2, "0")}`;

/** Agreed a hundred days ago; their devices were seen so many days ago, at the router that is named. */
async function agreed(count: number, from = 0, seenDays = 30): Promise<void> {
  const routerId = here.world.seeded.demo.routers[0]?.id ?? "";
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

async function ended(n: number, at: number, state = "ended"): Promise<void> {
  const routerId = here.world.seeded.demo.routers[0]?.id ?? "";
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

async function outlook() {
  const answer = await call(contract.campaignOutlook, {}, here.demo);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const countOf = async (audience: string) =>
  (await outlook()).groups.find((one) => one.audience === audience)?.people;

const send = (over: Partial<CampaignInput> = {}, key?: string) =>
  call(
    contract.sendCampaign,
    { body: { audience: "all", text: "Demo WiFi: half price tonight", people: 3, cost: 3, ...over } },
    { ...here.demo, ...(key ? { headers: { "idempotency-key": key } } : {}) },
  );
async function sentAs(over: Partial<CampaignInput> = {}) {
  const answer = await send(over);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.campaign;
}
async function campaign() {
  const answer = await call(contract.listCampaigns, { query: {} }, here.demo);
  if (!answer.ok) throw new Error(answer.text);
  const [newest] = answer.answer;
  if (!newest) throw new Error("no campaign");
  return newest;
}
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const received = () => here.sms.accepted.map(({ to, message }) => ({ to, message }));

async function swept(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await sweep(here);
    pass(minuteMs);
  }
}

test("500 are written to once each at the price that was shown: killed in the middle, asleep at night, ten leaving, stopped and gone on with", {
  // Twenty-five sweeps with hundreds of messages: on a machine that does more, near the minute that others have.
  timeout: 180_000,
}, async () => {
  await offer(here);
  await give(here, 1_000);
  await agreed(510);
  const optOut = (phone: string) => run("INSERT INTO message_opt_outs VALUES (?, ?)", phone, Date.now());
  for (let n = 500; n < 510; n += 1) await optOut(phoneOf(n));
  vi.setSystemTime(noon + 9 * hourMs - 3 * minuteMs);
  await renew();
  const { groups, segmentPrice } = await outlook();
  expect(groups[0]).toMatchObject({ audience: "all", people: 500 });
  const shown = await sentAs({ people: 500, cost: 500 * segmentPrice });
  expect(shown).toMatchObject({ people: 500, price: 500, segments: 1, states: { waiting: 500 } });
  await swept(1);
  const beforeDeath = received().length;
  await sweepAndDie(here.providerId);
  const unsure = received().length - beforeDeath;
  expect(unsure).toBeGreaterThan(20);
  pass(minuteMs);
  await swept(1);

  // Nine in the evening: until seven nobody is written to.
  const byNight = received().length;
  expect(byNight).toBeLessThan(250);
  await swept(6);
  vi.setSystemTime(noon + 19 * hourMs - minuteMs);
  await swept(1);
  expect(received()).toHaveLength(byNight);
  const waiting = await all<{ phone: string }>(
    "SELECT phone FROM messages WHERE kind = 'campaign' AND state = 'waiting'",
  );
  expect(waiting).toHaveLength(500 - byNight);
  const left = waiting.slice(-10).map(({ phone }) => phone);
  for (const phone of left) await optOut(phone);
  // Also one who has it already.
  await optOut(received()[0]?.to.slice(1) ?? "");
  await swept(2);
  await renew();

  const stopped = await call(contract.stopCampaign, { params: { id: shown.id } }, here.demo);
  const before = received().length;
  expect(before).toBeGreaterThan(byNight);
  await swept(2);
  expect(received()).toHaveLength(before);
  const { resumable, resumePrice } = await campaign();
  expect(stopped.ok && stopped.answer.campaign.resumable).toBe(resumable);
  expect({ resumable, resumePrice }).toEqual({ resumable: 490 - before, resumePrice: 490 - before });
  const resumed = await call(
    contract.resumeCampaign,
    { params: { id: shown.id }, body: { cost: resumePrice } },
    here.demo,
  );
  expect(resumed.ok && resumed.answer.campaign.states.waiting).toBe(490 - before);
  await swept(10);
  await renew();

  const phones = received().map(({ to }) => to.slice(1));
  expect(phones).toHaveLength(490);
  expect(new Set(phones).size).toBe(490);
  const unwanted = [...left, ...Array.from({ length: 10 }, (_, n) => phoneOf(500 + n))];
  expect(phones.filter((phone) => unwanted.includes(phone))).toEqual([]);
  const { states, ...rest } = await campaign();
  // Whose answer died with the process may have gone out: it is sent no second time, and is paid for.
  expect(states).toMatchObject({ waiting: 0, sent: 490 - unsure, unclear: unsure, held: 10 });
  expect(rest).toMatchObject({ spent: 490, price: 500, resumable: 0 });
  expect((await creditsAt(here.demo)).balance).toBe(510);
});

test("groups are judged by what devices had: ended this week and not bought again, not online for two weeks", async () => {
  await offer(here);
  await give(here, 100);
  await agreed(6, 0, 1);
  await agreed(2, 6, 15);
  await ended(0, noon - 2 * dayMs);
  await ended(1, noon - 8 * dayMs);
  await ended(2, noon + hourMs, "running");
  // Whose time ended and who bought again on another device.
  await ended(3, noon - dayMs);
  await run("UPDATE hotspot_users SET phone = ? WHERE subject = ?", phoneOf(3), macOf(2));
  expect(await countOf("all")).toBe(8);
  expect(await countOf("ended")).toBe(1);
  // The one whose device another one bought for was not seen since it agreed.
  expect(await countOf("unseen")).toBe(3);
  const to = await sentAs({ audience: "ended", people: 1, cost: 1 });
  await swept(1);
  expect(received()).toEqual([{ to: `+${phoneOf(0)}`, message: expect.stringContaining("half price") }]);
  expect(to.people).toBe(1);
  // Not a second time within a day.
  expect(await countOf("all")).toBe(7);
  expect(await countOf("ended")).toBe(0);
  pass(dayMs);
  await renew();
  expect(await countOf("ended")).toBe(1);
});

test("who wants none, or withdrew by the link, gets none: also where it was written before", async () => {
  await offer(here);
  await give(here, 100);
  await agreed(3);
  await run("INSERT INTO message_opt_outs (phone, at) VALUES (?, ?)", phoneOf(0), noon);
  expect(await countOf("all")).toBe(2);
  await sentAs({ people: 2, cost: 2 });
  const out = await call(setOptOut, { body: { phoneNumber: phoneOf(1), optedOut: true } }, here.demo);
  expect(out.ok).toBe(true);
  await swept(1);
  const [only] = received();
  expect(received()).toHaveLength(1);
  const [, code = ""] = /Stop: \S+\/stop\/([0-9a-f]{12})$/.exec(only?.message ?? "") ?? [];
  const visitor = { host: here.demo.host ?? "" };
  const page = await call(portalStopOffersPage, { params: { code } }, visitor);
  expect(page.text).toContain("No more offers from Demo WiFi?");
  // Looking at it withdraws nothing; another provider's page knows no such link.
  expect((await outlook()).agreed).toBe(3);
  const foreign = await call(
    portalStopOffers,
    { params: { code }, body: {} },
    { host: here.savanna.host ?? "" },
  );
  expect(foreign.status).toBe(404);
  const done = await call(portalStopOffers, { params: { code }, body: {} }, visitor);
  expect(done.text).toContain("gets no more offers from Demo WiFi");
  expect((await outlook()).agreed).toBe(2);
  const unknown = await call(portalStopOffers, { params: { code: "0123456789ab" }, body: {} }, visitor);
  expect(unknown.status).toBe(404);
  pass(dayMs);
  await renew();
  expect(await countOf("all")).toBe(0);
});

/** The payment form has the box. */
async function asking(asks = true): Promise<void> {
  await call(contract.askForOffers, { body: { asks } }, here.demo);
}

test("agrees at the payment form, and counts once this very phone has paid", async () => {
  await asking();
  const buyer = here.world.buyer();
  const { transactionId } = await buyer.start({ offers: true });
  expect(await all("SELECT phone FROM message_consents")).toEqual([]);
  await buyer.answer("paid");
  await here.world.advance(20_000);
  expect((await buyer.status(transactionId)).status).toBe("completed");
  const [row] = await all<{ payment_id: string; phone: string; stop_code: string }>(
    "SELECT * FROM message_consents",
  );
  expect(row).toMatchObject({
    payment_id: transactionId,
    stop_code: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  const silent = here.world.buyer();
  await silent.start();
  await silent.answer("paid");
  await here.world.advance(20_000);
  expect(await all("SELECT phone FROM message_consents")).toHaveLength(1);
});

test("a press that is told twice is one campaign; what is not as it was shown is refused, and nothing is sent", async () => {
  await offer(here);
  await agreed(3);
  const poor = await send();
  expect(poor.ok ? "" : poor.refusal?.reason).toBe("campaign_credits");
  await give(here, 50);
  for (const wrong of [{ people: 2 }, { cost: 2.99 }, { text: `Demo WiFi ${"x".repeat(300)}` }]) {
    const refused = await send(wrong);
    expect(refused.ok ? "" : refused.refusal?.reason).toBe("campaign_changed");
  }
  const first = await send({}, "0123456789abcdef0123456789abcdef");
  const again = await send({}, "0123456789abcdef0123456789abcdef");
  expect(first.ok && again.ok && first.answer.campaign.id === again.answer.campaign.id).toBe(true);
  const third = await send();
  expect(third.ok ? "" : third.refusal?.reason).toBe("campaign_nobody");
  await swept(2);
  expect(received()).toHaveLength(3);
});

test("nobody is woken; credits that end in the middle hold the rest back, which goes on when there are more", async () => {
  await offer(here);
  await give(here, 70);
  await agreed(70);
  vi.setSystemTime(noon + 9 * hourMs - 30_000);
  await renew();
  await sentAs({ people: 70, cost: 70 });
  await swept(2);
  expect(received()).toHaveLength(60);
  vi.setSystemTime(noon + 19 * hourMs);
  await renew();
  await give(here, -5);
  await swept(1);
  expect(received()).toHaveLength(65);
  await renew();
  const { resumable, resumePrice, states } = await campaign();
  expect({ resumable, held: states.held, resumePrice }).toEqual({ resumable: 5, held: 5, resumePrice: 5 });
  await give(here, 20);
  // A price that rose since is not paid unseen.
  await offer(here, { segmentPrice: 2 });
  const { id } = await campaign();
  const resume = (price: number) =>
    call(contract.resumeCampaign, { params: { id }, body: { cost: price } }, here.demo);
  const refused = await resume(5);
  expect(refused.ok ? "" : refused.refusal?.reason).toBe("campaign_changed");
  expect((await resume(10)).ok).toBe(true);
  await swept(1);
  // The operator's account was typed anew in between: what it took before is forgotten.
  expect(received()).toHaveLength(5);
  expect((await campaign()).states).toMatchObject({ sent: 70, held: 0 });
});

test("a segment that costs more by now than was shown holds the rest back", async () => {
  await offer(here);
  await give(here, 200);
  await agreed(3);
  await sentAs();
  await offer(here, { segmentPrice: 1.5 });
  await swept(1);
  expect(received()).toHaveLength(0);
  expect(await all("SELECT DISTINCT state, reason FROM messages WHERE kind = 'campaign'")).toEqual([
    { state: "held", reason: "price" },
  ]);
});

test("money that came within a week of the message stands beside it", async () => {
  await asking();
  await offer(here);
  await give(here, 50);
  const buyer = here.world.buyer();
  await buyer.start({ offers: true });
  await buyer.answer("paid");
  await here.world.advance(20_000);
  pass(2 * dayMs);
  await renew();
  await sentAs({ people: 1, cost: 1 });
  await swept(1);
  expect((await campaign()).returned).toEqual({ people: 0, amount: 0 });
  pass(dayMs);
  const bought = await buyer.start({});
  await buyer.answer("paid");
  await here.world.advance(20_000);
  await renew();
  expect((await campaign()).returned).toEqual({ people: 1, amount: bought.amount });
});

test("a receipt does not wait behind a campaign", async () => {
  await offer(here);
  await give(here, 500);
  await agreed(100);
  await turnOn(here.demo);
  await sentAs({ people: 100, cost: 100 });
  pass(1_000);
  await raise(here, "bought", "254799000001");
  await sweep(here);
  expect(received().map(({ to }) => to)).toContain("+254799000001");
});

type Act =
  | { do: "sweep"; fault: SmsFault | "dies" | null }
  | { do: "pass"; minutes: number }
  | { do: "stop" | "resume" }
  | { do: "out" | "withdraw"; who: number }
  | { do: "report"; status: "Success" | "Failed" };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant("sweep" as const),
    fault: fc.constantFrom<SmsFault | "dies" | null>(
      ...([null, null, "dies", "lost-before", "lost-after", "bad-gateway-after"] as const),
      ...(["busy", "risk-hold", "gateway-error", "odd"] as const),
    ),
  }),
  fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 5, 70, 600, 2_000) }),
  fc.record({ do: fc.constantFrom("stop" as const, "resume" as const) }),
  fc.record({
    do: fc.constantFrom("out" as const, "withdraw" as const),
    who: fc.integer({ min: 0, max: 7 }),
  }),
  fc.record({ do: fc.constant("report" as const), status: fc.constantFrom("Success", "Failed") }),
);

test("for any history: nobody twice, nobody left out, nobody who left; what it cost is what went out", {
  timeout: historiesLimitMs(15, 60),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
      noon += 30 * dayMs;
      vi.setSystemTime(noon);
      await renew();
      await forget();
      await emptyTenantTables("campaigns", "message_consents", "message_opt_outs", "hotspot_users");
      await offer(here);
      await give(here, 500);
      await agreed(8);
      const { id } = await sentAs({ people: 8, cost: 8 });
      const left = new Set<number>();
      /** Messages that were accepted by the moment at which their phone left. */
      const before = new Map<number, number>();
      const acceptedBy = (n: number) => received().filter(({ to }) => to === `+${phoneOf(n)}`).length;
      for (const one of acts) {
        if (one.do === "pass") pass(one.minutes * minuteMs);
        if (one.do === "sweep") await sweepWith(one.fault);
        if (one.do === "stop" || one.do === "resume") await pressed(id, one.do);
        if (one.do === "report") await reported(one.status);
        if (one.do === "out" || one.do === "withdraw") {
          if (!left.has(one.who)) before.set(one.who, acceptedBy(one.who));
          left.add(one.who);
          if (one.do === "out")
            await run(
              "INSERT INTO message_opt_outs VALUES (?, ?) ON CONFLICT DO NOTHING",
              phoneOf(one.who),
              Date.now(),
            );
          else
            await run(
              "UPDATE message_consents SET withdrawn_at = ? WHERE phone = ?",
              Date.now(),
              phoneOf(one.who),
            );
        }
      }
      // The faults are over, it is noon, and a person goes on with it.
      vi.setSystemTime(noon + 12 * dayMs);
      for (let n = 0; n < 4; n += 1) {
        await pressed(id, "resume");
        await sweepWith(null);
        pass(hourMs / 2);
      }
      const states = await all<{ phone: string; state: string; reason: string | null; cents: number | null }>(
        "SELECT phone, state, reason, cents FROM messages WHERE kind = 'campaign'",
      );
      expect(states).toHaveLength(8);
      for (let n = 0; n < 8; n += 1) {
        const accepted = acceptedBy(n);
        const own = states.find(({ phone }) => phone === phoneOf(n));
        expect(accepted).toBeLessThanOrEqual(1);
        if (left.has(n)) expect(accepted).toBe(before.get(n));
        // It went out, or may have, or the network refused it for good.
        else if (accepted === 0) expect(["unclear", "failed"]).toContain(own?.state);
        if (accepted === 1) expect(["sent", "delivered", "unclear", "failed"]).toContain(own?.state);
      }
      const spent = states.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
      expect((await campaign()).spent).toBe(spent / 100);
      expect((await creditsAt(here.demo)).balance).toBe(500 - spent / 100);
    }),
    { numRuns: histories(15, 60) },
  );
});

async function sweepWith(fault: SmsFault | "dies" | null): Promise<void> {
  if (fault === "dies") return sweepAndDie(here.providerId);
  if (fault !== null) here.sms.fail(fault);
  await sweep(here);
  here.sms.mend();
}

async function pressed(id: string, what: "stop" | "resume"): Promise<void> {
  await renew();
  if (what === "stop") await call(contract.stopCampaign, { params: { id } }, here.demo);
  else
    await call(
      contract.resumeCampaign,
      { params: { id }, body: { cost: (await campaign()).resumePrice } },
      here.demo,
    );
}

async function reported(status: "Success" | "Failed"): Promise<void> {
  const newest = here.sms.accepted.at(-1);
  if (newest) await here.sms.report(newest, status);
}

const agreeing = () =>
  all<{ phone: string }>("SELECT phone FROM message_consents WHERE withdrawn_at IS NULL");

test("where nobody is asked, nobody agrees", async () => {
  await asking(false);
  const buyer = here.world.buyer();
  await buyer.start({ offers: true });
  await buyer.answer("paid");
  await here.world.advance(20_000);
  expect(await agreeing()).toEqual([]);
});

test("who withdraws while the prompt waits stays out; a second press without the tick takes it back", async () => {
  await asking();
  const buyer = here.world.buyer();
  await buyer.start({ offers: true });
  await buyer.answer("paid");
  await here.world.advance(20_000);
  expect(await agreeing()).toHaveLength(1);
  pass(hourMs);
  const again = await buyer.start({ offers: true });
  pass(1_000);
  await run("UPDATE message_consents SET withdrawn_at = ?", Date.now());
  await buyer.answer("paid");
  await here.world.advance(20_000);
  expect((await buyer.status(again.transactionId)).status).toBe("completed");
  expect(await agreeing()).toEqual([]);

  const other = here.world.buyer();
  const { transactionId } = await other.start({ offers: true });
  const second = await other.start();
  expect(second.transactionId).toBe(transactionId);
  await other.answer("paid");
  await here.world.advance(20_000);
  expect(await agreeing()).toEqual([]);
});

test("what is typed at a pay bill by another phone makes nobody agree, also once the books have it", async () => {
  await asking();
  const buyer = here.world.buyer();
  const { transactionId, amount } = await buyer.start({ offers: true });
  await buyer.answer("cancelled");
  const state = await stateOf(transactionId);
  const money = { receipt: "TKL9Z8Y7X6", cents: amount * 100, accepted: false, route: state.route };
  const paidBy = (proof: "report" | "statement" | "person") =>
    step(state, { type: "paybill_payment", ...money, proof }, Date.now());
  for (const proof of ["report", "statement", "person"] as const) {
    const paid = paidBy(proof);
    expect(paid?.state.status).toBe("completed");
    expect(paid?.state.byPrompt ?? false).toBe(false);
    if (paid) await writeState(testContext(), paid.state);
    if (paid) await writeState(testContext(), { ...paid.state, reported: null });
    expect(await agreeing()).toEqual([]);
  }
});

test("a text with the signs of the link costs what was shown", async () => {
  await offer(here);
  await give(here, 50);
  await agreed(3);
  await sentAs({ text: `Demo WiFi ${"{stop}".repeat(14)}`, cost: 6 });
  await swept(1);
  expect(received()).toHaveLength(3);
  expect(received()[0]?.message).toMatch(/^Demo WiFi (\{stop\}){14}\nStop: \S+\/stop\/[0-9a-f]{12}$/);
  expect(await campaign()).toMatchObject({ spent: 6, price: 6 });
});

test("a text that does not name its business goes out by nobody's account but its own", async () => {
  await offer(here);
  await give(here, 50);
  await agreed(3);
  const refused = await send({ text: "M-PESA: you won" });
  expect(refused.ok ? "" : refused.refusal?.reason).toBe("campaign_business");
});

test("a stop holds back what the account did not take at that moment", async () => {
  await offer(here);
  await give(here, 50);
  await agreed(8);
  const { id } = await sentAs({ people: 8, cost: 8 });
  here.sms.fail("busy", "busy", "busy", "busy");
  const sweeping = sweep(here);
  await call(contract.stopCampaign, { params: { id } }, here.demo);
  await sweeping;
  here.sms.mend();
  pass(2 * hourMs);
  await renew();
  await swept(2);
  expect((await campaign()).stoppedAt).not.toBeNull();
  expect((await campaign()).states).toMatchObject({ waiting: 0, held: 8 - here.sms.accepted.length });
});

test("two campaigns reach nobody within a day, also where one went on in between; who got nothing can be written to", async () => {
  await offer(here);
  await give(here, 100);
  await agreed(3);
  const { id } = await sentAs({ text: "Demo WiFi: first" });
  await call(contract.stopCampaign, { params: { id } }, here.demo);
  // They got nothing: a better text may go to them at once.
  expect(await countOf("all")).toBe(3);
  await sentAs({ text: "Demo WiFi: second" });
  const resumed = await call(contract.resumeCampaign, { params: { id }, body: { cost: 3 } }, here.demo);
  expect(resumed.ok).toBe(true);
  await swept(2);
  expect(received()).toHaveLength(3);
  expect(await countOf("all")).toBe(0);
  const held = await all<{ reason: string }>("SELECT DISTINCT reason FROM messages WHERE state = 'held'");
  expect(held).toEqual([{ reason: "apart" }]);
});

test("what may have gone out is not sent again by going on, and going on at a higher price says so", async () => {
  await offer(here);
  await give(here, 50);
  await agreed(6);
  const { id } = await sentAs({ people: 6, cost: 6 });
  here.sms.fail("lost-after");
  await sweep(here);
  here.sms.mend();
  const [unclear] = await all<{ id: string }>("SELECT id FROM messages WHERE state = 'unclear'");
  await run("UPDATE messages SET state = 'held', reason = 'quiet_hours' WHERE id = ?", unclear?.id ?? "");
  await call(contract.stopCampaign, { params: { id } }, here.demo);
  expect((await campaign()).resumable).toBe(2);
  await offer(here, { segmentPrice: 2 });
  await renew();
  const { resumePrice } = await campaign();
  await call(contract.resumeCampaign, { params: { id }, body: { cost: resumePrice } }, here.demo);
  pass(2 * hourMs);
  await swept(2);
  await renew();
  const { spent, price } = await campaign();
  expect({ spent, price }).toEqual({ spent: 8, price: 12 });
});

test("a press that was refused first stands in the activity once it is sent", async () => {
  await offer(here);
  await agreed(3);
  const key = "fedcba9876543210fedcba9876543210";
  expect((await send({}, key)).ok).toBe(false);
  await give(here, 50);
  expect((await send({}, key)).ok).toBe(true);
  const lines = await testContext().platform.all(
    sql`SELECT action FROM audit WHERE action = 'campaign.send' AND at >= ${noon}`,
  );
  expect(lines).toHaveLength(1);
});
