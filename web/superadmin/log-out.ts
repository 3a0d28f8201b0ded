import { t } from "../console/language.ts";
import { RequestError } from "../console/request.ts";
import { failed, reason } from "../console/toast.tsx";
import { ask } from "./api.ts";

/** @returns false when nobody heard it: the session then still lives, and whoever walks away must know */
export async function logOut(): Promise<boolean> {
  try {
    await ask("platformLogOut");
  } catch (cause) {
    if (!(cause instanceof RequestError) || cause.status >= 500) {
      failed(t("Not logged out"), reason(cause, t("Please try again.")));
      return false;
    }
  }
  return true;
}
