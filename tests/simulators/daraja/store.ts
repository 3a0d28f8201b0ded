/** Where a simulator keeps its whole state, as one text. `save` returns only when the text is kept. */
export type SimulatorStore = {
  load(): string | undefined;
  save(state: string): void;
};

/** Keeps the state for as long as the object lives; hand the same store to a second simulator to play a restart. */
export function memoryStore(): SimulatorStore {
  let kept: string | undefined;
  return {
    load: () => kept,
    save: (state) => {
      kept = state;
    },
  };
}
