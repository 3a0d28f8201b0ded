/** One figure that is no speed of the worker's. `budget` is the most it may be, null where there is none. */
export type Measure = { what: string; value: number; unit: string; budget: number | null };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
