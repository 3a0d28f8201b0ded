import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { DateRangeProps } from "./date-range-calendar.tsx";

const Calendar = lazy(async () => ({
  default: (await import("./date-range-calendar.tsx")).DateRangeCalendar,
}));

/** Two days in Africa/Nairobi, with the usual ranges one press away. The calendar is loaded when it is needed. */
export function DateRangeField(props: DateRangeProps) {
  return (
    <Suspense
      fallback={<Skeleton height={42} miw={220} radius="md" role="status" aria-label={props.label} />}
    >
      <Calendar {...props} />
    </Suspense>
  );
}
