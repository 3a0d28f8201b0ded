import type { Theme } from "#contract/branding";
import type { PayTab, PortalPage } from "#contract/portal";
import { likelyService } from "#contract/values/services";
import { buyAddress, connectedAddress, homeAddress, screenAddress } from "./addresses.ts";
import type { Flow } from "./flow.ts";
import { shownScreen } from "./flow-view.ts";
import { localPhone } from "./form-rules.ts";
import type { Messages } from "./messages/en.ts";
import { createPurchases, type PurchasePorts, type Purchases } from "./purchases.ts";
import type { Store } from "./store.ts";

export type Actions = {
  select(planId: string, tab?: "voucher"): void;
  showTab(tab: PayTab): void;
  close(): void;
  typePhone(typed: string): void;
  home(planId: string | null): void;
  /** Opens the form of a plan again, with the number that was used last. */
  again(planId: string | null, phone?: string | null, isTopUp?: boolean): void;
  browse(): void;
  stay(): void;
  /** While it is held the toast stays. */
  holdToast(held: boolean): void;
  dismissToast(): void;
  showTheme(theme: Theme): void;
  purchases: Purchases;
};

export type ActionPorts = PurchasePorts & {
  /** Shows the look, and keeps it where that is possible. */
  keepTheme(theme: Theme): void;
  /** A real document navigation: phones look for the open internet again only then. */
  open(address: string): void;
  /** Whether the form can lie over the plans (Safari before 15.4 has no dialogs: the form is a page there). */
  dialogs(): boolean;
};

export function createActions(
  page: PortalPage,
  store: Store,
  ports: ActionPorts,
  messages: Messages,
): Actions {
  const { send } = store;

  const actions: Omit<Actions, "purchases"> = {
    select: (planId, asked) => {
      const tab = asked ?? firstTab(page, store.flow());
      if (!ports.dialogs()) return ports.open(buyAddress(page, planId, tab));
      ports.attempts.answered();
      send({ kind: "selected", planId, tab });
    },
    showTab: (tab) => send({ kind: "tab", tab }),
    typePhone: (typed) => {
      const service = likelyService(typed);
      if (service !== undefined && page.services.includes(service)) send({ kind: "guessed", service });
    },
    close: () => send({ kind: "closed" }),
    home: (planId) => {
      ports.replaceAddress(homeAddress(page, planId));
      send({ kind: "home" });
    },
    browse: () => ports.open(connectedAddress(page)),
    stay: () => send({ kind: "stay" }),
    holdToast: (held) => send({ kind: "toast-held", held }),
    dismissToast: () => send({ kind: "toast-dismissed" }),
    showTheme: (theme) => {
      ports.keepTheme(theme);
      // Every address of the page carries it on from now.
      page.theme = theme;
      ports.replaceAddress(screenAddress(page, shownScreen(store.flow())));
      send({ kind: "passed" });
    },

    again: (planId, phone, isTopUp) => {
      // The form of more data is a page: what is offered is looked up anew.
      if (isTopUp && planId !== null) return ports.open(buyAddress(page, planId, "mpesa", true));
      const plan = page.plans.find(({ id }) => id === planId);
      const tab = firstTab(page, store.flow());
      if (plan && !ports.dialogs()) return ports.open(buyAddress(page, plan.id, tab));
      ports.replaceAddress(homeAddress(page, plan?.id ?? null));
      send({ kind: "home" });
      if (!plan) return;
      ports.attempts.answered();
      send({ kind: "selected", planId: plan.id, tab, ...(phone ? { phone: localPhone(phone) } : {}) });
    },
  };
  return { ...actions, purchases: createPurchases(page, store, ports, messages, actions) };
}

/** The last service, else the likely service of the last phone number, else the first one on offer. */
function firstTab({ services }: PortalPage, { lastService, lastPhone }: Flow): PayTab {
  const wanted = [lastService, likelyService(lastPhone), ...services];
  return wanted.find((service) => service != null && services.includes(service)) ?? "voucher";
}
