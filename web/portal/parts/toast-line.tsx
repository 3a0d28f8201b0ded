import type { ReactElement } from "react";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";

/** One message at a time, read out politely; it repeats what the page says and goes by itself. */
export function ToastLine(): ReactElement {
  const { flow, actions, words } = usePortal();
  const { toast } = flow;
  return (
    <div className="toasts" role="status">
      {toast ? (
        <div className={`toast toast-${toast.kind}`}>
          <div className="toast-words">
            <strong>{words.toasts[toast.kind].title}</strong>
            <span>{toast.message || words.toasts[toast.kind].text}</span>
          </div>
          <button
            type="button"
            className="toast-close"
            aria-label={words.toasts.dismiss}
            onClick={() => actions?.dismissToast()}
          >
            <Icon name="close" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
