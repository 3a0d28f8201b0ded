import fc from "fast-check";
import { expect, test } from "vitest";
import { isOpenAt, windowsOf } from "#contract/values/open-hours";
import { dayMs, hourMs } from "#contract/values/time";
import type { LineTerms } from "#worker/db/schema/tenant";
import { blockedAs, onPackage, paused, resumed } from "#worker/features/lines/line-acts";
import {
  boughtFor,
  givenDays,
  lookAgainAt,
  periodsToReturn,
  type StandingPeriod,
  withoutPeriod,
  withoutRow,
} from "#worker/features/lines/line-periods";
import { blockedFrom, type LineNow, onNextTerms, standingOf } from "#worker/features/lines/line-state";
import { histories, historiesLimitMs } from "../support/histories.ts";

// One line through any life: money that comes in parts, twice, or is taken back; grace, hours, pauses, days given, another package,
// blocking by hand. It is on for exactly what was paid and given for it, and what it was on after an end is taken off what comes next.

const day = (cents: number, more: Partial<LineTerms> = {}): LineTerms => ({
  packageId: `p${cents}`,
  packageName: "Home",
  priceCents: cents,
  period: { months: 1 },
  upKbps: 1_000,
  downKbps: 1_000,
  graceDays: 0,
  daysFromCents: null,
  ...more,
});
const packages: readonly LineTerms[] = [
  day(150_000, { daysFromCents: 20_000 }),
  day(150_000, { graceDays: 3, daysFromCents: 5_000 }),
  day(300_000, { graceDays: 3 }),
  day(40_000, { period: { days: 7 }, graceDays: 1, daysFromCents: 5_000 }),
];
const cutHours = windowsOf({ from: 8 * 60, until: 20 * 60 });

type Act =
  | { do: "pay"; cents: number }
  | { do: "deny" | "pause" | "resume" }
  | { do: "pass"; hours: number }
  | { do: "give"; days: number }
  | { do: "block"; as: "due" | "now" | "never" }
  | { do: "change"; to: number; when: "now" | "renewal" };

const act = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({
    do: fc.constant("pay" as const),
    cents: fc.constantFrom(5_000, 33_333, 50_000, 150_000, 460_000),
  }),
  fc.record({ do: fc.constantFrom("deny" as const, "pause" as const, "resume" as const) }),
  fc.record({ do: fc.constant("pass" as const), hours: fc.constantFrom(1, 5, 23, 72, 200, 740) }),
  fc.record({ do: fc.constant("give" as const), days: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    do: fc.constant("block" as const),
    as: fc.constantFrom("due" as const, "now" as const, "never" as const),
  }),
  fc.record({
    do: fc.constant("change" as const),
    to: fc.nat({ max: packages.length - 1 }),
    when: fc.constantFrom("now" as const, "renewal" as const),
  }),
);

/** One line with its periods and its customer's money, as the worker's rows are. */
class Life {
  now = Date.UTC(2031, 0, 31, 9);
  line: LineNow;
  periods: StandingPeriod[] = [];
  balance = 0;
  readonly paid: number[] = [];
  /** How long it was on, as its bridge does it. */
  served = 0;
  /** Of that, before what is paid now was begun: nothing stands of what was paid for it. */
  forgotten = 0;
  /** Money that went back, so that more may be owed than grace allows. */
  wasDenied = false;
  wasKept = false;
  story: string[] = [];

  constructor(terms: LineTerms) {
    this.line = {
      id: "l",
      rev: 1,
      terms,
      nextTerms: null,
      nextAt: null,
      paidUntil: null,
      periodDay: null,
      blocksAt: 0,
      isKeptOn: false,
      heldAt: null,
      pausedAt: null,
      closedAt: null,
      number: 0,
    };
  }

  get around() {
    return { hours: cutHours, now: this.now };
  }

  play(one: Act): void {
    this.story.push(JSON.stringify(one));
    const { line, around } = this;
    const standing = standingOf(line, this.now);
    switch (one.do) {
      case "pay":
        this.paid.push(one.cents);
        this.balance += one.cents;
        break;
      case "deny": {
        const cents = this.paid.pop();
        if (cents === undefined) return;
        this.balance -= cents;
        this.wasDenied = true;
        break;
      }
      case "pass":
        this.pass(one.hours * hourMs);
        return;
      case "give": {
        const { number, from, until, after } = givenDays(line, one.days, cutHours, this.now);
        this.#add({ number, from, until, cents: 0 }, after);
        return;
      }
      case "pause":
        if (standing === "open") this.#change(paused(line, around));
        return;
      case "resume":
        if (line.pausedAt !== null) this.#change(resumed(line, this.periods, around));
        break;
      case "block":
        this.wasKept ||= one.as === "never";
        this.#change(blockedAs(one.as, line, this.periods, around));
        break;
      default: {
        const terms = packages[one.to];
        if (!terms || line.nextAt !== null || line.pausedAt !== null) return;
        if (one.when === "now") this.#change(onPackage(terms, line, this.periods, around));
        else this.line = { ...line, nextTerms: terms };
      }
    }
    this.settle();
  }

  /** As `settle-account.ts` does it. */
  settle(): void {
    const begun = onNextTerms(this.line, this.now);
    if (begun) this.line = { ...begun, blocksAt: blockedFrom(begun, cutHours, this.now) };
    for (;;) {
      const [returned] = periodsToReturn(this.balance, this.periods, [this.line], this.now);
      if (!returned) break;
      this.periods = withoutRow(this.periods, returned);
      this.line = withoutPeriod(this.line, this.periods, cutHours, this.now);
      this.balance += returned.cents;
      // What is left of the money may buy less at once, from now on.
      if (this.line.paidUntil === null) this.forgotten = this.served;
    }
    for (const { number, kind, from, until, cents, after } of boughtFor(
      this.balance,
      [this.line],
      cutHours,
      this.now,
    )) {
      if (kind === "period") {
        const days = (until - from) / dayMs;
        const { period } = (this.line.nextTerms ?? this.line.terms) as LineTerms;
        if ("days" in period) expect(days).toBe(period.days);
        else expect([28, 29, 30, 31]).toContain(days);
      }
      this.balance -= cents;
      this.#add({ number, from, until, cents }, after);
    }
    expect(this.balance, this.tale).toBeGreaterThanOrEqual(
      this.periods.some(({ until, cents }) => cents > 0 && until > (this.line.pausedAt ?? this.now))
        ? 0
        : Number.NEGATIVE_INFINITY,
    );
  }

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = lookAgainAt(this.balance, [this.line], cutHours);
      const stop = next !== null && next > this.now ? Math.min(next, end) : end;
      const { blocksAt } = this.line;
      const off = Math.min(stop, Math.max(this.now, blocksAt ?? stop));
      // By itself it is blocked within the hours alone.
      if (blocksAt !== null && off === blocksAt && off > this.now && off < stop)
        expect(isOpenAt(cutHours, off), this.tale).toBe(true);
      this.served += off - this.now;
      this.now = stop;
      this.check();
      if (stop === end) return;
      this.settle();
    }
  }

  check(): void {
    const { line, now } = this;
    const { paidUntil, blocksAt } = line;
    const isOn = blocksAt === null || blocksAt > now;
    if (paidUntil === null) {
      this.forgotten = this.served;
      return;
    }
    const clock = line.pausedAt ?? now;
    const had = this.periods.reduce((sum, { from, until }) => sum + until - from, 0);
    const ahead = Math.max(0, paidUntil - clock);
    const over = Math.max(0, Math.min(clock, blocksAt ?? clock) - paidUntil);
    if (line.heldAt === null && !this.#wasHeld)
      expect(this.served - this.forgotten, this.tale).toBe(had - ahead + over);
    // Whoever paid is on.
    if (paidUntil > now && line.heldAt === null && line.pausedAt === null) expect(isOn, this.tale).toBe(true);
    // Nobody is longer on than grace and a night.
    if (!this.wasDenied && !this.wasKept) expect(over, this.tale).toBeLessThanOrEqual(4 * dayMs);
    expect(this.periods.at(-1)?.until, this.tale).toBe(paidUntil);
    for (const [index, { from }] of this.periods.entries())
      expect(from, this.tale).toBeGreaterThanOrEqual(this.periods[index - 1]?.until ?? 0);
    const spent = this.periods.reduce((sum, { cents }) => sum + cents, 0);
    expect(this.balance + spent, this.tale).toBe(this.paid.reduce((sum, cents) => sum + cents, 0));
  }

  get tale(): string {
    return this.story.join(" ");
  }

  /** Its time goes on while it is blocked by hand: nothing is said of how long it was on. */
  get #wasHeld(): boolean {
    return this.story.some((one) => one.includes('"now"') && one.includes("block"));
  }

  #add(period: Pick<StandingPeriod, "number" | "from" | "until" | "cents">, after: LineNow): void {
    this.line = after;
    this.periods.push({ ...period, lineId: "l", day: after.periodDay ?? 1, boughtAt: this.now, askId: null });
  }

  #change({ after, moved }: { after: LineNow; moved: StandingPeriod[] }): void {
    this.line = after;
    this.periods = this.periods.map((one) => moved.find(({ number }) => number === one.number) ?? one);
  }
}

const usual = 2_000;
test(
  "any life is on for what was paid and given, and the money is all there",
  () => {
    fc.assert(
      fc.property(fc.nat({ max: packages.length - 1 }), fc.array(act, { maxLength: 30 }), (index, acts) => {
        const life = new Life(packages[index] as LineTerms);
        for (const one of acts) {
          life.play(one);
          life.check();
        }
      }),
      { numRuns: histories(usual) },
    );
  },
  historiesLimitMs(usual),
);
