import type { PortalScreen } from "#contract/portal";
import type { Words } from "./words.ts";

/** The document's title: what is on screen, and whose WiFi it is. */
export function titleOf(screen: PortalScreen, company: string, words: Words): string {
  const titles: Record<PortalScreen["kind"], string> = {
    home: words.home.title,
    buy: words.buy.title,
    waiting: words.waiting.title,
    success: words.success.title,
    failure: words.failure.title,
    connected: words.connected.title,
    claim: words.claim.title,
    refused: screen.kind === "refused" ? screen.title : "",
    "not-found": words.notFound.title,
  };
  return `${titles[screen.kind]} · ${company}`;
}
