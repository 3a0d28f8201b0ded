import type { PortalScreen } from "#contract/portal";
import type { Messages } from "./messages/en.ts";

export function titleOf(screen: PortalScreen, company: string, messages: Messages): string {
  return `${screenTitle(screen, messages)} · ${company}`;
}

function screenTitle(screen: PortalScreen, messages: Messages): string {
  if (screen.kind === "refused") return screen.title;
  const { kind } = screen;
  return messages[kind === "not-found" ? "notFound" : kind === "stop-offers" ? "stopOffers" : kind].title;
}
