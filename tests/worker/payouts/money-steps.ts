import fc from "fast-check";

// What happens to a provider's money, drawn at random.

/** What becomes of the answer to a call that moves money; the gateway's own values, and a call that never got there. */
export type Acks =
  | "normal"
  | "empty"
  | "busy"
  | "internal"
  | "internal-after-acceptance"
  | "lost-after-acceptance"
  | "never-arrived";
export type Results =
  | "normal"
  | "lost"
  | "duplicate"
  | "late"
  | "timeout"
  | "timeout-after-execution"
  | "of-another";

export type Receiver = "phone" | "pay_bill" | "till";
type Faults = { acks: Acks; results: Results };

export type PayoutStep = Faults & {
  kind: "payout";
  shop: number;
  to: Receiver;
  /** Of what is there, in percent; null: all of it, without saying how much. */
  share: number | null;
  /** Asked once, twice with one key, or twice at once for two payouts. */
  times: "once" | "same key" | "two at once";
  payouts: "normal" | "insufficient" | "unregistered";
};
export type RefundStep = Faults & {
  kind: "refund";
  shop: number;
  sale: number;
  endAccess: boolean;
  /** The operator means it, whatever was paid out. */
  intoDebt: boolean;
  /** Its provider tries to give it back first, and asks the operator. */
  isAppealed: boolean;
};

export type MoneyStep =
  | PayoutStep
  | RefundStep
  /** Both are asked for in the same moment, under the faults of the refund. */
  | { kind: "at once"; payout: PayoutStep; refund: RefundStep }
  | {
      kind: "sale";
      shop: number;
      plan: number;
      end: "paid" | "cancelled" | "callback lost" | "told twice" | "left";
    }
  /** The PIN of a prompt that was called failed went through after all. */
  | { kind: "paid late"; shop: number; sale: number }
  /** Somebody at the gateway takes a payout back. */
  | { kind: "taken back"; payout: number }
  | { kind: "forged"; payout: number; lie: number }
  /** What the gateway once posted comes again. */
  | { kind: "told again"; message: number }
  | { kind: "sweep" }
  | { kind: "time"; seconds: number }
  /** How the gateway is until it changes again: it spoils questions, too. */
  | ({ kind: "weather" } & Faults);

const shop = fc.nat(1);
const nth = fc.nat(30);
const often = <Value>(usual: Value, ...faults: Value[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: 4, arbitrary: fc.constantFrom(...faults) },
  );

const acks = often<Acks>(
  "normal",
  "empty",
  "busy",
  "internal",
  "internal-after-acceptance",
  "lost-after-acceptance",
  "never-arrived",
);
const results = often<Results>(
  "normal",
  "lost",
  "duplicate",
  "late",
  "timeout",
  "timeout-after-execution",
  "of-another",
);
const is = <Kind extends string>(kind: Kind) => fc.constant(kind);

const payout: fc.Arbitrary<PayoutStep> = fc.record({
  kind: is("payout"),
  shop,
  acks,
  results,
  to: fc.constantFrom("phone", "phone", "pay_bill", "till"),
  share: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 3 }),
  times: often("once", "same key", "two at once"),
  payouts: often("normal", "normal", "insufficient", "unregistered"),
});
const refund: fc.Arbitrary<RefundStep> = fc.record({
  kind: is("refund"),
  shop,
  sale: nth,
  acks,
  results,
  endAccess: fc.boolean(),
  intoDebt: fc.boolean(),
  isAppealed: fc.boolean(),
});
const sale = fc.record({
  kind: is("sale"),
  shop,
  plan: fc.nat(1),
  end: fc.constantFrom("paid", "paid", "paid", "cancelled", "callback lost", "told twice", "left"),
});

const anySteps: fc.Arbitrary<MoneyStep[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: payout },
    { weight: 4, arbitrary: refund },
    { weight: 4, arbitrary: sale },
    { weight: 2, arbitrary: fc.record({ kind: is("at once"), payout, refund }) },
    { weight: 1, arbitrary: fc.record({ kind: is("paid late"), shop, sale: nth }) },
    { weight: 2, arbitrary: fc.record({ kind: is("taken back"), payout: nth }) },
    { weight: 3, arbitrary: fc.record({ kind: is("forged"), payout: nth, lie: nth }) },
    { weight: 1, arbitrary: fc.record({ kind: is("told again"), message: nth }) },
    { weight: 1, arbitrary: fc.record({ kind: is("sweep") }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: is("time"),
        seconds: fc.constantFrom(1, 5, 30, 150, 400, 700, 2_000, 7_500),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: is("weather"), acks, results }) },
  ),
  { minLength: 1, maxLength: 12 },
);

const weather = fc.record({ kind: is("weather"), acks: fc.constant<Acks>("normal"), results });

/** Payouts of which nothing was heard, and the questions that are put in half an hour and later. */
const badHour: fc.Arbitrary<MoneyStep[]> = fc
  .tuple(
    fc.array(
      payout.map((one): MoneyStep => ({ ...one, to: "phone", share: 10, payouts: "normal" })),
      { minLength: 1, maxLength: 3 },
    ),
    weather,
    weather,
    fc.constantFrom(100, 400),
  )
  .map(([payouts, first, second, seconds]) => [
    ...payouts,
    ...[first, { kind: "time", seconds } as const],
    ...[second, { kind: "time", seconds: 2_000 } as const, { kind: "time", seconds: 2_000 } as const],
  ]);

export const moneySteps: fc.Arbitrary<MoneyStep[]> = fc.oneof(
  { weight: 4, arbitrary: anySteps },
  { weight: 1, arbitrary: badHour },
);

const lost = { kind: "payout", shop: 0, to: "phone", share: 10, times: "once", payouts: "normal" } as const;

/**
 * Seldom drawn. Of two payouts without an acknowledgement one never arrived; half an hour on the gateway posts what it knows of that
 * one, nothing, as its answer about the other.
 */
export const mixedUpAnswers: MoneyStep[] = [
  { ...lost, acks: "lost-after-acceptance", results: "lost" },
  { ...lost, acks: "never-arrived", results: "normal" },
  { kind: "weather", acks: "normal", results: "lost" },
  { kind: "time", seconds: 100 },
  { kind: "weather", acks: "normal", results: "of-another" },
  { kind: "time", seconds: 2_000 },
  { kind: "time", seconds: 30 },
];
