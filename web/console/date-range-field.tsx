import { Skeleton } from "@mantine/core";
import { lazy, type ReactElement, Suspense } from "react";
import type { DayRange } from "./days.ts";

export type DateRangeProps = {
  label: string;
  value: DayRange;
  onChange: (range: DayRange) => void;
  /** May be no range at all. */
  clearable?: boolean;
};

const Calendar = lazy(async () => ({
  default: (await import("./date-range-calendar.tsx")).DateRangeCalendar,
}));

/** Two days in Africa/Nairobi, with the usual ranges one press away. The calendar is loaded when it is needed. */
export function DateRangeField(props: DateRangeProps): ReactElement {
  return (
    <Suspense
      fallback={<Skeleton height={42} miw={220} radius="md" role="status" aria-label={props.label} />}
    >
      <Calendar {...props} />
    </Suspense>
  );
}
