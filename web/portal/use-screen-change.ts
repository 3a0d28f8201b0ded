import { useEffect, useRef } from "react";
import { shownScreen } from "./flow-view.ts";
import type { PortalContext } from "./portal-context.ts";
import { isHere } from "./rare-parts.ts";
import { titleOf } from "./titles.ts";

/**
 * A screen that replaces another is for a reader what a new page is: it has a title, starts at its top, and its heading
 * has the focus. Back at the plans, the plan that was tried is brought into view instead.
 */
export function useScreenChange({ page, flow, messages, rare }: PortalContext): void {
  const screen = shownScreen(flow);
  const seen = useRef(screen.kind);
  const here = isHere(screen.kind, rare);
  const title = titleOf(screen, page.brand.companyName, messages);
  useEffect(() => {
    document.title = title;
    if (seen.current === screen.kind || !here) return;
    seen.current = screen.kind;
    const plan = screen.kind === "home" ? document.getElementById(location.hash.slice(1)) : null;
    if (plan) {
      plan.scrollIntoView({ block: "center" });
      plan.querySelector("a")?.focus({ preventScroll: true });
    } else {
      scrollTo(0, 0);
      const heading = document.querySelector<HTMLElement>("main h1");
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }, [screen.kind, title, here]);
}
