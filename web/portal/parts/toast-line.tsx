import { inService } from "#contract/values/services";
import { dialogOpen } from "../flow-view.ts";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";

/** One toast, paused while hovered; the dialog has its own because nothing shows above a dialog. */
export function ToastLine({ inDialog = false }: { inDialog?: boolean }) {
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
