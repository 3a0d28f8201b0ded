import type { ReactElement } from "react";
import { inService } from "#contract/values/services";
import { dialogOpen } from "../flow-view.ts";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";

/**
 * One message at a time, read out politely; it repeats what the page says and goes by itself, but not while somebody
 * points at it. There is one over the page and one in the payment dialog, because nothing else shows above a dialog.
 */
export function ToastLine({ inDialog = false }: { inDialog?: boolean }): ReactElement {
  const { flow, actions, messages } = usePortal();
  const toast = dialogOpen(flow) === inDialog ? flow.toast : null;
  const service = flow.watch?.service ?? "mpesa";
  const hold = (held: boolean) => () => actions?.holdToast(held);
  return (
    <div
      className="toasts"
      role="status"
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      {toast ? (
        <div className={`toast toast-${toast.kind}`}>
          <div className="toast-words">
            <strong>{messages.toasts[toast.kind].title}</strong>
            <span>{toast.message || inService(messages.toasts[toast.kind].text, service)}</span>
          </div>
          <button
            type="button"
            className="toast-close"
            aria-label={messages.toasts.dismiss}
            onClick={() => actions?.dismissToast()}
          >
            <Icon name="close" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
