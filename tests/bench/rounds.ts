import type { Figures } from "./load.ts";
import { median } from "./measure.ts";

/** Something whose speed is measured once in each round. */
export type Subject = {
  what: string;
  measure(round: number): Promise<Figures>;
  /** False where a person, a router or a clock is waited for: a ratio to a bare worker would say nothing. */
  comparable?: boolean;
};

export type Speed = Figures & {
  what: string;
  /** To the bare worker, measured right before and right after. */
  ratio: number | null;
  lowestRatio: number | null;
  highestRatio: number | null;
  /** What workerd used for one of them, objects and databases included: the figure that a busy machine changes least. */
  cpuMs: number;
};

type Around = { rounds: number; bare(): Promise<Figures>; cpuMs(): number };
type Sample = { figures: Figures; ratio: number; cpuMs: number };

/**
 * Bare, page, bare, page and so on, in several rounds: what else the machine does slows both alike, so each ratio is taken
 * within its own round, and the median of the rounds counts.
 */
export async function measureInRounds(
  subjects: readonly Subject[],
  { rounds, bare, cpuMs }: Around,
): Promise<Speed[]> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
  const alone: Sample[] = [];
  const measureBare = async () => {
    const figures = await bare();
    alone.push({ figures, ratio: 1, cpuMs: 0 });
    return figures;
  };
  for (let round = 0; round < rounds; round += 1) {
    let before = await measureBare();
    for (const [subject, taken] of samples) {
      const used = cpuMs();
      const figures = await subject.measure(round);
      const cpu = (cpuMs() - used) / figures.requests;
      const after = await measureBare();
      const beside = (before.requestsPerSecond + after.requestsPerSecond) / 2;
      taken.push({ figures, ratio: figures.requestsPerSecond / beside, cpuMs: cpu });
      before = after;
      console.log(`round ${round + 1}, ${subject.what}: ${figures.requestsPerSecond} per second`);
    }
  }
  // Beside the others for its latencies: a machine that stalls, stalls it as well.
  const bareSpeed = speedOf({ what: "bare worker" }, alone);
  return [bareSpeed, ...[...samples].map(([subject, taken]) => speedOf(subject, taken))];
}

function speedOf(
  { what, comparable = true }: Pick<Subject, "what" | "comparable">,
  taken: readonly Sample[],
): Speed {
  const of = (name: keyof Figures) => median(taken.map(({ figures }) => figures[name]));
  const sum = (name: keyof Figures) => taken.reduce((total, { figures }) => total + figures[name], 0);
  const ratios = taken.map(({ ratio }) => ratio);
  const shown = (ratio: number) => (comparable ? Math.round(ratio * 1_000) / 1_000 : null);
  return {
    what,
    requestsPerSecond: of("requestsPerSecond"),
    ratio: shown(median(ratios)),
    lowestRatio: shown(Math.min(...ratios)),
    highestRatio: shown(Math.max(...ratios)),
    cpuMs: Math.round(median(taken.map((one) => one.cpuMs)) * 100) / 100,
    p50: of("p50"),
    p95: of("p95"),
    p99: of("p99"),
    max: Math.max(...taken.map(({ figures }) => figures.max)),
    errors: sum("errors"),
    requests: sum("requests"),
  };
}
