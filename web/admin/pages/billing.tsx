import { SimpleGrid, Stack, Title } from "@mantine/core";
import { IconReceipt2 } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { InvoiceCards } from "../../console/billing/invoice-cards.tsx";
import { Pages } from "../../console/data-list.tsx";
import { t } from "../../console/language.ts";
import { useListParams } from "../../console/list-params.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useList, useRead } from "../api.ts";
import { BillingNews } from "../billing/billing-news.tsx";
import { HowToPay } from "../billing/how-to-pay.tsx";
import { HowYouArePaid } from "../billing/how-you-are-paid.tsx";
import { Owed } from "../billing/owed.tsx";
import { SubmitCode } from "../billing/submit-code.tsx";
import { SubmittedCodes } from "../billing/submitted-codes.tsx";

const place = { page: "1" };
const invoicesPerPage = 6;

/** What the platform charges this provider, how to pay it, and the way back from a suspension. */
export function BillingPage(): ReactElement {
  const account = useRead("billingAccount", {}, polled(15_000));
  return (
    <>
      <PageHead title={t("Billing")} text={t("What you pay for the use of the platform.")} />
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
            <HowYouArePaid />
            <BillingNews unread={found.unread} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Invoices(): ReactElement {
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
      >
        {({ rows, total }) =>
          total === 0 ? (
            <Empty
              icon={<IconReceipt2 size={28} aria-hidden />}
              title={t("No invoices yet")}
              text={t("The first one comes on the day after your first billing period.")}
            />
          ) : (
            <Stack>
              <InvoiceCards invoices={rows} />
              <Pages number={page} size={invoicesPerPage} total={total} go={go} wide />
            </Stack>
          )
        }
      </Loaded>
    </section>
  );
}
