import { Stack } from "@mantine/core";
import { IconReceipt2 } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { ProviderBilling } from "#contract/billing";
import { InvoiceCards } from "../../console/billing/invoice-cards.tsx";
import { Pages } from "../../console/data-list.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { Sheet } from "../../console/sheet.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useList } from "../api.ts";
import { loadFailure } from "./load-failure.ts";

const invoicesPerPage = 12;

/** One provider's invoices beside the list. @param provider null = closed */
export function InvoicesSheet(props: {
  provider: ProviderBilling | null;
  onClose: () => void;
}): ReactElement {
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

function Invoices({ providerId }: { providerId: string }): ReactElement {
  const [page, setPage] = useState(1);
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
    >
      {({ rows, total }) =>
        total === 0 ? (
          <Empty
            icon={<IconReceipt2 size={28} aria-hidden />}
            title={t("No invoices yet")}
            text={t("The first one is made on the day after the first billing period.")}
          />
        ) : (
          <Stack>
            <InvoiceCards invoices={rows} />
            <Pages number={page} size={invoicesPerPage} total={total} go={setPage} wide={false} />
          </Stack>
        )
      }
    </Loaded>
  );
}
