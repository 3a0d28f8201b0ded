import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textIn } from "#contract/texts";
import { dayMs, minuteMs } from "#contract/values/time";
import { alarmText, joinedIn, morningLines, type StoredAbsence } from "#worker/features/owner-news/news-text";
import { compared, type DayOf, morningOf } from "#worker/features/transactions/morning-state";

// What yesterday came to, and how it is said.

/** Thursday 19 November 2026 in Nairobi. */
const span = { from: Date.UTC(2026, 10, 18, 21), until: Date.UTC(2026, 10, 19, 21) };
const quiet: DayOf = {
  day: "2026-11-19",
  span,
  before: { day: "2026-11-12", cents: 0 },
  cents: 0,
  sales: 0,
  vouchers: 0,
  notRenewed: 0,
  linesOverdue: 0,
  linesDue: 0,
  absences: [],
  creditCents: null,
  names: new Map([
    ["gate", "Main Gate"],
    ["stall", "Market Stall"],
  ]),
};

describe("the comparison with the same weekday", () => {
  it("says more, less or the same, and nothing where nothing came in then", () => {
    expect(compared(1_500, 1_000)).toEqual({ change: "more", percent: 50 });
    expect(compared(250, 1_000)).toEqual({ change: "less", percent: 75 });
    expect(compared(1_000, 1_000)).toEqual({ change: "same", percent: null });
    expect(compared(100_000, 100_001)).toEqual({ change: "same", percent: null });
    expect(compared(1_000, 0)).toEqual({ change: "none", percent: null });
    expect(compared(1_000, -500)).toEqual({ change: "none", percent: null });
    expect(compared(-500, 1_000)).toEqual({ change: "less", percent: 150 });
  });

  it("never names a percentage that the two amounts don't have", () => {
    const amount = fc.integer({ min: -1_000_000, max: 100_000_000 });
    fc.assert(
      fc.property(amount, amount, (cents, before) => {
        const { change, percent } = compared(cents, before);
        if (before <= 0) return change === "none" && percent === null;
        if (percent === null) return change === "same" && Math.abs(cents - before) / before <= 0.005;
        const really = ((cents - before) / before) * 100;
        return change === (cents > before ? "more" : "less") && Math.abs(Math.abs(really) - percent) <= 0.5;
      }),
    );
  });
});

describe("routers that were away", () => {
  it("count the minutes of that day alone, once, whatever overlaps or lasts", () => {
    const minutes = dayMs / minuteMs;
    const absence = fc
      .record({
        router: fc.constantFrom("gate", "stall"),
        from: fc.integer({ min: -minutes, max: 2 * minutes }),
        length: fc.integer({ min: 0, max: 2 * minutes }),
        isOver: fc.boolean(),
      })
      .filter(({ from, isOver }) => isOver || from < minutes);
    fc.assert(
      fc.property(fc.array(absence, { maxLength: 12 }), (absences) => {
        const away = morningOf({
          ...quiet,
          absences: absences.map(({ router, from, length, isOver }) => ({
            routerId: router,
            from: span.from + from * minuteMs,
            until: isOver ? span.from + (from + length) * minuteMs : null,
          })),
        }).away;
        for (const router of ["gate", "stall"]) {
          // Minute by minute, as one would count by hand.
          const counted = Array.from({ length: minutes }, (_, minute) =>
            absences.some(
              (one) =>
                one.router === router &&
                one.from <= minute &&
                (!one.isOver || minute < one.from + one.length),
            ),
          ).filter(Boolean).length;
          const told = away.find(({ routerId }) => routerId === router);
          expect((told?.seconds ?? 0) / 60).toBe(counted);
        }
        expect(away.map(({ seconds }) => seconds)).toEqual(
          away.map(({ seconds }) => seconds).sort((one, other) => other - one),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe("a morning in words", () => {
  const busy = morningOf({
    ...quiet,
    cents: 123_050,
    sales: 24,
    vouchers: 1,
    notRenewed: 5,
    linesOverdue: 3,
    linesDue: 1,
    before: { day: "2026-11-12", cents: 100_000 },
    absences: [
      { routerId: "gate", from: span.from, until: span.from + 42 * minuteMs },
      { routerId: "stall", from: span.until - 3 * minuteMs, until: null },
      { routerId: "gone", from: span.from, until: span.from + minuteMs },
    ],
  });

  it("says each thing once, in both languages", () => {
    expect(joinedIn("en", morningLines({ ...busy, smsCredits: 80 }, "Demo WiFi"), " ")).toBe(
      "Demo WiFi, yesterday: KSh 1,230.50, 24 sales. 23% more than the Thursday before (KSh 1,000). 1 voucher redeemed. 5 customers did not buy again. 3 lines are overdue. 1 line ends today. Away: Main Gate for 42 min, Market Stall for 3 min, still away, a former router for 1 min. Left for SMS: KSh 80.",
    );
    expect(joinedIn("sw", morningLines(busy, "Demo WiFi"), " ")).toBe(
      "Demo WiFi, jana: KSh 1,230.50, mauzo 24. 23% zaidi ya Alhamisi iliyopita (KSh 1,000). Vocha zilizotumiwa: 1. Wateja ambao hawajanunua tena: 5. Laini zilizopita muda: 3. Laini zinazoisha leo: 1. Hazikuwa mtandaoni: Main Gate kwa dakika 42, Market Stall kwa dakika 3, bado haipo, ruta ya zamani kwa dakika 1.",
    );
  });

  it("leaves out what there is nothing to say of", () => {
    expect(joinedIn("en", morningLines(morningOf(quiet), "Demo WiFi"), " ")).toBe(
      "Demo WiFi, yesterday: KSh 0, 0 sales.",
    );
  });
});

describe("an alarm in words", () => {
  const absence = (over: Partial<StoredAbsence>): StoredAbsence => ({
    what: "gate",
    beganAt: Date.UTC(2026, 10, 20, 15, 2),
    name: "Main Gate",
    isBridge: false,
    routers: [{ id: "gate", name: "Main Gate" }],
    state: "open",
    changedAt: 0,
    endedAt: null,
    messageId: null,
    ...over,
  });
  const routers = ["A", "B", "C", "D", "E", "F"].map((name) => ({ id: name, name }));
  const site = absence({ what: "box", name: "Gate box", isBridge: true, routers });
  const back = absence({ what: "stall", name: "Stall", endedAt: Date.UTC(2026, 10, 20, 15, 44) });

  it("names all that is away and all that is back, in one text", () => {
    expect(textIn("en", alarmText("Demo WiFi", [absence({}), site, back]))).toBe(
      "Demo WiFi: away since 20 Nov, 18:02: Main Gate, Gate box (A, B, C, D and 2 more). Nobody new gets online there. back: Stall, away for 42 min.",
    );
    expect(textIn("sw", alarmText("Demo WiFi", [back]))).toBe(
      "Demo WiFi: imerudi: Stall, haikuwepo kwa dakika 42.",
    );
  });
});
