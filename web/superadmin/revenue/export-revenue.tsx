import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { RevenueOfProvider } from "#contract/platform-figures";
import { downloadCsv } from "../../console/csv.ts";
import { type DayRange, dayOf } from "../../console/days.ts";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, callApiList } from "../api.ts";
import { daysQuery, shareOf } from "./revenue-range.ts";

const atOnce = 1_000;
/** English, whatever the console speaks, so that files can be joined. */
const columns = ["Rank", "Provider", "Revenue (KES)", "Transactions", "Share (%)"] as const;

/** All providers of the chosen days as a file, not this page alone. */
export function ExportRevenue({ days, whole }: { days: DayRange; whole: number }): ReactElement {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const rows: RevenueOfProvider[] = [];
      for (let page = 1; ; page += 1) {
        const query = { ...daysQuery(days), page, pageSize: atOnce };
        const read = await callApiList("revenueOfProviders", { query });
        rows.push(...read.rows);
        if (read.rows.length < atOnce) break;
      }
      await callApi("notePlatformExport", { body: { what: "revenue", rows: rows.length } });
      const range = days.from ? `${days.from}-to-${days.to}` : `all-time-${dayOf()}`;
      await downloadCsv(
        `revenue-${range}.csv`,
        columns,
        rows.map(({ provider, revenue, transactions }, place) => [
          ...[place + 1, provider, revenue, transactions, shareOf(revenue, whole)],
        ]),
      );
      toastSuccess(
        t("Exported"),
        t("{count, plural, one {# provider} other {# providers}}", { count: rows.length }),
      );
    } catch (cause) {
      toastError(t("Export Failed"), errorText(cause, t("Failed to export the revenue")));
    }
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      disabled={busy}
      aria-busy={busy}
      onClick={() => void save()}
    >
      {t("Export CSV")}
    </Button>
  );
}
