import { t } from "../console/language.ts";
import { errorText } from "../console/toast.tsx";
import { callApi } from "./api.ts";
import { addresses } from "./navigation.ts";
import { session } from "./session.ts";

// How a super admin comes in: with a one-time code behind the `#`, which browsers send to nobody
// (docs/behaviour/provider-console.md, PC-10).

/** The code in this tab's address, taken out of it, and of the tab's history, before anything else happens. */
export function takeHandoffCode(): string | null {
  const code = /^#handoff=(.*)$/.exec(window.location.hash)?.[1];
  if (code === undefined) return null;
  window.history.replaceState(null, "", addresses.login);
  return code;
}

/**
 * Signs in with it: then this tab is at the dashboard, before its first screen. Refused, it is at log-in, and whoever else
 * is signed in here by a cookie stays so.
 * @returns null, or the sentence why not
 */
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
