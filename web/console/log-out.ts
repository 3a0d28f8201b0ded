import { t } from "./language.ts";
import { RequestError } from "./request.ts";
import { errorText, toastError } from "./toast.tsx";

/** @returns false when the server was not reached: the session still lives */
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
