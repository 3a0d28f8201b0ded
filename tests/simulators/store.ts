/**
 * Where a simulator keeps its whole state, as one text. `save` returns only when the state is kept; states never change
 * once they are made, so a store that lives no longer than they do may put off writing them.
 */
export type SimulatorStore = {
  load(): string | undefined;
  save(write: () => string): void;
};

/** Keeps the state for as long as the object lives; hand the same store to a second simulator to play a restart. */
export function memoryStore(): SimulatorStore {
  let kept: (() => string) | undefined;
  return {
    load: () => kept?.(),
    save: (write) => {
      kept = write;
    },
  };
}
