import { expect, test, vi } from "vitest";
import * as contract from "#contract/campaigns";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { sweepAndDie } from "../../support/sweep-and-die.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { creditsAt, give, offer, raise, sweep, turnOn } from "../credits/credit-world.ts";
import {
  agreed,
  all,
  asking,
  campaign,
  campaignWorld,
  here,
  noon,
  outlook,
  pass,
  phoneOf,
  received,
  run,
  send,
  sentAs,
  swept,
} from "./campaign-world.ts";

// Campaigns by the platform's account: once to each, at the price that was shown.

campaignWorld();

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
  await here.renew();
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
  await here.renew();

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
  await here.renew();

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
  await here.renew();
  await sentAs({ people: 70, cost: 70 });
  await swept(2);
  expect(received()).toHaveLength(60);
  vi.setSystemTime(noon + 19 * hourMs);
  await here.renew();
  await give(here, -5);
  await swept(1);
  expect(received()).toHaveLength(65);
  await here.renew();
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
  await here.renew();
  await sentAs({ people: 1, cost: 1 });
  await swept(1);
  expect((await campaign()).returned).toEqual({ people: 0, amount: 0 });
  pass(dayMs);
  const bought = await buyer.start({});
  await buyer.answer("paid");
  await here.world.advance(20_000);
  await here.renew();
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
  await here.renew();
  await swept(2);
  expect((await campaign()).stoppedAt).not.toBeNull();
  expect((await campaign()).states).toMatchObject({ waiting: 0, held: 8 - here.sms.accepted.length });
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
  await here.renew();
  const { resumePrice } = await campaign();
  await call(contract.resumeCampaign, { params: { id }, body: { cost: resumePrice } }, here.demo);
  pass(2 * hourMs);
  await swept(2);
  await here.renew();
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
