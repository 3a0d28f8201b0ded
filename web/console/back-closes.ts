import { useLayoutEffect, useRef } from "react";
import { onPopstateFirst, placeInHistory } from "./popstate.ts";

// A phone's Back closes what is open before it leaves the page. Each open window stands on an entry of history of its own;
// one that closes by its own button takes its entry along.

type Open = { close: () => void };
type State = { usr?: { windows?: number } | null } | null;

const open: Open[] = [];
let isScheduled = false;
/** On the way back from entries whose windows closed: to which entry, and what its address is then. */
let leaving: { place: number; address: string } | null = null;

const state = () => window.history.state as State;

/** How many windows stand on the entry of history that the browser is at. */
function depth(): number {
  return Number(state()?.usr?.windows ?? 0);
}

/** What the router shall keep with an entry that says another address: the windows that are open there. */
export const windowsHere = () => state()?.usr ?? null;

/** What it shall keep with a new entry, by whose address a window opens: that one's own. */
export const oneWindowMore = () => ({ windows: depth() + 1 });

/** As the router numbers its entries: what it finds there is what it made. */
function pushEntry(): void {
  window.history.pushState({ ...state(), idx: placeInHistory() + 1, usr: oneWindowMore() }, "");
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
  if (leaving) return;
  while (depth() < open.length) pushEntry();
  const over = depth() - open.length;
  if (over === 0) return;
  leaving = { place: placeInHistory() - over, address: window.location.href };
  window.history.go(-over);
}

/** Before the router reads it: an entry that was there before the windows may still say that one is open. */
function arrived(): void {
  if (leaving?.place === placeInHistory()) window.history.replaceState(state(), "", leaving.address);
  leaving = null;
}

function travelled(): void {
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
    if (open.length === 0) {
      onPopstateFirst(arrived);
      window.addEventListener("popstate", travelled);
    }
    const own = { close: () => latest.current() };
    open.push(own);
    schedule();
    return () => {
      open.splice(open.indexOf(own), 1);
      schedule();
    };
  }, [isOpen]);
}
