import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

/** Opens what the address asks for by this name, once: then it asks no more, so that what was closed stays closed. */
export function useAskedFor(name: string, open: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.has(name);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (!isAsked) return;
    const rest = new URLSearchParams(window.location.search);
    rest.delete(name);
    setSearch(rest, { replace: true, preventScrollReset: true });
    latest.current();
  }, [isAsked, name, setSearch]);
}
