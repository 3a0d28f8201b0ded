import { Text, VisuallyHidden } from "@mantine/core";
import { type ReactElement, useSyncExternalStore } from "react";
import { ago, dateTime, kes } from "./format.ts";
import { language } from "./language.ts";

// What stands in tables and cards again and again.

const oneLine = { whiteSpace: "nowrap" } as const;
const figures = { fontVariantNumeric: "tabular-nums" } as const;

/** @param amount in KES */
export function Money(props: { amount: number; strong?: boolean }): ReactElement {
  return (
    <Text span inherit fw={props.strong ? 650 : undefined} style={figures}>
      {kes(props.amount)}
    </Text>
  );
}

/** A moment in Nairobi. `relative` says how long ago it was and keeps saying it right. */
export function When(props: { iso: string | null; otherwise?: string; relative?: boolean }): ReactElement {
  const { iso, otherwise = "–", relative = false } = props;
  if (!iso)
    return (
      <Text span inherit>
        {otherwise}
      </Text>
    );
  const exact = dateTime(iso, language());
  return (
    <time dateTime={iso} title={exact} style={figures}>
      {relative ? (
        <>
          <Ago iso={iso} />
          <VisuallyHidden>, {exact}</VisuallyHidden>
        </>
      ) : (
        <DayAndHour text={exact} />
      )}
    </time>
  );
}

/** `20 Nov 2026, 20:41`: a line may break between the day and the hour and nowhere else. */
function DayAndHour({ text }: { text: string }): ReactElement {
  const day = text.lastIndexOf(", ") + 1;
  return (
    <>
      <span style={oneLine}>{text.slice(0, day)}</span> <span style={oneLine}>{text.slice(day).trim()}</span>
    </>
  );
}

function Ago({ iso }: { iso: string }): ReactElement {
  return <>{ago(iso, useMinute())}</>;
}

/** One clock for all cells of a page. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let minute = 0;
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute = Date.now();
    for (const tell of listeners) tell();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    minute = 0;
  };
}

/** UTC ms, anew every 15 s. */
export function useMinute(): number {
  const now = useSyncExternalStore(subscribe, () => minute);
  return now || Date.now();
}
