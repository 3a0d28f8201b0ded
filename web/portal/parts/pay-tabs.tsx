import type { KeyboardEvent, MouseEvent, ReactElement } from "react";
import { buyAddress } from "../addresses.ts";
import type { BuyForm, PayTab } from "../flow.ts";
import { usePortal } from "../portal-context.ts";

const tabs: readonly PayTab[] = ["mpesa", "voucher"];

/** Without scripts two links, each to the page of its form; with them a tab list that switches in place. */
export function PayTabs({ form }: { form: BuyForm }): ReactElement {
  const { page, flow, actions, words } = usePortal();
  const names = { mpesa: words.buy.mpesa, voucher: words.buy.voucher };

  const press = (tab: PayTab) => (event: MouseEvent) => {
    event.preventDefault();
    actions?.showTab(tab);
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === " ") event.preventDefault();
    const other = form.tab === "mpesa" ? "voucher" : "mpesa";
    const keys: Record<string, PayTab> = {
      ArrowRight: other,
      ArrowLeft: other,
      Home: "mpesa",
      End: "voucher",
    };
    const next = keys[event.key];
    if (!next) return;
    event.preventDefault();
    document.getElementById(`tab-${next}`)?.focus();
    actions?.showTab(next);
  };
  const asTab = (tab: PayTab, on: boolean) => ({
    id: `tab-${tab}`,
    role: "tab",
    "aria-selected": on,
    "aria-controls": `panel-${tab}`,
    tabIndex: on ? 0 : -1,
    onClick: press(tab),
    onKeyDown: move,
  });
  const asLink = (on: boolean) => (on ? { "aria-current": "page" as const } : {});
  const list = { role: flow.scripted ? "tablist" : "navigation", "aria-label": words.buy.methods };

  return (
    <div className="tabs" {...list}>
      {tabs.map((tab) => {
        const on = tab === form.tab;
        return (
          <a
            key={tab}
            className={on ? "tab tab-on" : "tab"}
            href={buyAddress(page, form.planId, tab)}
            {...(flow.scripted ? asTab(tab, on) : asLink(on))}
          >
            {names[tab]}
          </a>
        );
      })}
    </div>
  );
}
