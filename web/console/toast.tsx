import { t } from "./language.ts";
import { RequestError } from "./request.ts";

// One toast at a time, 5 s (docs/behaviour/provider-console.md, PC-19). What is said before the console is there to show it, it shows then.

export type Toast = { title: string; message: string; isGood: boolean; ms: number };

let show: ((toast: Toast) => void) | null = null;
let waiting: Toast | null = null;

export function onToast(shower: (toast: Toast) => void): void {
  show = shower;
  if (waiting) shower(waiting);
  waiting = null;
}

function say(toast: Toast): void {
  if (show) show(toast);
  else waiting = toast;
}

const usualMs = 5_000;

export function toastSuccess(title: string, message = "", ms = usualMs): void {
  say({ title, message, isGood: true, ms });
}

export function toastError(title: string, message: string): void {
  say({ title, message, isGood: false, ms: usualMs });
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
