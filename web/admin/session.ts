import { RequestError } from "../console/request.ts";
import { sessionRecord } from "../console/session.ts";
import { callApi } from "./api.ts";

/** Who is signed in to this provider's console. */
export const session = sessionRecord("admin");

/** The cookie decides who is signed in; the record follows it. Without an answer the record stays. */
export async function readSession(): Promise<void> {
  try {
    session.write(await callApi("adminSession"));
  } catch (cause) {
    if (cause instanceof RequestError && cause.status === 401) session.clear();
    else console.warn("who is signed in was not answered", cause);
  }
}
