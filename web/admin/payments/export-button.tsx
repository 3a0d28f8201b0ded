import { Progress, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { CashMove, Transaction } from "#contract/transactions";
import { downloadCsv } from "../../console/csv.ts";
import { dayOf } from "../../console/days.ts";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import type { Listed } from "../../console/request.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, callApiList } from "../api.ts";
import { cashQueryOf, hasCash, type PaymentFilter, queryOf } from "./payment-filter.ts";
import { csvColumns, csvRows } from "./payments-csv.ts";

export function ExportButton({ filter }: { filter: PaymentFilter }) {
  const [progress, setProgress] = useState<number | null>(null);
  const save = async () => {
    setProgress(0);
    try {
      const show = (done: number, total: number) =>
        setProgress(total === 0 ? 100 : Math.round((done / total) * 100));
      const payments = filter.type === "cash" ? [] : await readAll(paymentsOf(filter), show);
      const cash = hasCash(filter) ? await readAll(cashOf(filter), show) : [];
      const rows = csvRows(payments, cash);
      await callApi("noteExport", { body: { what: "payments", rows: rows.length } });
      await downloadCsv(`payments-${dayOf()}.csv`, csvColumns, rows);
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
      <SecondaryButton icon={IconDownload} busy={isBusy} onClick={() => void save()}>
        {isBusy ? t("Exporting... {percent}%", { percent: progress }) : t("Export CSV")}
      </SecondaryButton>
      {isBusy ? <Progress value={progress} size="sm" aria-label={t("Export")} /> : null}
    </Stack>
  );
}

type Read<Row> = (page: number, pageSize: number) => Promise<Listed<Row[]>>;

const paymentsOf =
  (filter: PaymentFilter): Read<Transaction> =>
  (page, pageSize) =>
    callApiList("listTransactions", { query: { ...queryOf(filter), page, pageSize } });

const cashOf =
  (filter: PaymentFilter): Read<CashMove> =>
  async (page, pageSize) => {
    const query = { ...cashQueryOf(filter), page, pageSize };
    const { moves, total } = await callApi("listCash", { query });
    return { rows: moves, total };
  };

/** Page size of an export. */
const atOnce = 1_000;

/** Reads every page. New rows push others down, so rows are kept by id. @param progress rows read, rows in all */
export async function readAll<Row extends { id: string }>(
  read: Read<Row>,
  progress: (done: number, total: number) => void,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read(page, atOnce);
    for (const row of rows) found.set(row.id, row);
    progress(Math.min(found.size, total), total);
    if (rows.length < atOnce) return [...found.values()];
  }
}
