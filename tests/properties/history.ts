import fc from "fast-check";
import type { DarajaSettings } from "../simulators/daraja/settings.ts";

// Random histories of purchases: actions of visitors, the gateway, the operator, and faults, in any order.

export const visitors = 4;

/** A person's answers to a prompt. */
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
/** The part of a success callback that a stranger changes before it is posted. */
const forgedParts = ["secret", "id", "amount", "phone", "checkout"] as const;
/**
 * What a sender posts that knows a payment's own address and its push, with everything that a real message carries. `shared`:
 * the same to addresses that many payments share. `receipt`: with the receipt of another payment.
 */
const falseOutcomes = ["paid", "paid", "paid", "failed", "receipt", "shared"] as const;

export type Action =
  | { do: "buy"; who: number; plan: number; times: number }
  | { do: "answer"; which: number; outcome: (typeof outcomes)[number] }
  /** A callback arrives, maybe not for the first time. */
  | { do: "deliver"; which: number; copies: number }
  | { do: "lose"; which: number }
  /** The queue delivers a callback that the worker stored there. */
  | { do: "queue"; which: number; again: boolean }
  | { do: "forged-callback"; who: number; how: (typeof forgedParts)[number] }
  | { do: "false-callback"; who: number; how: (typeof falseOutcomes)[number] }
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

/** @property turns how many waiting calls run before the next step; null = all of them */
export type Step = Action & { turns: number | null };

/** @property seed decides which waiting call runs next */
export type History = { seed: number; targetCents: number; steps: Step[] };

const who = fc.nat(visitors - 1);
const which = fc.nat(20);

const act: fc.Arbitrary<Action> = fc.oneof(
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
    arbitrary: fc.record({
      do: fc.constant("forged-callback" as const),
      who,
      how: fc.constantFrom(...forgedParts),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("false-callback" as const),
      who,
      how: fc.constantFrom(...falseOutcomes),
    }),
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

const step = fc
  .tuple(act, fc.oneof(fc.constant(null), fc.nat(25)))
  .map(([one, turns]): Step => ({ ...one, turns }));

/** Most begin with a switch that diverts and with visitors who buy. */
const beginning = fc
  .tuple(fc.boolean(), fc.array(fc.nat(2), { minLength: 1, maxLength: visitors }))
  .map(([isActive, plans]): Step[] => [
    ...(isActive ? [{ do: "switch" as const, act: "activated" as const, turns: null }] : []),
    ...plans.map((plan, who) => ({ do: "buy" as const, who, plan, times: 1 + (who % 2), turns: 6 })),
  ]);

export const anyHistory: fc.Arbitrary<History> = fc
  .record({
    seed: fc.integer({ min: 1 }),
    targetCents: fc.constantFrom(1_000, 2_000, 3_000, 6_000, 1_000_000),
    begins: beginning,
    goesOn: fc.array(step, { minLength: 6, maxLength: 22, size: "max" }),
  })
  .map(({ begins, goesOn, ...history }) => ({ ...history, steps: [...begins, ...goesOn] }));
