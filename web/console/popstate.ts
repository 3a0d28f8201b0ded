// Listeners of popstate run in the order of registration: this one must come before the router's.

type Listener = (event: PopStateEvent) => void;
let first: Listener | null = null;

/** Once, before the router is drawn. */
export function startPopstateWatch(): void {
  window.addEventListener("popstate", (event) => first?.(event));
}

/** Hears Back and Forward before the router does, until the answer is called. */
export function onPopstateFirst(listener: Listener): () => void {
  first = listener;
  return () => {
    if (first === listener) first = null;
  };
}
