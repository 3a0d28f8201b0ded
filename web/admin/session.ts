import { adminAddresses as addresses } from "#contract/values/console-pages";
import type { Role } from "#contract/values/roles";
import { t } from "../console/language.ts";
import { RequestError } from "../console/request.ts";
import { sessionRecord } from "../console/session.ts";
import { errorText } from "../console/toast.tsx";
import { callApi } from "./call-api.ts";

export const session = sessionRecord("admin");

export function roleName(role: string): string {
  const names: Record<Role, () => string> = {
    owner: () => t("Owner"),
    cashier: () => t("Cashier"),
    technician: () => t("Technician"),
  };
  return Object.hasOwn(names, role) ? names[role as Role]() : t("Administrator");
}

/** The cookie decides. @throws where nobody answers: the record stays */
export async function readSession(): Promise<void> {
  try {
    session.write(await callApi("adminSession"));
  } catch (cause) {
    if (cause instanceof RequestError && cause.status === 401) session.clear();
    else throw cause;
  }
}

// A super admin signs in with a one-time code behind the `#`, which browsers do not send (docs/behaviour/provider-console.md, PC-10).

/** Takes the code out of the address and of the history. */
export function takeHandoffCode(): string | null {
  const code = /^#handoff=(.*)$/.exec(window.location.hash)?.[1];
  if (code === undefined) return null;
  window.history.replaceState(null, "", addresses.login);
  return code;
}

/** Refused, it leads to log-in; the session of another user stays. @returns null, or why it was refused */
export async function enterByCode(code: string): Promise<string | null> {
  try {
    session.write(await callApi("enterByHandoff", { body: { code } }));
    window.history.replaceState(null, "", addresses.dashboard);
    return null;
  } catch (cause) {
    session.clear();
    return errorText(cause, t("Failed to sign in as provider"));
  }
}
