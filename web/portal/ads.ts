import type { PortalAd } from "#contract/portal";

// How advertisements go by, as one pure state machine: nothing here reads a clock, the network or the document. Times are
// milliseconds of the page's clock.

export type AdRun = {
  /** Which advertisement is shown; the number of all of them when the portal is open. */
  index: number;
  at: number;
  /** For how long this advertisement has been in sight. */
  seenMs: number;
  /** How much of its countdown is over. */
  spentMs: number;
  paused: boolean;
  /** Nobody can see the page. */
  hidden: boolean;
  interacted: boolean;
  /** Visit Website was pressed while it could not open. */
  kept: boolean;
};

export type AdEvent =
  | { kind: "passed" }
  | { kind: "sight"; hidden: boolean }
  | { kind: "paused"; paused: boolean }
  | { kind: "continued" }
  | { kind: "skipped" }
  | { kind: "clicked" }
  /** Visit Website; `keep` it for later where it cannot open yet. */
  | { kind: "visited"; keep: boolean };

export type AdReport =
  | { kind: "view"; id: string; viewDuration: number; interacted: boolean }
  | { kind: "click"; id: string; website: boolean }
  /** No more advertisements for this device. */
  | { kind: "seen" };

type AdStep = { run: AdRun; reports: AdReport[] };

type Ads = readonly Pick<PortalAd, "id" | "displayDuration">[];

/** Seconds; the contract takes no more. */
const longestView = 86_400;

function fresh(index: number, at: number): AdRun {
  return {
    index,
    at,
    seenMs: 0,
    spentMs: 0,
    paused: false,
    hidden: false,
    interacted: false,
    kept: false,
  };
}

/** The first state: the same on the server and in the browser. `index` beyond the last one means that all were shown. */
export function startAds(index: number): AdRun {
  return fresh(Math.max(0, index), 0);
}

/** The countdown of an advertisement, in milliseconds; at least one second, so that nothing flies by. */
export function countdownMs(ad: Ads[number]): number {
  return Number.isFinite(ad.displayDuration) ? Math.max(1, ad.displayDuration) * 1_000 : 1_000;
}

/** Time runs for an advertisement while it is in sight; its countdown only while nobody has stopped it. */
function passing(run: AdRun, at: number): AdRun {
  const ms = run.hidden ? 0 : Math.max(0, at - run.at);
  return {
    ...run,
    at: Math.max(run.at, at),
    seenMs: run.seenMs + ms,
    spentMs: run.spentMs + (run.paused ? 0 : ms),
  };
}

function view(id: string, run: AdRun): AdReport {
  const seconds = Math.round(run.seenMs / 100) / 10;
  return {
    kind: "view",
    id,
    viewDuration: Math.min(longestView, Math.max(0, seconds)),
    interacted: run.interacted,
  };
}

/** What an event does while the countdown runs on. */
function during(ad: Ads[number], run: AdRun, event: AdEvent): AdStep {
  switch (event.kind) {
    case "sight":
      return { run: { ...run, hidden: event.hidden }, reports: [] };
    case "paused":
      return { run: { ...run, paused: event.paused }, reports: [] };
    case "clicked":
      return { run: { ...run, interacted: true }, reports: [{ kind: "click", id: ad.id, website: false }] };
    case "visited": {
      const click: AdReport = { kind: "click", id: ad.id, website: event.keep };
      return { run: { ...run, interacted: true, kept: event.keep }, reports: [click] };
    }
    default:
      return { run, reports: [] };
  }
}

/** One step. Once the portal is open nothing changes any more and nothing is reported. */
export function stepAds(ads: Ads, before: AdRun, event: AdEvent, at: number): AdStep {
  const ad = ads[before.index];
  if (!ad) return { run: before, reports: [] };
  const passed = passing(before, at);
  if (event.kind === "skipped") return { run: { ...passed, index: ads.length }, reports: [{ kind: "seen" }] };
  const { run, reports } = during(ad, passed, event);
  const late = run.spentMs - countdownMs(ad);
  if (late < 0 && event.kind !== "continued") return { run, reports };
  // A timer that fires late does not make the view longer than it was meant to be.
  const seenMs = run.seenMs - Math.max(0, late);
  return {
    run: { ...fresh(run.index + 1, run.at), hidden: run.hidden },
    reports: [...reports, view(ad.id, { ...run, seenMs })],
  };
}

/** Whole seconds until the next one shows. */
export function secondsLeft(ad: Ads[number], run: AdRun): number {
  return Math.max(0, Math.ceil((countdownMs(ad) - run.spentMs) / 1_000));
}

/** Milliseconds until the seconds on the page change; null while the countdown stands. */
export function nextAdChange(ads: Ads, run: AdRun): number | null {
  const ad = ads[run.index];
  if (!ad || run.paused || run.hidden) return null;
  const left = countdownMs(ad) - run.spentMs;
  return Math.max(20, left % 1_000 || 1_000);
}
