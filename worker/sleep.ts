/** How the worker waits: `sleep` of every context (`context.ts`). In an object, so that tests under a moved clock need not wait. */
export const clock = {
  sleep: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
};
