import { useLayoutEffect, useRef } from "react";

// A phone's Back closes what is open before it leaves the page. Each open window stands on an entry of history of its own,
// at the page's own address; one that closes by its own button takes its entry along.

type Open = { close: () => void };

const open: Open[] = [];
let isScheduled = false;
let isTravelling = false;

/** How many windows stand on the entry of history that the browser is at. */
function depth(): number {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "windows" in state ? Number(state.windows) : 0;
}

/** As the router numbers its entries: what it finds there is what it made. */
function pushEntry(windows: number): void {
  const state = (window.history.state ?? {}) as { idx?: number };
  window.history.pushState({ ...state, idx: (state.idx ?? 0) + 1, windows }, "");
}

/** After all that opens and closes in one turn: a window that is exchanged for another one keeps the entry. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    settle();
  });
}

function settle(): void {
  if (isTravelling) return;
  while (depth() < open.length) pushEntry(depth() + 1);
  const over = depth() - open.length;
  if (over === 0) return;
  isTravelling = true;
  window.history.go(-over);
}

function travelled(): void {
  isTravelling = false;
  for (const one of open.slice(depth()).reverse()) one.close();
  // One that could not be closed, because its call is on the way, gets its entry back; one that was left is passed over.
  schedule();
}

/** While `isOpen`, Back calls `close` and stays on the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  // In the turn in which the window comes or goes: a Back right after it went would only take the entry that it left.
  useLayoutEffect(() => {
    if (!isOpen) return;
    if (open.length === 0) window.addEventListener("popstate", travelled);
    const own = { close: () => latest.current() };
    open.push(own);
    schedule();
    return () => {
      open.splice(open.indexOf(own), 1);
      schedule();
    };
  }, [isOpen]);
}
