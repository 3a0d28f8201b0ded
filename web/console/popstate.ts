// Back and Forward are events of the window, heard in the order of registration: whoever wants to hear them before the
// router must be there before it.

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
