import fc from "fast-check";
import type { DarajaSettings } from "../simulators/daraja/settings.ts";

// Random histories of purchases: what people, the gateway, the operator and misfortune do, in any order.

export const visitors = 4;

/** What a person does with a prompt of those that this can be done with. */
const outcomes = [
  ...([
    "paid",
    "paid",
    "paid",
    "cancelled",
    "insufficient",
    "late-paid",
    "late-paid",
    "late-failed",
  ] as const),
  /** The gateway does not let this account receive. */
  "2028",
] as const;
/** What a stranger makes of a success callback before it is posted. */
const forgeries = ["secret", "id", "amount", "phone", "checkout"] as const;
/**
 * What a liar posts who knows a payment's own address and its push, with everything that a real message carries. `shared`:
 * the same by addresses that many payments share. `receipt`: with the receipt of somebody else's payment.
 */
const lies = ["paid", "paid", "paid", "failed", "receipt", "shared"] as const;

export type Act =
  | { do: "buy"; who: number; plan: number; times: number }
  | { do: "answer"; which: number; outcome: (typeof outcomes)[number] }
  /** A callback arrives, maybe not for the first time. */
  | { do: "deliver"; which: number; copies: number }
  | { do: "lose"; which: number }
  /** The second witness hands over what it kept. */
  | { do: "queue"; which: number; again: boolean }
  | { do: "forge"; who: number; how: (typeof forgeries)[number] }
  | { do: "lie"; who: number; how: (typeof lies)[number] }
  /** The gateway lets the switch's account receive no longer, or again. */
  | { do: "account"; isGood: boolean }
  | ({ do: "gateway" } & Pick<DarajaSettings, "query" | "answer" | "tokens">)
  | { do: "kill"; which: number; after: number }
  | { do: "pass"; ms: number }
  | { do: "sweep" }
  | { do: "look"; who: number }
  /** The provider's till changes while payments are under way. */
  | { do: "edit" }
  | { do: "switch"; act: "activated" | "deactivated" | "stopped" };

/** @property turns how much of what waits runs before the next act; null = all of it */
export type Happening = Act & { turns: number | null };

/** @property seed decides who of those that wait is next */
export type History = { seed: number; targetCents: number; happenings: Happening[] };

const who = fc.nat(visitors - 1);
const which = fc.nat(20);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("buy" as const),
      who,
      plan: fc.nat(2),
      times: fc.constantFrom(1, 1, 2, 5),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      which,
      outcome: fc.constantFrom(...outcomes),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      which,
      copies: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("lose" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("queue" as const), which, again: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("forge" as const), who, how: fc.constantFrom(...forgeries) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("lie" as const), who, how: fc.constantFrom(...lies) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("account" as const), isGood: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("gateway" as const),
      query: fc.constantFrom<DarajaSettings["query"][]>("normal", "down", "flaky"),
      answer: fc.constantFrom<DarajaSettings["answer"][]>(
        "normal",
        "normal",
        "lost-after-acceptance",
        "internal-after-acceptance",
        "internal",
        "busy",
        "callback-first",
      ),
      tokens: fc.constantFrom<DarajaSettings["tokens"][]>("normal", "revoke-next"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("kill" as const),
      which: fc.nat(40),
      after: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      ms: fc.constantFrom(1_000, 9_000, 31_000, 95_000, 130_000, 660_000, 3_700_000, 90_000_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sweep" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("look" as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("edit" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("switch" as const),
      act: fc.constantFrom(
        "activated" as const,
        "activated" as const,
        "deactivated" as const,
        "stopped" as const,
      ),
    }),
  },
);

const happening = fc
  .tuple(act, fc.oneof(fc.constant(null), fc.nat(25)))
  .map(([one, turns]): Happening => ({ ...one, turns }));

/** Most begin with a switch that diverts and with people who buy; what follows is anything. */
const beginning = fc
  .tuple(fc.boolean(), fc.array(fc.nat(2), { minLength: 1, maxLength: visitors }))
  .map(([isActive, plans]): Happening[] => [
    ...(isActive ? [{ do: "switch" as const, act: "activated" as const, turns: null }] : []),
    ...plans.map((plan, who) => ({ do: "buy" as const, who, plan, times: 1 + (who % 2), turns: 6 })),
  ]);

export const anyHistory: fc.Arbitrary<History> = fc
  .record({
    seed: fc.integer({ min: 1 }),
    targetCents: fc.constantFrom(1_000, 2_000, 3_000, 6_000, 1_000_000),
    begins: beginning,
    goesOn: fc.array(happening, { minLength: 6, maxLength: 22, size: "max" }),
  })
  .map(({ begins, goesOn, ...history }) => ({ ...history, happenings: [...begins, ...goesOn] }));
