import { Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Fold } from "../../console/fold.tsx";
import { bytes, dateTime } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { keptFor, useRead } from "../api.ts";
import { shortDay } from "../reports/report.ts";

const Bars = lazy(async () => ({ default: (await import("../reports/bars.tsx")).Bars }));
const height = 180;

/** What went through a line, day by day: read by a press alone, as few who open a sheet ask for it. */
export function LineUsage({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Fold
      title={t("Usage by day")}
      summary=""
      isOpen={isOpen}
      onToggle={() => setIsOpen((before) => !before)}
    >
      {isOpen ? <Days id={id} /> : null}
    </Fold>
  );
}

function Days({ id }: { id: string }) {
  const usage = useRead("lineUsage", { params: { id } }, keptFor(60_000));
  return (
    <Loaded
      query={usage}
      loading={<Skeleton height={height} />}
      failed={{ title: t("No usage"), text: t("Failed to read the usage. Please try again.") }}
    >
      {({ month, period, days }) =>
        days.every((one) => one.bytesDownloaded + one.bytesUploaded === 0) ? (
          <Hint>{t("No usage in the last 30 days")}</Hint>
        ) : (
          <>
            <Hint>
              {t("This month: {down} down, {up} up", {
                down: bytes(month.bytesDownloaded),
                up: bytes(month.bytesUploaded),
              })}
            </Hint>
            {period === null ? null : (
              <Hint>
                {t("Since {moment}, in what is paid for: {data}", {
                  moment: dateTime(period.since, language()),
                  data: bytes(period.bytesDownloaded + period.bytesUploaded),
                })}
              </Hint>
            )}
            <Suspense fallback={<Skeleton height={height} />}>
              <Bars
                height={height}
                label={t("Usage of the last 30 days")}
                rows={days.map((one) => ({
                  label: shortDay(one.day),
                  down: one.bytesDownloaded,
                  up: one.bytesUploaded,
                }))}
                series={[
                  { name: "down", label: t("Downloaded"), color: "door.6" },
                  { name: "up", label: t("Uploaded"), color: "gray.5" },
                ]}
                format={bytes}
              />
            </Suspense>
          </>
        )
      }
    </Loaded>
  );
}
