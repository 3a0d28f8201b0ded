import { Button, Progress, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { downloadCsv } from "../../console/csv.ts";
import { dayOf } from "../../console/days.ts";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, callApiList } from "../api.ts";
import { csvColumns, csvRow, readAll } from "./export-payments.ts";
import { type PaymentFilter, queryOf } from "./payment-filter.ts";

/** All rows of the filter as a file, not this page alone; says how far it is. */
export function ExportButton({ filter }: { filter: PaymentFilter }): ReactElement {
  const [progress, setProgress] = useState<number | null>(null);
  const save = async () => {
    setProgress(0);
    try {
      const rows = await readAll(
        (page, pageSize) =>
          callApiList("listTransactions", { query: { ...queryOf(filter), page, pageSize } }),
        (done, total) => setProgress(total === 0 ? 100 : Math.round((done / total) * 100)),
      );
      await callApi("noteExport", { body: { what: "payments", rows: rows.length } });
      await downloadCsv(`payments-${dayOf()}.csv`, csvColumns, rows.map(csvRow));
      toastSuccess(
        t("Exported"),
        t("{count, plural, one {# transaction} other {# transactions}}", { count: rows.length }),
      );
    } catch (cause) {
      toastError(t("Export Failed"), errorText(cause, t("Failed to export the payments")));
    }
    setProgress(null);
  };
  const isBusy = progress !== null;
  return (
    <Stack gap={4}>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void save()}
      >
        {isBusy ? t("Exporting... {percent}%", { percent: progress }) : t("Export CSV")}
      </Button>
      {isBusy ? <Progress value={progress} size="sm" aria-label={t("Export")} /> : null}
    </Stack>
  );
}
