// Listeners of popstate run in the order of registration: these must come before the router's.

type Listener = (event: PopStateEvent) => void;
const first = new Set<Listener>();

/** Once, before the router is drawn. */
export function startPopstateWatch(): void {
  window.addEventListener("popstate", (event) => {
    for (const listener of first) listener(event);
  });
}

/** Hears Back and Forward before the router does, until the answer is called. */
export function onPopstateFirst(listener: Listener): () => void {
  first.add(listener);
  return () => first.delete(listener);
}

/** The router numbers the entries that it makes. */
export function placeInHistory(): number {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;
}
