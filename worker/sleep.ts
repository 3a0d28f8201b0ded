/** How the worker waits: `sleep` of every context (`context.ts`). In an object, so that tests under a moved clock need not wait. */
export const clock = {
  sleep: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
  /** @returns what takes it back */
  timer(ms: number, ring: () => void): () => void {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
};

/** What is not done in this time is an error, or what `late` answers. It is not stopped. */
export function within<T>(ms: number, work: Promise<T>, late: () => T = tooLate(ms)): Promise<T> {
  let stop: (() => void) | undefined;
  const waited = new Promise<void>((resolve) => {
    stop = clock.timer(ms, resolve);
  });
  return Promise.race([work, waited.then(late)]).finally(stop);
}

/**
 * A question to another machine, which is broken off after this time. The timer ends with the answer: one that is left, as
 * AbortSignal.timeout's is, keeps its object awake. @throws what `ask` throws; once it was broken off, a TimeoutError
 */
export async function askedFor<T>(ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = new DOMException(`no answer in ${ms} ms`, "TimeoutError");
  const timer = setTimeout(() => controller.abort(late), ms);
  try {
    return await ask(controller.signal);
  } catch (cause) {
    throw controller.signal.aborted ? late : cause;
  } finally {
    clearTimeout(timer);
  }
}

/** Statuses of Cloudflare's own, in the place of the other machine's: no connection to it was made. */
export const notReached: readonly number[] = [521, 523, 525, 526, 530];

export const isTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === "TimeoutError";

const tooLate = (ms: number) => (): never => {
  throw new Error(`no answer in ${ms} ms`);
};
