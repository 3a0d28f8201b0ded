import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { usePortal } from "../portal-context.ts";

type Props = {
  href: string;
  className: string;
  /** What happens in place while scripts run; without them the address does the same. */
  onAct: () => void;
  opensDialog?: boolean;
  /** This one of a set is what is shown. */
  isCurrent?: boolean;
  tabIndex?: number;
  children: ReactNode;
};

/** It stays the same element, so that a press or the focus of the moment in which scripts arrive is not lost. */
const asButton = { role: "button" };
const asDialogButton = { role: "button", "aria-haspopup": "dialog" } as const;

/** A link that scripts turn into a button. */
export function ActionLink({ href, className, onAct, opensDialog, isCurrent, tabIndex, children }: Props) {
  const { flow } = usePortal();
  const act = (event: MouseEvent | KeyboardEvent) => {
    // A new tab or window was asked for: that is the link's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onAct();
  };
  const scripted = {
    ...(opensDialog ? asDialogButton : asButton),
    onClick: act,
    onKeyDown: (event: KeyboardEvent) => event.key === " " && act(event),
  };
  return (
    <a
      href={href}
      className={className}
      tabIndex={tabIndex}
      aria-current={isCurrent ? "true" : undefined}
      {...(flow.scripted ? scripted : {})}
    >
      {children}
    </a>
  );
}
