/** Runs every check, says how each ended, and tells which failed. */
export function runChecks(): Promise<{ passed: number; failed: number; broken: string[] }>;
