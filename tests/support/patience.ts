/**
 * For what must come, ms. Longer than the stalls of a machine on which other work is done; what never comes is told of before its
 * test's minute is over.
 */
export const patienceMs = 30_000;
