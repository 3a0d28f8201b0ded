import { SimpleGrid, Stack, Tabs } from "@mantine/core";
import { IconBuildingStore, IconCircleCheck, IconReceipt2, IconSettings } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import type { BillingOverview, ProviderBilling } from "#contract/billing";
import type { Invoice } from "#contract/billing-invoices";
import { days } from "../../console/billing/format-billing.ts";
import { InvoiceCards } from "../../console/billing/invoice-cards.tsx";
import { Pages } from "../../console/data-list.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { Empty, Failed, Loaded, LoadingRows, PageHead, StaleMark } from "../../console/loaded.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { polled, useList, useRead } from "../api.ts";
import { BillingDialog } from "../billing/billing-dialog.tsx";
import { BillingNotifications } from "../billing/billing-notifications.tsx";
import { Configurations } from "../billing/configurations.tsx";
import { Confirmations } from "../billing/confirmations.tsx";
import { CreditDialog } from "../billing/credit-dialog.tsx";
import { loadFailure } from "../billing/list-frame.tsx";
import { NotePayment } from "../billing/note-payment.tsx";
import { addresses, unverifiedAddress } from "../navigation.ts";

const tabs = ["configurations", "confirmations", "notifications", "overview"] as const;
const place = { tab: "configurations", q: "", page: "1", status: "", providerId: "" };

/** What providers pay for the use of the platform (docs/behaviour/operator-console-money.md, "Provider billing"). */
export function ProviderBillingPage() {
  const [url, change] = useUrlState(place);
  const tab = tabs.find((name) => name === url.tab) ?? "configurations";
  const [edited, setEdited] = useState<ProviderBilling | null>(null);
  const [invoicesOf, setInvoicesOf] = useState<ProviderBilling | null>(null);
  const [paying, setPaying] = useState<ProviderBilling | null>(null);
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
        onChange={(name) => change({ ...place, tab: name ?? "configurations" })}
        keepMounted={false}
      >
        <PageTabs names={names} chosen={tab} />
        <Tabs.Panel value="configurations">
          <Configurations
            url={url}
            change={change}
            overdue={overview.data?.overdue ?? 0}
            onEdit={setEdited}
            onInvoices={setInvoicesOf}
            onNote={setPaying}
          />
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
      {paying ? <NotePayment key={paying.id} provider={paying} onClose={() => setPaying(null)} /> : null}
      <InvoicesSheet provider={invoicesOf} onClose={() => setInvoicesOf(null)} />
    </>
  );
}

export function Overview({ counts }: { counts: UseQueryResult<z.infer<typeof BillingOverview>> }) {
  const { data } = counts;
  if (data === undefined && (counts.isError || counts.fetchStatus === "paused"))
    return <Failed {...loadFailure()} onRetry={() => void counts.refetch()} />;
  const billing = addresses.providerBilling;
  return (
    <>
      <StaleMark query={counts} />
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
        <StatCard
          name={t("Total Providers")}
          value={data?.totalProviders}
          icon={<IconBuildingStore size={20} aria-hidden />}
          to={addresses.providers}
        />
        <StatCard
          name={t("Configured")}
          value={data?.configured}
          icon={<IconSettings size={20} aria-hidden />}
          to={billing}
        />
        <StatCard
          name={t("Pending Payments")}
          value={data?.pendingPayments}
          icon={<IconReceipt2 size={20} aria-hidden />}
          to={unverifiedAddress}
        />
        <StatCard
          name={t("Active Providers")}
          value={data?.activeProviders}
          icon={<IconCircleCheck size={20} aria-hidden />}
          to={`${addresses.providers}?status=active`}
        />
      </SimpleGrid>
    </>
  );
}

const invoicesPerPage = 12;

export function InvoicesSheet(props: { provider: ProviderBilling | null; onClose: () => void }) {
  const { provider, onClose } = props;
  return (
    <Sheet
      opened={provider !== null}
      onClose={onClose}
      title={provider ? t("Invoices of {name}", { name: provider.businessName }) : ""}
    >
      {provider ? <Invoices key={provider.id} providerId={provider.id} /> : null}
    </Sheet>
  );
}

function Invoices({ providerId }: { providerId: string }) {
  const [page, setPage] = useState(1);
  const [credited, credit] = useState<Invoice | null>(null);
  const invoices = useList(
    "listProviderInvoices",
    { params: { providerId }, query: { page, pageSize: invoicesPerPage } },
    { staleTime: 0 },
  );
  return (
    <Loaded
      query={invoices}
      loading={<LoadingRows rows={3} height={120} label={t("Loading invoices …")} />}
      failed={loadFailure()}
      empty={
        <Empty
          icon={<IconReceipt2 size={28} aria-hidden />}
          title={t("No invoices yet")}
          text={t("The first one is made on the day after the first billing period.")}
        />
      }
    >
      {({ rows, total }) => (
        <Stack>
          <InvoiceCards
            invoices={rows}
            action={(invoice) =>
              invoice.credited < invoice.amount ? (
                <SecondaryButton
                  aria-label={t("Credit the invoice of {days}", {
                    days: days(invoice.periodStart, invoice.periodEnd),
                  })}
                  onClick={() => credit(invoice)}
                >
                  {t("Credit")}
                </SecondaryButton>
              ) : null
            }
          />
          {credited ? (
            <CreditDialog
              key={credited.id}
              providerId={providerId}
              invoice={credited}
              onClose={() => credit(null)}
            />
          ) : null}
          <Pages number={page} size={invoicesPerPage} total={total} go={setPage} wide={false} />
        </Stack>
      )}
    </Loaded>
  );
}
