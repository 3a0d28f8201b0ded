import { useState } from "react";
import { nairobiDay } from "#contract/values/duration";
import type { Voucher } from "#contract/vouchers";
import { asText, downloadCsv, moment } from "../../console/csv.ts";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, callApiList } from "../api.ts";

/** The file of all vouchers of a filter, and how far it is. */
export function useVoucherExport(wanted: Record<string, string>) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const run = async () => {
    setProgress({ done: 0, total: 0 });
    try {
      const vouchers = await everyVoucher(wanted, (done, total) => setProgress({ done, total }));
      await saveVouchers(vouchers);
      toastSuccess(
        t("Exported"),
        t("{count, plural, one {# voucher} other {# vouchers}}", { count: vouchers.length }),
      );
    } catch (cause) {
      toastError(t("Export failed"), errorText(cause, t("Failed to export vouchers")));
    } finally {
      setProgress(null);
    }
  };
  const text =
    progress === null
      ? t("Export")
      : progress.total > 0
        ? t("Exporting {done} of {total}", progress)
        : t("Exporting...");
  return { text, busy: progress !== null, run: () => void run() };
}

/** docs/behaviour/provider-console.md, PC-104, to the letter; never translated, so that spreadsheets keep working. */
const columns = [
  ...(["Code", "Plan", "Status", "Used By", "Used At", "Expires At", "Created At"] as const),
  ...(["Price (KES)", "Hours", "Mbps", "GB", "Devices"] as const),
] as const;
const statusWords = { used: "Used", revoked: "Revoked", expired: "Expired", active: "Active" } as const;
export function csvRow(voucher: Voucher): (string | number)[] {
  const { plan } = voucher;
  return [
    asText(voucher.code),
    plan?.name ?? "Unknown",
    statusWords[voucher.status],
    voucher.usedBy ?? "",
    moment(voucher.usedAt),
    voucher.expiresAt === null ? "Never" : moment(voucher.expiresAt),
    moment(voucher.createdAt),
    ...(plan ? [plan.price, plan.durationHours, plan.speedMbps, plan.dataLimitGB ?? "", plan.devices] : []),
  ];
}

/** @param now UTC ms */
export function fileName(now: number): string {
  return `vouchers-${nairobiDay(now)}.csv`;
}

export async function saveVouchers(vouchers: readonly Voucher[]): Promise<void> {
  await callApi("noteExport", { body: { what: "vouchers", rows: vouchers.length } });
  return downloadCsv(fileName(Date.now()), columns, vouchers.map(csvRow));
}

const pageSize = 1_000;

/** Reads every page. New vouchers push others down, so rows are kept by id. @param onProgress rows read, rows in all */
export async function everyVoucher(
  wanted: Record<string, string>,
  onProgress: (done: number, total: number) => void,
  read: (query: object) => Promise<{ rows: Voucher[]; total: number }> = (query) =>
    callApiList("listVouchers", { query }),
): Promise<Voucher[]> {
  const found = new Map<string, Voucher>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read({ ...wanted, page, pageSize });
    for (const voucher of rows) found.set(voucher.id, voucher);
    onProgress(found.size, total);
    if (rows.length < pageSize) return [...found.values()];
  }
}
