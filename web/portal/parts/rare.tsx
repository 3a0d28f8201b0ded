import { usePortal } from "../portal-context.ts";
import type { RarePart } from "../rare-parts.ts";

/** The place of a rare part; empty in a browser that was not told to fetch it. */
export function Rare({ part }: { part: RarePart }) {
  const Part = usePortal().rare[part];
  return Part ? <Part /> : null;
}
