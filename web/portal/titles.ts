import type { PortalScreen } from "#contract/portal";
import type { Messages } from "./messages/en.ts";

export function titleOf(screen: PortalScreen, company: string, messages: Messages): string {
  const titles: Record<PortalScreen["kind"], string> = {
    home: messages.home.title,
    buy: messages.buy.title,
    waiting: messages.waiting.title,
    success: messages.success.title,
    failure: messages.failure.title,
    overtaken: messages.overtaken.title,
    connected: messages.connected.title,
    claim: messages.claim.title,
    refused: screen.kind === "refused" ? screen.title : "",
    "not-found": messages.notFound.title,
  };
  return `${titles[screen.kind]} · ${company}`;
}
