import { useEffect, useRef } from "react";
import { dialogOpen } from "../flow-view.ts";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";
import { PayForms } from "./pay-forms.tsx";
import { panelOf } from "./pay-tabs.tsx";
import { ToastLine } from "./toast-line.tsx";

/** Where a keyboard lies over the page instead of resizing it (Safari), the sheet moves up by its height. Returns the way to stop. */
function aboveKeyboard(sheet: HTMLElement | null): (() => void) | undefined {
  const seen = window.visualViewport;
  if (!sheet || !seen) return undefined;
  const place = () => {
    // A page that was enlarged by fingers is smaller, too, and has no keyboard.
    const covered = seen.scale === 1 ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0;
    sheet.style.bottom = covered > 0 ? `${covered}px` : "";
    sheet.style.maxHeight = covered > 0 ? `${seen.height}px` : "";
  };
  seen.addEventListener("resize", place);
  place();
  return () => seen.removeEventListener("resize", place);
}

/** The payment form over the plans. The browser's own dialog keeps the focus inside and gives it back afterwards. */
export function BuySheet() {
  const { flow, actions, messages } = usePortal();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = dialogOpen(flow);
  const { problem, busy } = flow.form ?? {};
  const panel = flow.form ? panelOf(flow.form.tab) : null;

  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return undefined;
    const pressOutside = (event: MouseEvent) => event.target === element && actions?.close();
    element.addEventListener("click", pressOutside);
    const opener = document.activeElement;
    document.documentElement.classList.add("behind-sheet");
    element.showModal();
    return () => {
      element.close();
      // Old browsers do not give the focus back; a screen that follows takes it from here.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      document.documentElement.classList.remove("behind-sheet");
      element.removeEventListener("click", pressOutside);
    };
  }, [open, actions]);

  useEffect(() => (open ? aboveKeyboard(dialog.current) : undefined), [open]);

  // The field is what the visitor came for; a refused one gets the focus back. Who moves along the tabs stays there.
  useEffect(() => {
    const onTab = document.activeElement?.getAttribute("role") === "tab";
    if (open && !busy && (problem || !onTab)) {
      dialog.current?.querySelector<HTMLElement>(`#panel-${panel} .field`)?.focus();
    }
  }, [open, panel, problem, busy]);

  // A browser may close the dialog on a second Escape; a purchase under way reopens it.
  const closedByBrowser = () => {
    if (dialog.current?.open || !open) return;
    if (busy) dialog.current?.showModal();
    else actions?.close();
  };

  if (!flow.scripted) return null;
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        actions?.close();
      }}
      onClose={closedByBrowser}
    >
      {open && flow.form ? (
        <div className="sheet-in">
          <div className="sheet-head">
            <h2 id="sheet-title">{messages.buy.title}</h2>
            <button
              type="button"
              className="sheet-close"
              aria-label={messages.buy.close}
              onClick={() => actions?.close()}
            >
              <Icon name="close" />
            </button>
          </div>
          <PayForms form={flow.form} />
        </div>
      ) : null}
      <ToastLine inDialog />
    </dialog>
  );
}
