import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { admit, claimIdempotencyKey, limitFor } from "#worker/features/rate-limits/index";
import type { Tally } from "#worker/features/rate-limits/limits";
import { actRules } from "#worker/features/rate-limits/rules";
import { sleepsSince } from "../../support/short-sleeps.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  buys,
  claims,
  cookieOf,
  elsewhere,
  flood,
  inventedMac,
  inventedPhone,
  openSite,
  redeems,
  type Site,
  site,
  third,
  type Visitor,
} from "./site-world.ts";

// Thousands of requests take their time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let here: Site;

beforeAll(async () => {
  here = await openSite();
});
beforeEach(async () => {
  await here.world.renew();
  // A day for each test: what was counted before is forgotten.
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
});
afterAll(() => here.close());

const stranger = (): Visitor => ({ buyer: here.world.buyer(), cookie: cookieOf("stranger") });

/** Everything a visitor may want, with browsers, devices, phones, codes and keys that are made up. */
const anything = (network: string) => (turn: number) => {
  const visitor = stranger();
  const from = { network, cookie: cookieOf(`f${turn}`), key: `key ${network} ${turn}` };
  const mac = inventedMac(turn);
  if (turn % 4 === 1)
    return redeems(here, { ...visitor, buyer: { ...visitor.buyer, mac } }, { ...from, code: "00000-00000" });
  if (turn % 4 === 2)
    return claims(
      here,
      { ...visitor, buyer: { ...visitor.buyer, mac } },
      { ...from, code: "ABCD-EFGH-JKMN" },
    );
  return buys(visitor, { macAddress: mac, phoneNumber: inventedPhone(turn) }, from);
};

async function expectServed(visitor: Visitor, network: string): Promise<void> {
  const bought = await buys(visitor, {}, { network });
  expect([bought.status, bought.ok && bought.answer.success], bought.text).toEqual([200, true]);
  expect((await redeems(here, visitor, { network })).status).toBe(200);
  expect((await claims(here, visitor, { network })).status).toBe(200);
}

/** Attempts that the provider's object keeps of such subjects, since then. */
const counted = (which: string, since: number): Promise<number> =>
  runInDurableObject(env.PROVIDER.getByName(here.world.seeded.demo.id), (_object, { storage }) =>
    storage.sql
      .exec<{ body: string }>("SELECT body FROM subjects WHERE subject LIKE ?1", which)
      .toArray()
      .flatMap(({ body }) => Object.values((JSON.parse(body) as Tally).counts))
      .flatMap((count) => count.counted)
      .filter(({ at }) => at > since)
      .reduce((sum, { count = 1 }) => sum + count, 0),
  );

/** Half of them buy, a quarter enter codes: more than is left at the router, or to one network. */
const many = 160;

/** As if strangers of other networks had bought at this router: of the 600 that it takes in a minute so many are left. */
async function leaveAtRouter(left: number): Promise<void> {
  const { id: providerId } = here.world.seeded.demo;
  const { routerId } = here;
  const limit = limitFor(testContext(), { providerId, of: { routerId } });
  for (let turn = left; turn < actRules.buy.router.max; turn += 1)
    await limit.attempt({ key: "strangers buy", ...actRules.buy.router });
}

describe("a flood", () => {
  test("from one network leaves a visitor of the site and another network's stranger served", async () => {
    await leaveAtRouter(60);
    const visitor = here.visitor();
    const told = here.link.hostsTold;
    const statuses = await flood(many, anything(elsewhere));
    expect(statuses.get(200) ?? 0).toBeLessThanOrEqual(20);
    expect(here.link.hostsTold - told).toBeLessThan(70);
    vi.setSystemTime(Date.now() + 3_000);
    await expectServed(visitor, site);
    const other = stranger();
    expect((await buys(other, {}, { network: third })).status).toBe(200);
    expect((await redeems(here, other, { network: third })).status).toBe(200);
    expect((await buys(stranger(), {}, { network: elsewhere })).status).toBe(429);
    // What was filled above is what strangers of all networks share.
    await leaveAtRouter(0);
    expect((await buys(stranger(), {}, { network: third })).status).toBe(429);
  });

  test("from inside the site's own address leaves a listed device of that site served", async () => {
    const visitor = here.visitor();
    const statuses = await flood(many, anything(site));
    expect(statuses.get(200) ?? 0).toBeLessThanOrEqual(20);
    await expectServed(visitor, site);
  });

  test("counts as its network's: under the router, which all networks share, next to nothing is kept", async () => {
    const lately = Date.now() - 60_000;
    await flood(many, anything(elsewhere));
    expect(await counted('%"routerId"%', lately)).toBeLessThanOrEqual(20);
  });

  test("that goes on leaves nothing more in the provider's object", async () => {
    // The same pool for all of them: on a busy machine the router may answer in time or not.
    here.link.hosts = null;
    vi.setSystemTime(Date.now() + 60_000);
    // A quarter enter codes: more than the 60 wrong ones of a network.
    await flood(260, anything(elsewhere));
    const before = await counted("%", 0);
    await flood(60, (turn) => anything(elsewhere)(260 + turn));
    here.link.hosts = () => [...here.listed];
    expect((await counted("%", 0)) - before).toBeLessThanOrEqual(10);
  });
});

/** As if so many other devices behind the site's address had just bought. */
async function othersBuy(count: number, listed: true | null): Promise<void> {
  const { id: providerId } = here.world.seeded.demo;
  const { routerId } = here;
  for (let turn = 0; turn < count; turn += 1) {
    const who = {
      providerId,
      routerId,
      network: site,
      browser: `other ${turn}`,
      subject: deviceSubject(inventedMac(turn)),
      listed,
    };
    expect(await admit(testContext(), "buy", who)).toMatchObject({ allowed: true });
  }
}

test("a hundred devices behind the site's one address buy within a minute, and every one is asked for its PIN", async () => {
  await othersBuy(76, true);
  const crowd = Array.from({ length: 24 }, () => here.visitor());
  const answers: number[] = [];
  for (const [turn, visitor] of crowd.entries()) {
    if (turn % 2 === 0) vi.setSystemTime(Date.now() + 1_000);
    answers.push((await buys(visitor)).status);
  }
  expect(answers).toEqual(Array(24).fill(200));
  expect(await here.world.daraja.prompts()).toHaveLength(24);
});

test("a hundred devices behind one address buy while their router can't be asked, too", async () => {
  here.link.hosts = null;
  vi.setSystemTime(Date.now() + 60_000);
  await othersBuy(76, null);
  const answers = await flood(24, () => buys(here.visitor()));
  here.link.hosts = () => [...here.listed];
  expect([...answers]).toEqual([[200, 24]]);
});

test("many claims for made-up devices ask the router a few times, not each time", async () => {
  const told = here.link.hostsTold;
  const statuses = await flood(60, (turn) => {
    const visitor = stranger();
    return claims(
      here,
      { ...visitor, buyer: { ...visitor.buyer, mac: inventedMac(turn) } },
      { network: elsewhere },
    );
  });
  expect([...statuses.keys()]).toEqual([409]);
  expect(here.link.hostsTold - told).toBeLessThanOrEqual(4);
});

test("a device that has just come is found, though the list of a moment ago lacks it", async () => {
  const first = here.visitor();
  expect((await claims(here, first)).status).toBe(200);
  const late = here.visitor();
  expect((await claims(here, late)).status).toBe(200);
});

test("made-up keys of one network are no other browser's refusal, however many the provider's object was given", async () => {
  const visitor = here.visitor();
  const { id: providerId } = here.world.seeded.demo;
  // All but a few of the 600 that a provider's console may claim in a minute.
  const claims = Array.from({ length: 580 }, (_, turn) =>
    claimIdempotencyKey(testContext(), { providerId }, `console ${turn}`, {}),
  );
  await Promise.all(claims);
  await flood(40, (turn) =>
    buys(stranger(), { macAddress: inventedMac(turn) }, { network: elsewhere, key: `made up ${turn}` }),
  );
  expect((await buys(visitor, {}, { key: "own" })).status).toBe(200);
  expect((await redeems(here, visitor, { key: "own too" })).status).toBe(200);
});

test("many wrong codes slow only their own network", async () => {
  await flood(100, (turn) =>
    redeems(here, stranger(), { network: elsewhere, cookie: cookieOf(turn), code: "00000-00000" }),
  );
  expect(sleepsSince()).toContain(3_000);
  expect((await redeems(here, here.visitor(), { code: "00000-00000" })).status).toBe(404);
  expect(sleepsSince()).not.toContain(3_000);
});

describe("a refused request", () => {
  test("whose body is wrong keeps no key", async () => {
    const visitor = here.visitor();
    for (const over of [{ phoneNumber: "123" }, { planId: "no such plan" }, { macAddress: "nonsense" }])
      expect((await buys(visitor, over, { key: "typed wrong" })).ok).toBe(false);
    expect((await buys(visitor, {}, { key: "typed wrong" })).status).toBe(200);
  });
});

describe("what a neighbour does in this device's name", () => {
  const neighbours = (count: number) => Array.from({ length: count }, (_, turn) => cookieOf(`b${turn}`));

  test("claims with wrong codes don't block 'I have paid' of a browser that bought here today", async () => {
    const visitor = here.visitor();
    expect((await buys(visitor)).status).toBe(200);
    for (const cookie of neighbours(8))
      for (let turn = 0; turn < 6; turn += 1) await claims(here, visitor, { cookie, code: "ABCD-EFGH-JKMN" });
    expect((await claims(here, visitor)).status).toBe(200);
  });

  test("five claims of one neighbour don't block a browser that comes for the first time", async () => {
    const visitor = here.visitor();
    const [cookie = ""] = neighbours(1);
    for (let turn = 0; turn < 6; turn += 1) await claims(here, visitor, { cookie, code: "ABCD-EFGH-JKMN" });
    expect((await claims(here, visitor)).status).toBe(200);
  });

  test("a payment is no lease of the device's own browser", async () => {
    const visitor = here.visitor();
    const [cookie = ""] = neighbours(1);
    expect((await buys(visitor, { phoneNumber: inventedPhone(4_000) }, { cookie })).status).toBe(200);
    expect((await buys(visitor, { planId: visitor.buyer.provider.plans[1]?.id })).status).toBe(200);
  });
});
