import { t } from "../console/language.ts";
import { RequestError } from "../console/request.ts";
import { sessionRecord } from "../console/session.ts";
import { callApi } from "./call-api.ts";

export const session = sessionRecord("superadmin");

/** As it is kept, and by default in the reader's language. */
export function roleName(role: string): string {
  return role && !role.startsWith("Super") ? role : t("Super Administrator");
}

/** The cookie decides. @throws where nobody answers: the record stays */
export async function readSession(): Promise<void> {
  try {
    session.write({ providerId: "", ...(await callApi("platformSession")) });
  } catch (cause) {
    // For a provider's admin this console answers 404.
    if (cause instanceof RequestError && [401, 404].includes(cause.status)) session.clear();
    else throw cause;
  }
}
