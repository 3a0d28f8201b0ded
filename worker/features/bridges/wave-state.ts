import { minuteMs } from "../../contract/values/time.ts";

// An update of all bridges, step by step: first one, then one in twenty, then all. Pure; `sweep-waves.ts` drives it.

/** Who dialled in with the new version has to be there so long before it counts. */
export const stayMs = 3 * minuteMs;
/** What is told to update itself, or was updated and is away again, comes back within this. */
export const comeBackMs = 10 * minuteMs;
/** In the last step; so that a version which goes wrong late, goes wrong at few. */
export const mostAtOnce = 200;
export type Step = 0 | 1 | 2;

/** A bridge that the wave chose and has not settled. */
export type Updating = {
  id: string;
  chosenAt: number;
  /** Whether it dialled in with the version of the wave or a newer one, and since when. */
  isUpdated: boolean;
  since: number;
  failedAt: number | null;
  /** Null: it was not asked in this minute, and waits for the next. */
  isThere: boolean | null;
};

export type Loss = "failed" | "silent" | "before" | "gone";

/** How many bridges can update themselves in all, how many of them did in this wave, and which are at it. */
export type Fleet = { all: number; done: number; updating: readonly Updating[] };

export type Decision =
  | { kind: "stop"; bridgeId: string; why: Loss }
  /** `done`: who came back and stayed. `most`: so many at most may have been told by the end of this step, without those left. */
  | { kind: "go"; done: string[]; step: Step; most: number };

/** So many are updated at most when this step is over. */
export function mostOf(step: Step, all: number): number {
  if (step === 2) return all;
  return step === 0 ? 1 : 1 + Math.ceil(all / 20);
}

/** Whether the bridge itself has to be asked if it is there: nothing else decides about it any more. */
export const isToBeAsked = (one: Updating, now: number): boolean =>
  one.isUpdated ? now - one.since >= stayMs : isLate(one, now);

const isLate = ({ chosenAt }: Updating, now: number) => now - chosenAt >= comeBackMs;

function judge(one: Updating, now: number): Loss | "done" | "waits" {
  const { chosenAt, isUpdated, since, failedAt, isThere } = one;
  if (failedAt !== null && failedAt >= chosenAt) return "failed";
  if (isThere === null) return "waits";
  if (!isUpdated) return !isLate(one, now) ? "waits" : isThere ? "before" : "silent";
  if (now - since < stayMs) return "waits";
  if (isThere) return "done";
  return now - since < comeBackMs ? "waits" : "gone";
}

export function decide(step: Step, { all, done, updating }: Fleet, now: number): Decision {
  const judged = updating.map((one) => ({ id: one.id, how: judge(one, now) }));
  for (const { id, how } of judged)
    if (how !== "waits" && how !== "done") return { kind: "stop", bridgeId: id, why: how };
  const back = judged.filter(({ how }) => how === "done").map(({ id }) => id);
  const isStepOver = back.length === updating.length && done + back.length >= mostOf(step, all);
  const next = isStepOver && step < 2 ? ((step + 1) as Step) : step;
  return { kind: "go", done: back, step: next, most: mostOf(next, all) };
}
