import { useEffect, useState } from "react";

/** Counted from now: this device's clock may be wrong. */
export function useCountdown(fromMs: number): number {
  const [left, setLeft] = useState(fromMs);
  useEffect(() => {
    const end = performance.now() + fromMs;
    const timer = setInterval(() => {
      setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000) * 1_000));
    }, 1_000);
    return () => clearInterval(timer);
  }, [fromMs]);
  return left;
}

export function minutesSeconds(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
