import { t } from "./language.ts";
import { RequestError } from "./request.ts";
import { errorText, toastError } from "./toast.tsx";

/** @returns false when nobody heard it: the session then still lives, and whoever walks away must know */
export async function logOut(tell: () => Promise<unknown>): Promise<boolean> {
  try {
    await tell();
  } catch (cause) {
    if (!(cause instanceof RequestError) || cause.status >= 500) {
      toastError(t("Not logged out"), errorText(cause, t("Please try again.")));
      return false;
    }
  }
  return true;
}
