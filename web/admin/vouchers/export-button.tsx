import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { everyVoucher, saveVouchers } from "./export-vouchers.ts";

/** Downloads all vouchers that fit the filters, from every page, and says how far it is. */
export function ExportButton({ wanted }: { wanted: Record<string, string> }): ReactElement {
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
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      disabled={progress !== null}
      aria-busy={progress !== null}
      onClick={() => void run()}
    >
      {progress && progress.total > 0
        ? t("Exporting {done} of {total}", progress)
        : progress
          ? t("Exporting...")
          : t("Export")}
    </Button>
  );
}
