import { RequestError } from "../console/request.ts";
import { sessionRecord } from "../console/session.ts";
import { callApi } from "./api.ts";

/** Who is signed in to the super admin console. */
export const session = sessionRecord("superadmin");

/** The cookie decides who is signed in; the record follows it. Without an answer the record stays. */
export async function readSession(): Promise<void> {
  try {
    session.write({ providerId: "", ...(await callApi("platformSession")) });
  } catch (cause) {
    // To a provider's admin this console does not exist.
    if (cause instanceof RequestError && [401, 404].includes(cause.status)) session.clear();
    else console.warn("who is signed in was not answered", cause);
  }
}
