import type { Provider } from "#contract/providers";
import { language, t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError } from "../../console/toast.tsx";
import { callApi } from "../api.ts";

// The code is asked for every second, for at most ten (docs/behaviour/operator-console.md, OC-34).
const everyMs = 1_000;
const forMs = 10_000;

class TookTooLong extends Error {}

/**
 * Opens the provider's console in a tab of its own, signed in by a one-time code. The tab opens within the click, empty,
 * because browsers block one that opens later; `noopener` would leave no hold on it by which to send it on, so its way
 * back here is cut instead, before anything of the provider's is in it.
 */
export async function openConsole({
  id,
  businessName,
}: Pick<Provider, "id" | "businessName">): Promise<void> {
  const tab = window.open("", "_blank");
  if (!tab) {
    const blocked = t("The new tab was blocked. Allow pop-ups for this page and try again.");
    toastError(t("Sign In Failed"), blocked);
    return;
  }
  tab.opener = null;
  sayWhatComes(tab, t("Opening the console of {name} …", { name: businessName }));
  try {
    const { address } = await Promise.race([askUntil(id, tab), tooLong()]);
    if (!tab.closed) tab.location.replace(address);
  } catch (cause) {
    tab.close();
    toastError(t("Sign In Failed"), errorText(cause, t("Failed to sign in as provider")));
  }
}

function sayWhatComes({ document }: Window, text: string): void {
  document.documentElement.lang = language();
  document.title = text;
  document.body.textContent = text;
}

async function askUntil(id: string, tab: Window): Promise<{ address: string }> {
  const until = performance.now() + forMs;
  while (true) {
    try {
      return await callApi("createHandoff", { params: { id } });
    } catch (cause) {
      // What was refused is refused again.
      const isRefused = cause instanceof RequestError && cause.status < 500;
      if (isRefused || tab.closed || performance.now() + everyMs > until) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function tooLong(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new TookTooLong("no answer")), forMs);
  });
}
