import { type Flow, type FlowEvent, step } from "./flow.ts";

/** Holds the page's state and tells who listens. The only mutable thing of the page. */
export type Store = {
  flow(): Flow;
  first(): Flow;
  send(event: FlowEvent): void;
  /** Returns the way to stop listening. */
  listen(listener: () => void): () => void;
};

/** @param now the page's clock, milliseconds since the page started */
export function createStore(first: Flow, now: () => number): Store {
  let flow = first;
  const listeners = new Set<() => void>();
  return {
    flow: () => flow,
    first: () => first,
    send(event) {
      flow = step(flow, event, now());
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
