import { Alert, Card, Group, List, SimpleGrid, Stack, Tabs, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconLock, IconReceipt2 } from "@tabler/icons-react";
import type { Confirmation } from "#contract/billing-confirmations";
import type { BillingAccount } from "#contract/billing-invoices";
import { confirmationStatus, day, formatCycle, formatRate } from "../../console/billing/format-billing.ts";
import { InvoiceCards } from "../../console/billing/invoice-cards.tsx";
import { CopyButton } from "../../console/copy-button.tsx";
import { Pages } from "../../console/data-list.tsx";
import { kes } from "../../console/format.ts";
import { Hint, PlainList, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useLastPage, useListParams, useUrlState } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { polled, useList, useRead } from "../api.ts";
import { BalanceSection } from "../billing/balance.tsx";
import { BillingNews } from "../billing/billing-news.tsx";
import { HowYouArePaid } from "../billing/how-you-are-paid.tsx";
import { SubmitCode } from "../billing/submit-code.tsx";
import { billingNames } from "../navigation.ts";

const place = { page: "1", tab: "" };
const invoicesPerPage = 6;
const tabs = ["paid", "balance", "bill"] as const;

/** Three subjects, one at a time; letters, and who is suspended, are led to the bill. */
export function BillingPage() {
  const [url, change] = useUrlState(place);
  const tab = tabs.find((name) => name === url.tab) ?? "bill";
  const names = billingNames();
  return (
    <>
      <PageHead
        title={t("Billing")}
        text={t("How you are paid, and what you pay for the use of the platform.")}
      />
      <Tabs value={tab} onChange={(name) => change({ tab: name ?? "", page: "1" })} keepMounted={false}>
        <PageTabs names={{ paid: names.paid, balance: names.balance, bill: names.bill }} chosen={tab} />
        <Tabs.Panel value="paid">
          <HowYouArePaid />
        </Tabs.Panel>
        <Tabs.Panel value="balance">
          <BalanceSection />
        </Tabs.Panel>
        <Tabs.Panel value="bill">
          <Bill />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Bill() {
  const account = useRead("billingAccount", {}, polled(15_000));
  return (
    <Loaded
      query={account}
      loading={<LoadingRows rows={3} height={120} label={t("Loading billing …")} />}
      failed={{
        title: t("Error Loading Billing"),
        text: t("Failed to load your billing. Please check your connection and try again."),
      }}
    >
      {(found) => (
        <Stack gap="lg">
          <Owed account={found} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <HowToPay account={found} />
            <SubmitCode owed={found.owed} />
          </SimpleGrid>
          <SubmittedCodes />
          <Invoices />
          <BillingNews unread={found.unread} />
        </Stack>
      )}
    </Loaded>
  );
}

function Invoices() {
  const { page, go } = useListParams(place);
  const invoices = useList("listInvoices", { query: { page, pageSize: invoicesPerPage } }, polled(60_000));
  useLastPage(invoices.data, page, go, invoicesPerPage);
  return (
    <section aria-labelledby="invoices">
      <Title order={2} size="h4" mb="xs" id="invoices">
        {t("Invoices")}
      </Title>
      <Loaded
        query={invoices}
        loading={<LoadingRows rows={2} height={120} label={t("Loading invoices …")} />}
        failed={{
          title: t("Error Loading Invoices"),
          text: t("Failed to load invoices. Please check your connection and try again."),
        }}
        empty={
          <Empty
            icon={<IconReceipt2 size={28} aria-hidden />}
            title={t("No invoices yet")}
            text={t("The first one comes on the day after your first billing period.")}
          />
        }
      >
        {({ rows, total }) => (
          <Stack>
            <InvoiceCards invoices={rows} />
            <Pages number={page} size={invoicesPerPage} total={total} go={go} wide />
          </Stack>
        )}
      </Loaded>
    </section>
  );
}

export function Owed({ account }: { account: BillingAccount }) {
  const { owed, overdue, credit, terms } = account;
  return (
    <Stack>
      <Standing account={account} />
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        <StatCard
          name={t("To pay")}
          value={kes(owed)}
          note={
            overdue > 0 ? t("{amount} of it is overdue", { amount: kes(overdue) }) : t("All open invoices")
          }
        />
        <StatCard name={t("Paid in advance")} value={kes(credit)} note={t("Your next invoices take it")} />
        <StatCard
          name={t("Your rate")}
          value={terms ? formatRate(terms) : "–"}
          note={
            terms
              ? t("{cycle}, due on day {day}", {
                  cycle: formatCycle(terms.billingCycle),
                  day: String(terms.dueDay),
                })
              : t("No billing configured")
          }
        />
      </SimpleGrid>
    </Stack>
  );
}

function Standing({ account }: { account: BillingAccount }) {
  const { status, suspendedFor, suspendedOn, overdue } = account;
  if (status === "suspended")
    return (
      <Alert color="red" variant="light" icon={<IconLock aria-hidden />} title={t("Account suspended")}>
        <Text size="sm">
          {suspendedFor === "invoice"
            ? t(
                "An invoice was not paid in time, so nothing can be sold now. Pay it and submit the code: you sell again as soon as it is verified.",
              )
            : t("The platform has suspended your account. Please contact its support.")}
        </Text>
      </Alert>
    );
  if (!suspendedOn) return null;
  return (
    <Warning icon={<IconAlertTriangle aria-hidden />} title={t("Payment overdue")}>
      <Text size="sm">
        {t("If {amount} is not paid, your account is suspended on {day}: nothing can be sold then.", {
          amount: kes(overdue),
          day: day(suspendedOn),
        })}
      </Text>
    </Warning>
  );
}

export function HowToPay({ account }: { account: BillingAccount }) {
  const { paybill, terms, owed } = account;
  return (
    <Card>
      <Title order={2} size="h4" mb="xs">
        {t("How to pay")}
      </Title>
      {terms === null ? (
        <Text size="sm">{t("Nothing is charged until the platform has configured your billing.")}</Text>
      ) : paybill === null ? (
        <Text size="sm">
          {t("Ask the platform's support how to pay, and name the account number {account}.", {
            account: terms.paymentAccountNumber,
          })}
        </Text>
      ) : (
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>{t("On your phone: M-Pesa, Lipa na M-Pesa, Pay Bill.")}</List.Item>
          <List.Item>
            <Typed name={t("Business number")} value={paybill} />
          </List.Item>
          <List.Item>
            <Typed name={t("Account number")} value={terms.paymentAccountNumber} />
          </List.Item>
          <List.Item>
            {owed > 0
              ? t("Amount: {amount}", { amount: kes(owed) })
              : t("Amount: what you want to pay in advance.")}
          </List.Item>
          <List.Item>{t("Enter the code of M-Pesa's message under “Submit a payment code”.")}</List.Item>
        </List>
      )}
    </Card>
  );
}

function Typed({ name, value }: { name: string; value: string }) {
  return (
    <Group gap="xs" component="span" wrap="wrap">
      <span>{name}:</span>
      <Text span fw={650} style={{ fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" }}>
        {value}
      </Text>
      <CopyButton text={value} name={t("Copy {name}", { name })} />
    </Group>
  );
}

const shown = 10;

export function SubmittedCodes() {
  const codes = useList("listConfirmations", { query: { pageSize: shown } }, polled(15_000));
  if (!codes.data || codes.data.rows.length === 0) return null;
  return (
    <section aria-labelledby="codes">
      <Title order={2} size="h4" mb="xs" id="codes">
        {t("Payment codes you submitted")}
      </Title>
      <PlainList gap="xs">
        {codes.data.rows.map((code) => (
          <Code key={code.id} code={code} />
        ))}
      </PlainList>
    </section>
  );
}

function Code({ code }: { code: Confirmation }) {
  const { paymentCode, amountPaid, status, notes, createdAt } = code;
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={650}>
            {paymentCode} · {kes(amountPaid)}
          </Text>
          <Hint>
            <When iso={createdAt} />
          </Hint>
        </div>
        <StatusMark {...confirmationStatus(status)} />
      </Group>
      {notes ? (
        <Text size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
          {notes}
        </Text>
      ) : null}
    </Card>
  );
}
