import { notifications } from "@mantine/notifications";
import { siteSentence, t } from "./language.ts";
import { RequestError } from "./request.ts";

// One toast at a time, 5 s, gone when dismissed (docs/behaviour/provider-console.md, PC-19). The place for them is in
// `console-root.tsx`.

const usualMs = 5_000;

export function toastSuccess(title: string, message = "", ms = usualMs): void {
  show(title, message, "door", ms, "status");
}

export function toastError(title: string, message: string): void {
  show(title, message, "red", usualMs, "alert");
}

function show(title: string, message: string, color: string, ms: number, role: "status" | "alert"): void {
  notifications.clean();
  notifications.show({
    title,
    message,
    color,
    role,
    autoClose: ms,
    closeButtonProps: { "aria-label": t("Dismiss") },
  });
}

/**
 * What to tell about a fault: the server's sentence, else what the page would say. A fault of the server's comes with the
 * id under which its log has it.
 */
export function errorText(error: unknown, otherwise: string): string {
  if (error instanceof RequestError && error.sentence) {
    const { status, sentence, requestId } = error;
    return siteSentence(sentence) + (status >= 500 && requestId ? ` (${requestId})` : "");
  }
  if (error instanceof TypeError) return t("No connection. Check your internet and try again.");
  return otherwise;
}
