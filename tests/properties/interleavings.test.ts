import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { histories, historiesLimitMs, isLongRun } from "../support/histories.ts";
import { coverage } from "./coverage.ts";
import { Fixture } from "./fixture.ts";
import { found } from "./found.ts";
import { anyHistory, type History } from "./history.ts";
import { PropertyViolation } from "./property-violation.ts";
import { runHistory } from "./runner.ts";

// The numbered properties of payments (docs/reference/gateways-mpesa.md, "Properties") over the worker's own code:
// objects, state machines, use cases and SQL, run by a scheduler that decides which call runs next and which object dies,
// against the strict gateway simulator. Each history is checked for all properties. Elsewhere: 12, 15, 16 and 19 of values alone in
// worker/payments/properties.test.ts, 2 to 5 of the switch's pure machine in worker/switch/switch-state.test.ts, 6 and 7 of
// the payment's in worker/payments/payment-state.test.ts, 1 and 13 over 10,000 events of several providers in worker/ledger,
// 14 in worker/billing.

const properties: [number, string][] = [
  [1, "every journal sums to zero"],
  [
    2,
    "the counter of a cycle is the sum of its switch transactions and of its completed payments, at every moment",
  ],
  [3, "a payment is in at most one switch transaction, and its receiver is the account that was frozen"],
  [4, "what was collected on time stays below target + largest admitted payment"],
  [5, "off once, dated once, and nothing admitted after a stop was acknowledged"],
  [6, "any order and number of callbacks, questions and alarms ends in one purchase, one journal, one row"],
  [7, "completed absorbs failures, but for the gateway's own denial of what a message alone had said"],
  [8, "no push without a committed row, and identical requests are one push"],
  [9, "a forged callback changes nothing, and nobody is completed who did not pay"],
  [10, "deaths between any two steps lose no money that was told of, and hold no room for ever"],
  [11, "calls at the same time share one token; a revoked one is renewed once"],
  [12, "what is asked for is what the purchase costs"],
  [13, "what is shown of each settlement is what was completed by it, and nobody else's"],
  [16, "no reference is longer than 12 characters"],
  [
    17,
    "whom the gateway denies is offline within a minute of its first definite answer, whoever lies about it",
  ],
  [18, "who paid is online throughout: access is taken only on the gateway's own denial"],
  [20, "one receipt pays one purchase, and the index leads to it"],
];

/** The same histories at every run; long runs take others, and what they find is kept in `found.ts`. */
const seed = isLongRun ? {} : { seed: 20_261_122 };
const numRuns = histories(500, Number.POSITIVE_INFINITY);
const limitMs = historiesLimitMs(500, Number.POSITIVE_INFINITY);

let report: fc.RunDetails<[History]>;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(globalThis, "fetch");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const fixture = new Fixture();
  await fixture.seed();
  report = await fc.check(
    fc.asyncProperty(anyHistory, (history) => runHistory(fixture, history)),
    { numRuns, ...seed, interruptAfterTimeLimit: limitMs - 10_000, markInterruptAsFailure: true },
  );
}, limitMs);
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each(properties)("%i: %s", (number) => {
  const { errorInstance } = report;
  if (errorInstance instanceof PropertyViolation && errorInstance.property === number)
    throw new Error([errorInstance.message, fc.defaultReportMessage(report)].join("\n"));
});

test("all histories ran to their end", () => {
  expect(fc.defaultReportMessage(report)).toBeUndefined();
  expect(report.numRuns).toBe(numRuns);
});

test.each(found)(
  "found by a night: $name",
  async ({ histories }) => {
    const fixture = new Fixture();
    await fixture.seed();
    for (const one of histories) await runHistory(fixture, one);
  },
  60_000,
);

/** A run that never reached these would prove nothing. */
test.each([
  ...[
    "paid",
    "cancelled",
    "insufficient",
    "late-paid",
    "late-failed",
    "late money",
    "paid and told",
    "learned by asking",
    "receipt refused",
  ],
  ...["false paid", "false failed", "false receipt", "false shared", "taken back", "fell back"],
  // Late money for a sale that was taken back: one history in thousands.
  ...(isLongRun ? ["sold again"] : []),
  ...["forged secret", "forged id", "forged amount", "forged phone", "forged checkout"],
  ...[
    "identical requests",
    "death",
    "stopped",
    "diverted",
    "target reached",
    "second cycle",
    "token revoked",
  ],
])("they reached: %s", (what) => {
  expect(coverage.get(what) ?? 0).toBeGreaterThan(0);
});
