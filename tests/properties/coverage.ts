/** How often the histories of a run reached each situation, so that a test can tell whether it tested anything. */
export const coverage = new Map<string, number>();

export function cover(situation: string, times = 1): void {
  coverage.set(situation, (coverage.get(situation) ?? 0) + times);
}
