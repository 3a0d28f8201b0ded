import type { KeyboardEvent, MouseEvent } from "react";
import type { PayTab } from "#contract/portal";
import { serviceNames } from "#contract/values/services";
import { buyAddress } from "../addresses.ts";
import type { BuyForm } from "../flow-state.ts";
import { usePortal } from "../portal-context.ts";

/** All services are paid by the same form: a number that was typed stays when another one is picked. */
export function panelOf(tab: PayTab): "phone" | "voucher" {
  return tab === "voucher" ? tab : "phone";
}

/** Without scripts links, each to the page of its form; with them a tab list that switches in place. */
export function PayTabs({ form }: { form: BuyForm }) {
  const { page, flow, actions, messages } = usePortal();
  // A voucher brings a plan of its own.
  const tabs: PayTab[] = form.isTopUp ? page.services : [...page.services, "voucher"];

  const press = (tab: PayTab) => (event: MouseEvent) => {
    event.preventDefault();
    actions?.showTab(tab);
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === " ") event.preventDefault();
    const at = tabs.indexOf(form.tab);
    const keys: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const place = keys[event.key];
    const next = place === undefined ? undefined : tabs[place % tabs.length];
    if (!next) return;
    event.preventDefault();
    document.getElementById(`tab-${next}`)?.focus();
    actions?.showTab(next);
  };
  const asTab = (tab: PayTab, on: boolean) => ({
    id: `tab-${tab}`,
    role: "tab",
    "aria-selected": on,
    "aria-controls": `panel-${panelOf(tab)}`,
    tabIndex: on ? 0 : -1,
    onClick: press(tab),
    onKeyDown: move,
  });
  const asLink = (on: boolean) => (on ? { "aria-current": "page" as const } : {});
  const list = { role: flow.scripted ? "tablist" : "navigation", "aria-label": messages.buy.methods };

  return (
    <div className={tabs.length > 2 ? "tabs tabs-many" : "tabs"} {...list}>
      {tabs.map((tab) => {
        const on = tab === form.tab;
        return (
          <a
            key={tab}
            className={on ? "tab tab-on" : "tab"}
            href={buyAddress(page, form.planId, tab, form.isTopUp)}
            {...(flow.scripted ? asTab(tab, on) : asLink(on))}
          >
            {tab === "voucher" ? messages.buy.voucher : serviceNames[tab]}
          </a>
        );
      })}
    </div>
  );
}
