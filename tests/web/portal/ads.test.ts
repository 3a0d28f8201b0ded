import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AdEvent,
  type AdReport,
  type AdRun,
  countdownMs,
  nextAdChange,
  secondsLeft,
  startAds,
  stepAds,
} from "#web/portal/ads.ts";
import { playAds } from "#web/portal/play-ads.ts";
import { manualTime } from "./manual-time.ts";
import { ad } from "./sample-pages.ts";

const three = [
  ad({ id: "a1", displayDuration: 15 }),
  ad({ id: "a2", displayDuration: 5 }),
  ad({ id: "a3", displayDuration: 10 }),
];
type At = [event: AdEvent, at: number];

function played(...events: At[]): { run: AdRun; reports: AdReport[] } {
  const reports: AdReport[] = [];
  let run = startAds(0);
  for (const [event, at] of events) {
    const step = stepAds(three, run, event, at);
    run = step.run;
    reports.push(...step.reports);
  }
  return { run, reports };
}
const view = (id: string, viewDuration: number, interacted = false) => ({
  kind: "view",
  id,
  viewDuration,
  interacted,
});

describe("advertisements", () => {
  it("count down from their duration and give way at zero, each recorded as a view of that long", () => {
    const { run, reports } = played(
      [{ kind: "passed" }, 14_999],
      [{ kind: "passed" }, 15_020],
      [{ kind: "passed" }, 20_020],
      [{ kind: "passed" }, 30_020],
    );
    expect(reports).toEqual([view("a1", 15), view("a2", 5), view("a3", 10)]);
    expect(run.index).toBe(3);
  });

  it("record a view with the real seconds on Continue", () => {
    const { run, reports } = played([{ kind: "continued" }, 3_240]);
    expect(reports).toEqual([view("a1", 3.2)]);
    expect(run.index).toBe(1);
  });

  it("are only marked as seen on Skip, whichever was on", () => {
    const { run, reports } = played([{ kind: "continued" }, 2_000], [{ kind: "skipped" }, 3_000]);
    expect(reports).toEqual([view("a1", 2), { kind: "seen" }]);
    expect(run.index).toBe(3);
  });

  it("remember with the view that their content was pressed", () => {
    const { reports } = played(
      [{ kind: "clicked" }, 1_000],
      [{ kind: "continued" }, 2_000],
      [{ kind: "continued" }, 3_000],
    );
    expect(reports).toEqual([
      { kind: "click", id: "a1", website: false },
      view("a1", 2, true),
      view("a2", 1, false),
    ]);
  });

  it("keep a website that cannot open yet, and do not lose a press in the moment of the change", () => {
    const { run, reports } = played([{ kind: "visited", keep: true }, 15_000]);
    expect(reports).toEqual([{ kind: "click", id: "a1", website: true }, view("a1", 15, true)]);
    expect(run.kept).toBe(false);
    expect(played([{ kind: "visited", keep: true }, 1_000]).run.kept).toBe(true);
    expect(played([{ kind: "visited", keep: false }, 1_000]).run.kept).toBe(false);
  });

  it("stand still while nobody sees the page, and that time is no view", () => {
    const { run, reports } = played(
      [{ kind: "sight", hidden: true }, 4_000],
      [{ kind: "passed" }, 100_000],
      [{ kind: "sight", hidden: false }, 200_000],
      [{ kind: "continued" }, 201_000],
    );
    expect(reports).toEqual([view("a1", 5)]);
    expect(run.index).toBe(1);
  });

  it("can be paused, and are looked at meanwhile all the same", () => {
    const paused = played([{ kind: "paused", paused: true }, 5_000], [{ kind: "passed" }, 65_000]);
    expect(secondsLeft(three[0] ?? ad({ id: "" }), paused.run)).toBe(10);
    expect(nextAdChange(three, paused.run)).toBeNull();
    const on = played(
      [{ kind: "paused", paused: true }, 5_000],
      [{ kind: "paused", paused: false }, 65_000],
      [{ kind: "passed" }, 75_000],
    );
    expect(on.reports).toEqual([view("a1", 75)]);
  });

  it("show whole seconds and look again when they change", () => {
    const at = (ms: number) => played([{ kind: "passed" }, ms]).run;
    const first = three[0] ?? ad({ id: "" });
    expect([0, 1, 999, 1_000, 14_001].map((ms) => secondsLeft(first, at(ms)))).toEqual([15, 15, 15, 14, 1]);
    expect([0, 400, 1_000].map((ms) => nextAdChange(three, at(ms)))).toEqual([1_000, 600, 1_000]);
  });

  it("never fly by, whatever their duration says", () => {
    for (const displayDuration of [0, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(countdownMs({ id: "x", displayDuration })).toBe(1_000);
    }
  });

  it("are over once: nothing is reported afterwards, and there may be none at all", () => {
    const { run } = played([{ kind: "skipped" }, 1_000]);
    for (const kind of ["passed", "continued", "skipped", "clicked"] as const) {
      expect(stepAds(three, run, { kind }, 90_000)).toEqual({ run, reports: [] });
    }
    expect(stepAds([], startAds(0), { kind: "continued" }, 1).reports).toEqual([]);
    expect(stepAds(three, startAds(9), { kind: "continued" }, 1).reports).toEqual([]);
  });

  it("are each viewed at most once, in order and never for less than nothing, whatever happens when", () => {
    const event: fc.Arbitrary<AdEvent> = fc.oneof(
      fc.constantFrom<AdEvent>(
        { kind: "passed" },
        { kind: "continued" },
        { kind: "clicked" },
        { kind: "skipped" },
        { kind: "visited", keep: true },
      ),
      fc.boolean().map((hidden): AdEvent => ({ kind: "sight", hidden })),
      fc.boolean().map((paused): AdEvent => ({ kind: "paused", paused })),
    );
    // A clock may stand or, broken, go backwards.
    const step = fc.tuple(event, fc.integer({ min: -5_000, max: 200_000_000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let at = 0;
        const { run, reports } = played(
          ...steps.map(([what, ms]): At => {
            at += ms;
            return [what, at];
          }),
        );
        const views = reports.filter((report) => report.kind === "view");
        expect(views.map(({ id }) => id)).toEqual(["a1", "a2", "a3"].slice(0, views.length));
        for (const { viewDuration } of views) {
          expect(viewDuration).toBeGreaterThanOrEqual(0);
          expect(viewDuration).toBeLessThanOrEqual(86_400);
        }
        const skipped = reports.filter((report) => report.kind === "seen").length;
        expect(skipped).toBeLessThanOrEqual(1);
        expect(run.index).toBe(skipped ? 3 : views.length);
      }),
    );
  });
});

describe("the advertisements on a page", () => {
  function page() {
    const time = manualTime();
    const heard: AdReport[] = [];
    const wakers = new Set<() => void>();
    const state = { hidden: false, over: 0, run: startAds(0) };
    const play = playAds(three, 0, {
      now: time.now,
      after: time.after,
      hidden: () => state.hidden,
      onWake: (run) => {
        wakers.add(run);
        return () => wakers.delete(run);
      },
      report: (report) => heard.push(report),
      changed: (run) => {
        state.run = run;
      },
      over: () => {
        state.over += 1;
      },
    });
    const see = (hidden: boolean) => {
      state.hidden = hidden;
      for (const run of [...wakers]) run();
    };
    return { time, heard, wakers, state, play, see };
  }

  it("go by on their own, tick by tick, and end once with everything let go", async () => {
    const { time, heard, wakers, state } = page();
    await time.pass(14_500);
    expect(state.run.index).toBe(0);
    await time.pass(60_000);
    expect(heard).toEqual([view("a1", 15), view("a2", 5), view("a3", 10)]);
    expect(state.over).toBe(1);
    expect(wakers.size).toBe(0);
  });

  it("wait while the page is hidden and go on when it is seen again", async () => {
    const { time, heard, see, state } = page();
    await time.pass(5_000);
    see(true);
    await time.pass(600_000);
    expect(heard).toEqual([]);
    see(false);
    await time.pass(9_900);
    expect(state.run.index).toBe(0);
    await time.pass(200);
    expect(heard).toEqual([view("a1", 15)]);
  });

  it("stop at a press on Skip; late presses change nothing", async () => {
    const { time, heard, play, state } = page();
    await time.pass(1_000);
    play.send({ kind: "skipped" });
    play.send({ kind: "skipped" });
    play.send({ kind: "clicked" });
    await time.pass(60_000);
    expect(heard).toEqual([{ kind: "seen" }]);
    expect(state.over).toBe(1);
  });
});
