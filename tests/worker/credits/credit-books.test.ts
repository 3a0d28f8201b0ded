import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { compareCopies } from "#worker/features/copies/index";
import { addCredits } from "#worker/features/messages/credits";
import { beginCreditPurchase, endCreditPurchase } from "#worker/features/messages/index";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { sweepAndDie } from "../../support/sweep-and-die.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { type CreditWorld, copy, forget, offer, openCreditWorld, raise, sweep } from "./credit-world.ts";
import { faults, reporting, talkSasaAsked, type Vendor, words } from "./told-deliveries.ts";

// Whatever fails, is told twice or never: the provider's book of credits, the platform's copy of it, the messages and what the account
// took are one sum; nothing goes out that was not paid for; and of what went out a provider reads what the account said of it first.

let here: CreditWorld;
/** How many histories of each are usual, and how it is opened. */
const vendors: [name: string, usual: number, openVendor: () => Vendor][] = [
  ["Africa's Talking", 60, () => reporting(here)],
  ["TalkSasa", 30, () => talkSasaAsked(here)],
];
beforeAll(async () => {
  here = await openCreditWorld();
  await offer(here);
});
afterAll(() => here.world.close());

type Act =
  | { do: "raise"; event: number; phone: number }
  | { do: "sweep"; fault: number | "dies" | null; early: number | null }
  | { do: "give"; event: number; cents: number }
  | { do: "ask"; purchase: number; cents: number }
  | { do: "end"; purchase: number; isPaid: boolean; times: number }
  | { do: "report"; place: number; word: number; times: number; isForeign: boolean }
  | { do: "copy" }
  | { do: "pass"; minutes: number };

const fault = fc.oneof<fc.WeightedArbitrary<number | "dies" | null>[]>(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant("dies" as const) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: faults - 1 }) },
);
const place = fc.integer({ min: 0, max: 5 });
const word = fc.integer({ min: 0, max: words - 1 });
const raised = fc.record({
  do: fc.constant("raise" as const),
  event: fc.integer({ min: 0, max: 19 }),
  phone: place,
});
const swept = fc.record({
  do: fc.constant("sweep" as const),
  fault,
  early: fc.option(word, { nil: null, freq: 2 }),
});
const reported = fc.record({
  do: fc.constant("report" as const),
  place,
  word,
  times: fc.integer({ min: 1, max: 3 }),
  isForeign: fc.boolean(),
});
const passed = fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 3, 20, 300) });
const one = fc.oneof<fc.Arbitrary<Act>[]>(
  ...[raised, raised, swept, swept, reported, reported],
  fc.record({ do: fc.constant("give" as const), event: place, cents: fc.constantFrom(100, 500, -300) }),
  fc.record({ do: fc.constant("ask" as const), purchase: place, cents: fc.constantFrom(5_000, 10_000) }),
  fc.record({
    do: fc.constant("end" as const),
    purchase: place,
    isPaid: fc.boolean(),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant("copy" as const) }),
  ...[passed, passed],
);

/** What many histories begin with, so that there is something to tell of. */
const begun: Act[] = [
  { do: "give", event: 0, cents: 500 },
  { do: "raise", event: 0, phone: 0 },
  { do: "raise", event: 1, phone: 1 },
  { do: "raise", event: 2, phone: 2 },
  { do: "sweep", fault: null, early: null },
];
const history = fc
  .tuple(fc.constantFrom([], begun, begun), fc.array(one, { minLength: 8, maxLength: 30 }))
  .map(([first, acts]) => [...first, ...acts]);

/** Told twice and otherwise than before, told once, told nothing final, and one whose answer was lost. */
const told = (place: number, saidAs: number): Act => ({
  do: "report",
  place,
  word: saidAs,
  times: 2,
  isForeign: false,
});
const eachTold: Act[] = [
  ...begun,
  told(0, 0),
  told(1, 2),
  told(2, 3),
  { do: "pass", minutes: 1 },
  { do: "sweep", fault: null, early: null },
  told(0, 2),
  { do: "raise", event: 3, phone: 3 },
  { do: "sweep", fault: 1, early: null },
];

type Known = { paid: Map<number, number>; asked: Map<number, number>; given: Map<number, number> };

async function play(act: Act, known: Known, vendor: Vendor): Promise<void> {
  const ctx = testContext();
  const { providerId } = here;
  switch (act.do) {
    case "raise":
      return raise(here, String(act.event), `25471200000${act.phone}`);
    case "sweep":
      vendor.saysEarly(act.early);
      if (act.fault === "dies") await sweepAndDie(providerId);
      else {
        if (act.fault !== null) vendor.fail(act.fault);
        await sweep(here);
        await vendor.asks();
      }
      return vendor.saysEarly(null);
    case "give":
      if (!known.given.has(act.event)) known.given.set(act.event, act.cents);
      await addCredits(ctx, providerId, { for: String(act.event), cents: act.cents, detail: "" });
      return;
    case "ask":
      if (known.asked.has(act.purchase)) return;
      known.asked.set(act.purchase, act.cents);
      return beginCreditPurchase(ctx, providerId, {
        paymentId: `p${act.purchase}`,
        cents: act.cents,
        phone: "254712000009",
      });
    case "end": {
      const asked = known.asked.get(act.purchase);
      if (asked !== undefined) known.paid.set(act.purchase, act.isPaid ? asked : 0);
      const ended = { isPaid: act.isPaid, receipt: act.isPaid ? "TKL1" : null, detail: null };
      for (let time = 0; time < act.times; time += 1)
        await endCreditPurchase(ctx, providerId, { paymentId: `p${act.purchase}`, ...ended });
      return;
    }
    case "report":
      for (let time = 0; time < act.times; time += 1) await vendor.says(act.place, act.word, act.isForeign);
      return;
    case "copy":
      return copy(here);
    default:
      vi.setSystemTime(Date.now() + act.minutes * minuteMs);
  }
}

type Sums = {
  balance: number;
  entries: number;
  bought: number;
  given: number;
  used: number;
  messages: number;
};

const sums = async (): Promise<Sums> => {
  const row = await testContext()
    .tenant(here.providerId)
    .first(
      sql<Sums>`SELECT coalesce((SELECT balance_cents FROM message_credits), 0) AS balance,
        (SELECT coalesce(sum(cents), 0) FROM credit_entries) AS entries,
        (SELECT coalesce(sum(cents), 0) FROM credit_entries WHERE kind = 'bought') AS bought,
        (SELECT coalesce(sum(cents), 0) FROM credit_entries WHERE kind = 'given') AS given,
        (SELECT -coalesce(sum(cents), 0) FROM credit_entries WHERE kind = 'used') AS used,
        (SELECT coalesce(sum(cents), 0) FROM messages) AS messages`,
    );
  if (!row) throw new Error("no sums");
  return row;
};

const total = (of: Map<number, number>) => [...of.values()].reduce((sum, cents) => sum + cents, 0);

type Row = { ref: string | null; phone: string; state: string };
const messages = () =>
  testContext().tenant(here.providerId).all(sql<Row>`SELECT ref, phone, state FROM messages`);

/**
 * Each message that the account took is one of the provider's, and stands as the account said first; so the counts of both agree, state by
 * state. Where its answer never came nobody knows which it is, and no report moves it.
 */
async function expectAsTold(vendor: Vendor, met: Map<string, number>): Promise<void> {
  const rows = await messages();
  const taken = vendor.taken();
  for (const { id, to, state, isTwofold } of taken) {
    const own = rows.find(({ ref }) => ref === id);
    const what = own ? state : "nameless";
    met.set(what, (met.get(what) ?? 0) + 1);
    if (own && isTwofold) met.set("twofold", (met.get("twofold") ?? 0) + 1);
    if (own) expect(own).toMatchObject({ phone: to, state });
    else
      expect(rows.some(({ ref, phone, state: kept }) => ref === null && phone === to && isOpen(kept))).toBe(
        true,
      );
  }
  const known = new Set(rows.map(({ ref }) => ref));
  for (const state of ["sent", "delivered", "failed"])
    expect(rows.filter((row) => row.ref !== null && row.state === state).length).toBe(
      taken.filter((one) => known.has(one.id) && one.state === state).length,
    );
  expect(rows.filter(({ state }) => state === "delivered" || state === "sent").every(({ ref }) => ref)).toBe(
    true,
  );
}
const isOpen = (state: string) => state === "unclear" || state === "sending";

const mostHistories = 120;

test.each(vendors)(
  "for any history the books agree, and so do the deliveries: %s",
  { timeout: historiesLimitMs(60, mostHistories) },
  async (_name, usual, openVendor) => {
    const vendor = openVendor();
    await vendor.open();
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(history, async (acts) => {
        await forget();
        vendor.forget();
        // Hours pass: no session lasts as long.
        await tenantDatabase(here.providerId)
          .prepare("INSERT INTO message_settings (id, receipt, segment_cents) VALUES ('own', 1, 100)")
          .run();
        const known: Known = { paid: new Map(), asked: new Map(), given: new Map() };
        let before = await sums();
        for (const act of acts) {
          await play(act, known, vendor);
          const now = await sums();
          expect(now.balance).toBe(now.entries);
          expect(now.bought).toBe(total(known.paid));
          expect(now.given).toBe(total(known.given));
          expect(now.used).toBe(now.messages);
          if (now.used > before.used) expect(now.balance).toBeGreaterThanOrEqual(0);
          before = now;
        }
        // What the account took is paid for: each of its messages is one of the provider's, at the price that was shown.
        expect(vendor.segments() * 100).toBeLessThanOrEqual((await sums()).used);
        await expectAsTold(vendor, met);
        await copy(here);
        expect(await compareCopies(testContext(), here.providerId)).toEqual([]);
        const copied = await testContext().platform.first(
          sql<{ cents: number }>`SELECT coalesce(sum(cents), 0) AS cents FROM provider_credits
            WHERE provider_id = ${here.providerId}`,
        );
        expect(copied?.cents).toBe((await sums()).balance);
      }),
      { numRuns: histories(usual, mostHistories), examples: [[eachTold], [eachTold]] },
    );
    // Each was met, or nothing would be shown of it.
    expect(["sent", "delivered", "failed", "nameless", "twofold"].filter((what) => !met.has(what))).toEqual(
      [],
    );
  },
);
