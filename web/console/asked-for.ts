import { useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { windowsHere } from "./back-closes.ts";

/** Opens what the address asks for by this name, once: then it asks no more, so that what was closed stays closed. */
export function useAskedFor(name: string, open: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.has(name);
  const latest = useRef(open);
  latest.current = open;
  // Before a window makes an entry of its own: the one below it would go on asking.
  useLayoutEffect(() => {
    if (!isAsked) return;
    const rest = new URLSearchParams(window.location.search);
    rest.delete(name);
    setSearch(rest, { replace: true, preventScrollReset: true, state: windowsHere() });
    latest.current();
  }, [isAsked, name, setSearch]);
}
