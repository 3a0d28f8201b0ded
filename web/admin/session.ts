import { sessionRecord } from "../console/session.ts";

/** Who is signed in to this provider's console. */
export const session = sessionRecord("admin");
