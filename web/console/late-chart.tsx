import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from "react";

const RevenueChart = lazy(async () => ({ default: (await import("./revenue-chart.tsx")).RevenueChart }));

/** The chart's files are the largest of a console: they come when its place comes near to the eye. Nothing moves when it is drawn. */
export function LateChart(props: ComponentProps<typeof RevenueChart>) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return undefined;
    const watch = new IntersectionObserver(
      (seen) => setNear(seen.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: "200px" },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);
  return (
    <div ref={place} style={{ minHeight: props.height }}>
      {isNear ? (
        <Suspense fallback={<Skeleton height={props.height} radius="md" animate={false} />}>
          <RevenueChart {...props} />
        </Suspense>
      ) : null}
    </div>
  );
}
