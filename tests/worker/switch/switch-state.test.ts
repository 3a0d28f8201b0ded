import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Holding,
  newSwitch,
  nextTickAt,
  type SwitchEvent,
  type SwitchSettings,
  type SwitchState,
  step,
} from "#worker/features/switch/switch-state";
import { histories } from "../../support/histories.ts";

const failure = { fault: { code: "payee-refused" }, detail: "2028 no" } as const;

// Properties 2 to 5 of docs/reference/gateways-mpesa.md, "Properties", over the real state machine and any interleaving.

const runs = histories(500);
const midnight = Date.parse("2026-11-23T00:00:00+03:00");
const minute = 60_000;
const hour = 60 * minute;

const settings = (over: Partial<SwitchSettings> = {}): SwitchSettings => ({
  rev: 1,
  targetCents: 100_000,
  accountType: "mobile_money",
  centralPaymentGatewayId: "mpesa",
  centralAccountNumber: "600200",
  mode: "manual",
  window: null,
  isRecurring: false,
  allowEmergencyDeactivate: true,
  triedAt: 1,
  ...over,
});

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;
const office = { days: weekdays, start: "08:00", end: "17:00" };

/** A switch with what its payments hold, as its object keeps both. */
class Model {
  state: SwitchState;
  holdings = new Map<string, Holding>();
  now = midnight;

  constructor(given: SwitchSettings) {
    this.state = newSwitch("s1", given);
    this.on({ type: "configured", settings: given });
  }

  on(event: SwitchEvent) {
    const id = "paymentId" in event ? event.paymentId : undefined;
    const result = step(this.state, id ? this.holdings.get(id) : undefined, event, this.now);
    this.state = result.state;
    if (id && result.holding) this.holdings.set(id, result.holding);
    return result;
  }

  pay(paymentId: string, cents: number) {
    const { holding } = this.on({ type: "reserved", paymentId, providerId: "p1", cents });
    return holding;
  }

  paid(paymentId: string, cents: number) {
    this.on({ type: "paid", paymentId, providerId: "p1", cents, at: this.now });
  }

  sum(status: Holding["status"], cycle = this.state.cycle): number {
    return [...this.holdings.values()]
      .filter((held) => held.status === status && held.cycle === cycle)
      .reduce((total, { cents }) => total + cents, 0);
  }
}

const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      id: fc.nat(30),
      cents: fc.integer({ min: 1, max: 60_000 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom("paid" as const, "released" as const), id: fc.nat(34) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("activated" as const, "deactivated" as const, "stopped" as const, "tick" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("edit" as const), target: fc.integer({ min: 1, max: 200_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("faulted" as const, "worked" as const), id: fc.nat(30) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("tried" as const, "moved" as const) }),
  },
);

const anySettings = fc.record({
  mode: fc.constantFrom("manual" as const, "automatic" as const),
  window: fc.constantFrom(null, office),
  isRecurring: fc.boolean(),
  allowEmergencyDeactivate: fc.boolean(),
});

test("any interleaving: sums hold, nothing is counted twice, and the target is passed by less than the last admitted payment", () => {
  fc.assert(
    fc.property(anySettings, fc.array(command, { maxLength: 120 }), (over, commands) => {
      const model = new Model(settings(over));
      const amounts = new Map<string, number>();
      let rev = 1;
      let edited = false;
      for (const one of commands) {
        const before = model.state;
        if (one.do === "wait") model.now += one.minutes * minute;
        else if (one.do === "edit") {
          rev += 1;
          edited = true;
          model.on({ type: "configured", settings: { ...before.settings, rev, targetCents: one.target } });
        } else if (one.do === "pay") {
          const id = `p${one.id}`;
          const known = model.holdings.get(id);
          const cents = amounts.get(id) ?? one.cents;
          amounts.set(id, cents);
          const held = model.pay(id, cents);
          const { state } = model;
          if (known) expect(held).toEqual(known);
          else if (held) {
            // Admitted: it was active, inside its hours, and there was room before it.
            expect(state.isActive).toBe(true);
            expect(state.collectedCents + state.reservedCents - cents).toBeLessThan(
              state.settings.targetCents,
            );
          }
        } else if (one.do === "paid" || one.do === "released") {
          const id = `p${one.id}`;
          const status = model.holdings.get(id)?.status;
          const cents = amounts.get(id) ?? 700;
          amounts.set(id, cents);
          if (one.do === "paid") model.paid(id, cents);
          else model.on({ type: "released", paymentId: id });
          const now = model.holdings.get(id);
          if (one.do === "paid") expect(now).toMatchObject({ status: "collected", cents });
          if (one.do === "paid" && status !== "collected") expect(now?.late).toBe(status !== "reserved");
          // Money that came stays counted whatever is said of it later.
          if (status === "collected") expect(now?.status).toBe("collected");
        } else if (one.do === "faulted") model.on({ type: one.do, paymentId: `p${one.id}`, failure });
        else if (one.do === "worked") model.on({ type: one.do, paymentId: `p${one.id}` });
        else if (one.do === "tried" || one.do === "moved") {
          rev += 1;
          const account = before.settings.centralAccountNumber;
          const change =
            one.do === "tried"
              ? { triedAt: model.now }
              : { triedAt: null, centralAccountNumber: account === "600200" ? "600300" : "600200" };
          model.on({ type: "configured", settings: { ...before.settings, rev, ...change } });
        } else if (one.do === "stopped") {
          const { refusal } = model.on({ type: "stopped", reason: "why" });
          if (!over.allowEmergencyDeactivate) expect(refusal).toBe("stop-not-allowed");
        } else model.on({ type: one.do });

        const { state } = model;
        expect(state.collectedCents).toBe(model.sum("collected"));
        expect(state.reservedCents).toBe(model.sum("reserved"));
        expect(state.seq >= before.seq).toBe(true);
        if (state.isReached) expect(state.lastTargetReachedAt).not.toBeNull();
        // Nothing goes to an account that was not tried, or that refused three in a row.
        if (state.isActive)
          expect(state).toMatchObject({ suspendedAt: null, settings: { triedAt: expect.any(Number) } });
        if (state.suspendedAt !== before.suspendedAt) {
          if (before.suspendedAt === null) expect([one.do, before.faults]).toEqual(["faulted", 2]);
          else
            expect([one.do, (state.settings.triedAt ?? 0) > before.suspendedAt]).toEqual(["activated", true]);
        }
        // The date changes only where a cycle reaches its target, once each.
        if (state.lastTargetReachedAt !== before.lastTargetReachedAt) expect(before.isReached).toBe(false);
        if (state.cycle !== before.cycle) {
          expect(state.cycle).toBe(before.cycle + 1);
          expect(before.cycle === 0 || before.isReached || one.do === "edit").toBe(true);
        }
        if (edited) continue;
        const late = [...model.holdings.values()].filter((held) => held.late && held.cycle === state.cycle);
        const onTime = state.collectedCents - late.reduce((sum, { cents }) => sum + cents, 0);
        const biggest = Math.max(
          0,
          ...[...model.holdings.values()].filter(({ late }) => !late).map(({ cents }) => cents),
        );
        expect(onTime).toBeLessThan(state.settings.targetCents + Math.max(biggest, 1));
      }
    }),
    { numRuns: runs },
  );
});

test("at the target it goes off once; nothing is admitted after; a new activation begins at nought", () => {
  const model = new Model(settings());
  model.on({ type: "activated" });
  expect(model.pay("a", 60_000)).toMatchObject({ cycle: 1, centralAccountNumber: "600200" });
  expect(model.pay("b", 60_000)?.status).toBe("reserved");
  expect(model.pay("c", 1)).toBeUndefined();
  model.paid("a", 60_000);
  expect(model.state).toMatchObject({ isActive: true, lastTargetReachedAt: null });
  model.now += minute;
  model.paid("b", 60_000);
  expect(model.state).toMatchObject({
    isActive: false,
    isReached: true,
    lastTargetReachedAt: model.now,
    collectedCents: 120_000,
  });
  const reachedAt = model.now;
  model.now += minute;
  model.paid("b", 60_000);
  expect(model.state).toMatchObject({ collectedCents: 120_000, lastTargetReachedAt: reachedAt });
  expect(model.pay("d", 100)).toBeUndefined();
  model.on({ type: "activated" });
  expect(model.state).toMatchObject({
    isActive: true,
    cycle: 2,
    collectedCents: 0,
    isReached: false,
    lastTargetReachedAt: reachedAt,
  });
});

test("pause and resume keep the counter, and prompts that are out drain into it", () => {
  const model = new Model(settings());
  model.on({ type: "activated" });
  model.pay("a", 10_000);
  model.pay("b", 20_000);
  model.on({ type: "deactivated" });
  expect(model.pay("c", 100)).toBeUndefined();
  model.paid("a", 10_000);
  model.on({ type: "released", paymentId: "b" });
  expect(model.state).toMatchObject({ isActive: false, collectedCents: 10_000, reservedCents: 0 });
  model.on({ type: "activated" });
  expect(model.state).toMatchObject({ cycle: 1, collectedCents: 10_000 });
});

test("paid after its room was given back: counted, flagged late, and a failure said later changes nothing", () => {
  const model = new Model(settings());
  model.on({ type: "activated" });
  model.pay("a", 10_000);
  model.on({ type: "released", paymentId: "a" });
  model.paid("a", 10_000);
  expect(model.holdings.get("a")).toMatchObject({ status: "collected", late: true });
  model.on({ type: "released", paymentId: "a" });
  expect(model.state).toMatchObject({ collectedCents: 10_000, reservedCents: 0 });
});

test("money of an earlier cycle is counted there, with the account as it was", () => {
  const model = new Model(settings());
  model.on({ type: "activated" });
  model.pay("a", 99_000);
  model.pay("slow", 5_000);
  model.paid("a", 99_000);
  model.on({ type: "released", paymentId: "slow" });
  model.pay("b", 1_000);
  model.paid("b", 1_000);
  expect(model.state.isReached).toBe(true);
  model.on({ type: "configured", settings: settings({ rev: 2, centralAccountNumber: "600300" }) });
  model.on({ type: "activated" });
  model.paid("slow", 5_000);
  expect(model.holdings.get("slow")).toMatchObject({ cycle: 1, centralAccountNumber: "600200", late: true });
  expect(model.state).toMatchObject({ cycle: 2, collectedCents: 0 });
  expect(model.pay("new", 100)?.centralAccountNumber).toBe("600300");
});

test("three refusals in a row suspend it, each payment once; those of another account or from before a verification say nothing", () => {
  const model = new Model(settings());
  model.on({ type: "activated" });
  for (const id of ["a", "b", "c", "d", "e"]) model.pay(id, 100);
  const fault = (paymentId: string) => model.on({ type: "faulted", paymentId, failure });
  for (const id of ["a", "a", "b", "stranger"]) fault(id);
  expect(model.state).toMatchObject({ isActive: true, faults: 2 });
  model.on({ type: "worked", paymentId: "c" });
  for (const id of ["c", "d"]) fault(id);
  expect(model.state).toMatchObject({ isActive: true, faults: 1 });
  model.now += minute;
  model.pay("f", 100);
  for (const id of ["e", "f"]) fault(id);
  expect(model.state).toMatchObject({
    isActive: false,
    suspendedAt: model.now,
    suspendedFor: failure,
    reservedCents: 600,
  });
  expect(model.on({ type: "activated" }).refusal).toBe("suspended");
  model.now += minute;
  model.on({ type: "configured", settings: settings({ rev: 2, triedAt: model.now }) });
  model.on({ type: "activated" });
  expect(model.state).toMatchObject({ isActive: true, suspendedAt: null, suspendedFor: null, faults: 0 });
  for (let late = 1; late <= 3; late += 1) {
    model.holdings.set(`late ${late}`, {
      ...(model.holdings.get("f") as Holding),
      paymentId: `late ${late}`,
      isNoted: false,
    });
    fault(`late ${late}`);
  }
  expect(model.state).toMatchObject({ isActive: true, faults: 0 });
});

test("a switch whose account nobody tried is opened by no hand and no hour, and an untried account ends a running one", () => {
  const model = new Model(settings({ mode: "automatic", window: office, triedAt: null }));
  expect(model.on({ type: "activated" }).refusal).toBe("untried");
  model.now = midnight + 9 * hour;
  model.on({ type: "tick" });
  expect(model.state.isActive).toBe(false);
  expect(nextTickAt(model.state, model.now)).toBeNull();
  model.on({ type: "configured", settings: settings({ rev: 2 }) });
  model.on({ type: "activated" });
  expect(model.state.isActive).toBe(true);
  model.on({
    type: "configured",
    settings: settings({ rev: 3, centralAccountNumber: "600300", triedAt: null }),
  });
  expect(model.state.isActive).toBe(false);
  expect(model.pay("a", 100)).toBeUndefined();
});

test("an emergency stop keeps its reason until the next activation; where it is not allowed it is refused", () => {
  const model = new Model(settings());
  expect(model.on({ type: "stopped", reason: "why" }).refusal).toBe("inactive");
  model.on({ type: "activated" });
  model.on({ type: "stopped", reason: "wrong account" });
  expect(model.state).toMatchObject({ isActive: false, stopReason: "wrong account" });
  model.on({ type: "activated" });
  expect(model.state.stopReason).toBeNull();
  expect(model.on({ type: "archived" }).refusal).toBe("active");
  const firm = new Model(settings({ allowEmergencyDeactivate: false }));
  firm.on({ type: "activated" });
  expect(firm.on({ type: "stopped", reason: "why" }).refusal).toBe("stop-not-allowed");
  expect(firm.state.isActive).toBe(true);
});

test("an older change of settings never replaces a newer one", () => {
  const model = new Model(settings());
  model.on({ type: "configured", settings: settings({ rev: 3, targetCents: 300 }) });
  model.on({ type: "configured", settings: settings({ rev: 2, targetCents: 200 }) });
  expect(model.state.settings.targetCents).toBe(300);
});

test("a target lowered to what is there already is reached by that", () => {
  const model = new Model(settings());
  model.on({ type: "activated" });
  model.pay("a", 50_000);
  model.paid("a", 50_000);
  model.on({ type: "configured", settings: settings({ rev: 2, targetCents: 50_000 }) });
  expect(model.state).toMatchObject({ isActive: false, isReached: true, lastTargetReachedAt: model.now });
});

const automatic = (over: Partial<SwitchSettings> = {}) =>
  settings({ mode: "automatic", window: office, ...over });

test("an automatic switch opens with its hours, pauses with them and keeps its counter", () => {
  const model = new Model(automatic());
  expect(model.state.isActive).toBe(false);
  expect(nextTickAt(model.state, model.now)).toBe(midnight + 8 * hour);
  model.now = midnight + 8 * hour - 1;
  expect(model.pay("early", 100)).toBeUndefined();
  model.now += 1;
  // Even where its alarm is late: the first payment opens it.
  expect(model.pay("a", 30_000)?.status).toBe("reserved");
  expect(nextTickAt(model.state, model.now)).toBe(midnight + 17 * hour);
  model.now = midnight + 17 * hour;
  expect(model.pay("b", 100)).toBeUndefined();
  expect(model.state).toMatchObject({ isActive: false, reservedCents: 30_000 });
  model.paid("a", 30_000);
  expect(nextTickAt(model.state, model.now)).toBe(midnight + 32 * hour);
  model.now = midnight + 32 * hour;
  model.on({ type: "tick" });
  expect(model.state).toMatchObject({ isActive: true, cycle: 1, collectedCents: 30_000 });
});

test("the operator's own stop holds until the next hours", () => {
  const model = new Model(automatic());
  model.now = midnight + 9 * hour;
  model.on({ type: "tick" });
  model.on({ type: "deactivated" });
  model.now += hour;
  model.on({ type: "tick" });
  expect(model.state.isActive).toBe(false);
  expect(nextTickAt(model.state, model.now)).toBe(midnight + 32 * hour);
  // His own activation ends that at once.
  model.on({ type: "activated" });
  expect(model.state).toMatchObject({ isActive: true, pausesAt: midnight + 17 * hour });
});

test.each([
  [true, 2],
  [false, 1],
])("after its target, recurring %s: cycle %i in the next hours", (isRecurring, cycle) => {
  const model = new Model(automatic({ isRecurring }));
  model.now = midnight + 9 * hour;
  model.pay("a", 100_000);
  model.paid("a", 100_000);
  expect(model.state).toMatchObject({ isActive: false, isReached: true, cycle: 1 });
  model.now += hour;
  model.on({ type: "tick" });
  expect(model.state.isActive).toBe(false);
  model.now = midnight + 33 * hour;
  model.on({ type: "tick" });
  expect(model.state).toMatchObject({ isActive: isRecurring, cycle });
  expect(nextTickAt(model.state, model.now)).toBe(isRecurring ? midnight + 41 * hour : null);
});

test("an automatic switch without hours opens only by hand; a deleted one never", () => {
  const model = new Model(settings({ mode: "automatic" }));
  model.now += 40 * hour;
  model.on({ type: "tick" });
  expect(model.state.isActive).toBe(false);
  expect(nextTickAt(model.state, model.now)).toBeNull();
  const gone = new Model(automatic());
  gone.on({ type: "archived" });
  gone.now = midnight + 9 * hour;
  gone.on({ type: "tick" });
  expect(gone.state).toMatchObject({ isActive: false });
  expect(gone.on({ type: "activated" }).refusal).toBe("archived");
});

test("a manual switch with a recurring schedule diverts in its hours only, and stays active between them", () => {
  const model = new Model(settings({ window: office, isRecurring: true }));
  model.on({ type: "activated" });
  expect(model.pay("night", 100)).toBeUndefined();
  model.now = midnight + 8 * hour;
  expect(model.pay("day", 100)?.status).toBe("reserved");
  model.now = midnight + 20 * hour;
  model.on({ type: "tick" });
  expect(model.state.isActive).toBe(true);
  expect(model.pay("evening", 100)).toBeUndefined();
});
