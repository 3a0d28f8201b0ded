import fc from "fast-check";
import { expect, test } from "vitest";
import { saleJournals, takenBackJournals } from "#worker/features/ledger/index";
import { type PaymentEvent, type PaymentState, step } from "#worker/features/payments/core/payment-state";
import {
  anyEvent,
  anyRun,
  directRun,
  diverted,
  intent,
  paid,
  pushedRun,
  route,
  run,
} from "./payment-runs.ts";

const isDenied = ({ status, confirmed }: PaymentState) => status === "failed" && confirmed;

/** What one step may do, whatever event it was. */
function judgeStep(before: PaymentState, now: PaymentState, event: PaymentEvent): void {
  expect(now.seq).toBe(before.seq + 1);
  expect(now.intent).toBe(intent);
  const isTaken = now.takenBack.length > before.takenBack.length;
  if (before.status === "completed" && !isTaken) {
    expect([now.status, now.completedAt]).toEqual(["completed", before.completedAt]);
    if (before.receipt !== null) expect(now.receipt).toBe(before.receipt);
    expect(now.route).toBe(before.route);
  }
  if (isTaken) {
    // Completed absorbs, but for a sale that rested on a message alone, and for money that the gateway's books disown.
    expect(before.status).toBe("completed");
    if (event.type === "disowned" || event.type === "report-denied")
      expect([before.receipt, before.reported?.receipt]).toEqual([event.receipt, event.receipt]);
    else expect([before.unverified, "by" in event && event.by]).toEqual([true, "query"]);
    expect(now).toMatchObject({ status: "failed", confirmed: true, receipt: null, completedAt: null });
    expect(now.takenBack.slice(0, -1)).toEqual(before.takenBack);
  }
  const isSold = before.status !== "completed" && now.status === "completed";
  // No message alone stands against the gateway's own word, and none speaks for the account that it refused.
  const bySelf = event.type === "paybill_payment" || (event.type === "paid" && event.by === "query");
  if (isSold && (isDenied(before) || (event.type === "paid" && event.handle === before.earlier?.handle)))
    expect(bySelf || before.handle === before.earlier?.handle).toBe(true);
  if (event.type === "fell-back") {
    expect(before).toMatchObject({ earlier: null, direct: route, route: diverted });
    expect(now).toMatchObject({ status: "created", handle: null, pushedAt: null, route });
    expect(now.earlier).toMatchObject({ route: diverted, handle: before.handle, pushedAt: before.pushedAt });
  } else if (before.status !== "created") expect(now.status).not.toBe("created");
  if (event.type === "fell-back" || isSold) return;
  if (before.pushedAt !== null) expect(now.pushedAt).toBe(before.pushedAt);
  if (before.route) expect(now.route).toBe(before.route);
}

test("whatever happens in whatever order, a payment ends consistently", () => {
  fc.assert(
    fc.property(fc.oneof(anyRun, pushedRun), (events) => {
      const { state, effects, steps } = run(events);
      for (const { before, now, event } of steps) judgeStep(before, now, event);
      const completed = state.status === "completed";
      const [sold, lost] = [completed ? 1 : 0, state.takenBack.length];
      expect(effects.filter((effect) => effect === "grant")).toHaveLength(sold + lost);
      expect(effects.filter((effect) => effect === "take-back")).toHaveLength(lost);
      expect(state.completedAt !== null).toBe(completed);
      expect(state.reason !== null).toBe(state.status === "failed");
      const listed = state.reviews.map(({ kind, receipt: about }) => `${kind} ${about}`);
      expect(new Set(listed).size).toBe(listed.length);
      // Leases never stay behind a result.
      if (completed || state.status === "failed") expect(effects).toContain("release");
      if (completed)
        expect(state.pushedAt !== null || steps.some(({ event }) => event.type === "paybill_payment")).toBe(
          true,
        );
      if (!completed) expect(state.unverified).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});

test("a push is made once, and a second one once, round an account that the gateway refused", () => {
  fc.assert(
    fc.property(pushedRun, (events) => {
      const { steps } = run(events);
      const turns = steps.filter(({ event }) => event.type === "fell-back").length;
      const pushes = steps.filter(
        ({ now, before }) => now.status === "submitting" && before.status === "created",
      );
      expect(turns).toBeLessThanOrEqual(1);
      expect(pushes.length).toBeLessThanOrEqual(1 + turns);
    }),
    { numRuns: 2_000 },
  );
});

/** All journals that a state stands for, as they are written to the books. */
function journalsOf({ route: taken, completedAt, takenBack }: PaymentState) {
  const cents = intent.amountCents;
  const facts = (one: PaymentState["route"]) => ({
    paymentId: intent.id,
    routerId: intent.routerId,
    method: "mpesa" as const,
    settlement: one?.settlement ?? "direct",
    switchId: one?.switchId ?? null,
  });
  const ended = takenBack.flatMap((sale, index) => [
    ...saleJournals(facts(sale.route), { cents, at: sale.soldAt }, index + 1),
    ...takenBackJournals(facts(sale.route), { cents, at: sale.at }, index + 1),
  ]);
  if (completedAt === null) return ended;
  return [...ended, ...saleJournals(facts(taken), { cents, at: completedAt }, takenBack.length + 1)];
}

test("the books hold the price while a payment is completed and nothing while it is not; no entry of them ever changes", () => {
  fc.assert(
    fc.property(pushedRun, (events) => {
      const books = new Map<string, ReturnType<typeof journalsOf>[number]>();
      for (const { now } of run(events).steps) {
        for (const journal of journalsOf(now)) {
          // Journals are inserted once: what is written again has to be what is there.
          if (books.has(journal.id)) expect(journal).toEqual(books.get(journal.id));
          books.set(journal.id, journal);
        }
        const sums = new Map<string, number>();
        for (const { account, cents } of [...books.values()].flatMap(({ lines }) => lines))
          sums.set(account, (sums.get(account) ?? 0) + cents);
        const held = now.status === "completed" ? intent.amountCents : 0;
        expect(sums.get("sales") ?? 0).toBe(held === 0 ? 0 : -held);
        expect([...sums.values()].reduce((total, cents) => total + cents, 0)).toBe(0);
      }
    }),
    { numRuns: 1_500 },
  );
});

test("a repeated event changes nothing the second time", () => {
  fc.assert(
    fc.property(pushedRun, anyEvent, (events, event) => {
      // Each question after reported money is one of its own.
      if (event.type === "report-asked") return;
      const once = run([event], run(events).state).state;
      expect(step(once, event, 0)).toBeNull();
    }),
    { numRuns: 3_000 },
  );
});

/** Ends what a message alone had said: the gateway's own denial, or its word that the push was another. */
const disowns = ({ type }: PaymentEvent) => type === "disowned" || type === "report-denied";
const undoes = (event: PaymentEvent) =>
  (event.type === "declined" && event.by === "query") ||
  (event.type === "denied" && event.by === "query") ||
  disowns(event) ||
  event.type === "accepted";

test("once pushed, a payment that the gateway calls paid ends completed, whatever else is said before or after", () => {
  fc.assert(
    fc.property(directRun, anyRun, (before, after) => {
      const events = [...before, paid("query"), ...after.filter(({ type }) => type !== "accepted")];
      const said = events.filter((event) => !disowns(event));
      expect(run(said).state.status).toBe("completed");
    }),
    { numRuns: 2_000 },
  );
});

test("what a message called paid ends completed unless the gateway itself denies it, before or after", () => {
  fc.assert(
    fc.property(directRun, anyRun, (before, after) => {
      const events = [
        ...before.filter((event) => !undoes(event) && event.type !== "refused"),
        paid("callback"),
      ];
      expect(run([...events, ...after.filter((event) => !undoes(event))]).state.status).toBe("completed");
    }),
    { numRuns: 2_000 },
  );
});
