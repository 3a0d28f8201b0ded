import type { PortalScreen } from "#contract/portal";
import type { Messages } from "./messages/en.ts";

export function titleOf(screen: PortalScreen, company: string, messages: Messages): string {
  return `${screenTitle(screen, messages)} · ${company}`;
}

function screenTitle(screen: PortalScreen, messages: Messages): string {
  if (screen.kind === "refused") return screen.title;
  return messages[screen.kind === "not-found" ? "notFound" : screen.kind].title;
}
