import { createContext, useContext } from "react";
import type { PortalPage } from "#contract/portal";
import type { Actions } from "./actions.ts";
import type { Flow } from "./flow.ts";
import type { Messages } from "./messages/en.ts";
import type { RareParts } from "./rare-parts.ts";

/** What every part of the page may read. `actions` are null on the server and until scripts run. */
export type PortalContext = {
  page: PortalPage;
  flow: Flow;
  actions: Actions | null;
  messages: Messages;
  /** The rare parts that are here. */
  rare: RareParts;
};

const Context = createContext<PortalContext | null>(null);

export const PortalProvider = Context.Provider;

export function usePortal(): PortalContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of the portal stands outside of it");
  return context;
}
