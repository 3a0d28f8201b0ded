import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Whether somebody has pressed anything since the page was gone to: who types already keeps the focus. */
let touched = false;

export function untouched(): boolean {
  return !touched;
}

/** Called once around all pages. A layout effect, because the heading of a page asks in an ordinary one. */
export function useArrival(): void {
  const { pathname } = useLocation();
  const arrived = useRef("");
  useLayoutEffect(() => {
    if (arrived.current !== pathname) touched = false;
    arrived.current = pathname;
    const touch = () => {
      touched = true;
    };
    const how = { once: true, capture: true } as const;
    window.addEventListener("keydown", touch, how);
    window.addEventListener("pointerdown", touch, how);
    return () => {
      window.removeEventListener("keydown", touch, how);
      window.removeEventListener("pointerdown", touch, how);
    };
  }, [pathname]);
}
