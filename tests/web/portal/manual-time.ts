/** A clock and timers that move only when told to. */
export type ManualTime = {
  now(): number;
  after(ms: number, run: () => void): () => void;
  /** Lets time pass, running what falls due in order, and lets promises settle in between. */
  pass(ms: number): Promise<void>;
};

export function manualTime(): ManualTime {
  let at = 0;
  let timers: { due: number; run: () => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    now: () => at,
    after(ms, run) {
      const timer = { due: at + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async pass(ms) {
      const end = at + ms;
      await settle();
      for (;;) {
        const [next] = timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due);
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        at = Math.max(at, next.due);
        next.run();
        await settle();
      }
      at = end;
    },
  };
}
