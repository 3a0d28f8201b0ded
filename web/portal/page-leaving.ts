import type { Store } from "./store.ts";

/** Whether a press on this link loads another document of ours. */
function leads(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin) return false;
  const sameDocument = link.pathname === location.pathname && link.search === location.search;
  return !(sameDocument && link.hash !== "");
}

/** Tells the page that it is about to be replaced: on a slow line that takes seconds in which nothing else would move. */
export function watchLeaving(store: Store): void {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (link && !event.defaultPrevented && !elsewhere && leads(link)) store.send({ kind: "going" });
  });
  addEventListener("submit", (event) => {
    if (!event.defaultPrevented) store.send({ kind: "going" });
  });
  // A browser may keep this document as it was left and bring it back.
  addEventListener("pageshow", () => {
    if (store.flow().goingSince !== null) store.send({ kind: "back" });
  });
}
