import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { compareCopies } from "#worker/features/copies/index";
import { addCredits } from "#worker/features/messages/credits";
import { beginCreditPurchase, endCreditPurchase } from "#worker/features/messages/index";
import type { SmsFault } from "../../simulators/africastalking/africastalking-simulator.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { sweepAndDie } from "../../support/sweep-and-die.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { type CreditWorld, copy, forget, offer, openCreditWorld, raise, sweep } from "./credit-world.ts";

// Whatever fails, is told twice or never: the provider's book of credits, the platform's copy of it, the messages and what the account
// took are one sum, and nothing goes out that was not paid for.

let here: CreditWorld;
beforeAll(async () => {
  here = await openCreditWorld();
  await offer(here);
});
afterAll(() => here.world.close());

type Act =
  | { do: "raise"; event: number; phone: number }
  | { do: "sweep"; fault: SmsFault | "dies" | null }
  | { do: "give"; event: number; cents: number }
  | { do: "ask"; purchase: number; cents: number }
  | { do: "end"; purchase: number; isPaid: boolean; times: number }
  | { do: "report"; place: number; status: "Success" | "Failed" | "Sent"; times: number }
  | { do: "copy" }
  | { do: "pass"; minutes: number };

const fault = fc.constantFrom<SmsFault | "dies" | null>(
  ...[null, null, null, null],
  ...([
    "dies",
    "lost-before",
    "lost-after",
    "bad-gateway-after",
    "busy",
    "risk-hold",
    "gateway-error",
  ] as const),
);
const place = fc.integer({ min: 0, max: 5 });
const one = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({ do: fc.constant("raise" as const), event: fc.integer({ min: 0, max: 19 }), phone: place }),
  fc.record({ do: fc.constant("raise" as const), event: fc.integer({ min: 0, max: 19 }), phone: place }),
  fc.record({ do: fc.constant("sweep" as const), fault }),
  fc.record({ do: fc.constant("sweep" as const), fault }),
  fc.record({ do: fc.constant("give" as const), event: place, cents: fc.constantFrom(100, 500, -300) }),
  fc.record({ do: fc.constant("ask" as const), purchase: place, cents: fc.constantFrom(5_000, 10_000) }),
  fc.record({
    do: fc.constant("end" as const),
    purchase: place,
    isPaid: fc.boolean(),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    do: fc.constant("report" as const),
    place,
    status: fc.constantFrom("Success", "Failed", "Sent"),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant("copy" as const) }),
  fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 3, 20, 300) }),
);

type Known = { paid: Map<number, number>; asked: Map<number, number>; given: Map<number, number> };

async function play(act: Act, known: Known): Promise<void> {
  const ctx = testContext();
  const { providerId } = here;
  switch (act.do) {
    case "raise":
      return raise(here, String(act.event), `25471200000${act.phone}`);
    case "sweep":
      if (act.fault === "dies") return sweepAndDie(providerId);
      if (act.fault) here.sms.fail(act.fault);
      return sweep(here);
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
    case "report": {
      const accepted = here.sms.accepted[act.place];
      if (!accepted) return;
      for (let time = 0; time < act.times; time += 1) await here.sms.report(accepted, act.status);
      return;
    }
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

const mostHistories = 120;

test("for any history the books agree", { timeout: historiesLimitMs(60, mostHistories) }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 8, maxLength: 30 }), async (acts) => {
      await forget();
      here.sms.accepted.length = 0;
      // Hours pass: no session lasts as long.
      await tenantDatabase(here.providerId)
        .prepare("INSERT INTO message_settings (id, receipt, segment_cents) VALUES ('own', 1, 100)")
        .run();
      const known: Known = { paid: new Map(), asked: new Map(), given: new Map() };
      let before = await sums();
      for (const act of acts) {
        await play(act, known);
        const now = await sums();
        expect(now.balance).toBe(now.entries);
        expect(now.bought).toBe(total(known.paid));
        expect(now.given).toBe(total(known.given));
        expect(now.used).toBe(now.messages);
        if (now.used > before.used) expect(now.balance).toBeGreaterThanOrEqual(0);
        before = now;
      }
      // What the account took is paid for: each of its messages is one of the provider's, at the price that was shown.
      const segments = here.sms.accepted.reduce((sum, { cents }) => sum + cents / 80, 0);
      expect(segments * 100).toBeLessThanOrEqual((await sums()).used);
      await copy(here);
      expect(await compareCopies(testContext(), here.providerId)).toEqual([]);
      const copied = await testContext().platform.first(
        sql<{ cents: number }>`SELECT coalesce(sum(cents), 0) AS cents FROM provider_credits
          WHERE provider_id = ${here.providerId}`,
      );
      expect(copied?.cents).toBe((await sums()).balance);
    }),
    { numRuns: histories(60, mostHistories) },
  );
});
