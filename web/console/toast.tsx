import { notifications } from "@mantine/notifications";
import { t } from "./language.ts";
import { RequestError } from "./request.ts";

// One toast at a time, 5 s (docs/behaviour/provider-console.md, PC-19).

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

/** The server's sentence, with the request id after a fault of its own; else `otherwise`. */
export function errorText(error: unknown, otherwise: string): string {
  if (error instanceof RequestError && error.sentence) {
    const { status, sentence, requestId } = error;
    return sentence + (status >= 500 && requestId ? ` (${requestId})` : "");
  }
  if (error instanceof TypeError) return t("No connection. Check your internet and try again.");
  return otherwise;
}

export function toastFailure(title: string, otherwise: string): (error: unknown) => void {
  return (error) => toastError(title, errorText(error, otherwise));
}
