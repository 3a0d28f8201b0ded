import { Tabs } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { ProviderBilling } from "#contract/billing";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { polled } from "../../console/query.ts";
import { useUrlState } from "../../console/url-state.ts";
import { useRead } from "../api.ts";
import { BillingDialog } from "../billing/billing-dialog.tsx";
import { BillingNotifications } from "../billing/billing-notifications.tsx";
import { Configurations } from "../billing/configurations.tsx";
import { Confirmations } from "../billing/confirmations.tsx";
import { InvoicesSheet } from "../billing/invoices-sheet.tsx";
import { Overview } from "../billing/overview.tsx";

const tabs = ["configurations", "confirmations", "notifications", "overview"] as const;
const place = { tab: "configurations", q: "", page: "1", status: "", providerId: "" };

/** What providers pay for the use of the platform (docs/behaviour/operator-console-money.md, "Provider billing"). */
export function ProviderBillingPage(): ReactElement {
  const [url, change] = useUrlState(place);
  const tab = tabs.find((name) => name === url.tab) ?? "configurations";
  const [edited, setEdited] = useState<ProviderBilling | null>(null);
  const [invoicesOf, setInvoicesOf] = useState<ProviderBilling | null>(null);
  const overview = useRead("billingOverview", {}, polled(15_000));
  const waiting = overview.data?.pendingPayments;
  const names = {
    configurations: t("Billing Configurations"),
    confirmations:
      waiting === undefined
        ? t("Payment Confirmations")
        : t("Payment Confirmations ({count})", { count: waiting }),
    notifications: t("Notifications"),
    overview: t("Overview"),
  };
  return (
    <>
      <PageHead
        title={t("Provider Billing")}
        text={t("What providers pay for the platform, and whether they have.")}
      />
      <Tabs
        value={tab}
        // Another list has another search and begins with its first page.
        onChange={(name) => change({ ...place, tab: name ?? "configurations" })}
        keepMounted={false}
      >
        <PageTabs names={names} chosen={tab} />
        <Tabs.Panel value="configurations">
          <Configurations url={url} change={change} onEdit={setEdited} onInvoices={setInvoicesOf} />
        </Tabs.Panel>
        <Tabs.Panel value="confirmations">
          <Confirmations url={url} change={change} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <BillingNotifications url={url} change={change} />
        </Tabs.Panel>
        <Tabs.Panel value="overview">
          <Overview counts={overview} />
        </Tabs.Panel>
      </Tabs>
      {edited ? (
        <BillingDialog
          key={edited.id}
          provider={edited}
          paybill={overview.data?.paybill ?? null}
          onClose={() => setEdited(null)}
        />
      ) : null}
      <InvoicesSheet provider={invoicesOf} onClose={() => setInvoicesOf(null)} />
    </>
  );
}
