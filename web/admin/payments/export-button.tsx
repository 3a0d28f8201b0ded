import { Progress, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { downloadCsv } from "../../console/csv.ts";
import { dayOf } from "../../console/days.ts";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, callApiList } from "../api.ts";
import { type PaymentFilter, queryOf } from "./payment-filter.ts";
import { csvColumns, csvRow, readAll } from "./payments-csv.ts";

export function ExportButton({ filter }: { filter: PaymentFilter }) {
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
      <SecondaryButton
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void save()}
      >
        {isBusy ? t("Exporting... {percent}%", { percent: progress }) : t("Export CSV")}
      </SecondaryButton>
      {isBusy ? <Progress value={progress} size="sm" aria-label={t("Export")} /> : null}
    </Stack>
  );
}
