/** RouterOS durations. Inside they are milliseconds. */

const unitMs = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
const unitForm = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/;
const clockForm = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+):)?(\d+):(\d{1,2})$/;

/** Takes `1w2d3h4m5s`, `1w2d03:04:05`, `03:04:05`, `04:05` and plain seconds; null for anything else. */
export function parseDuration(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const clock = clockForm.exec(text);
  if (clock !== null) {
    const [w, d, h, m, s] = clock.slice(1).map((part) => Number(part ?? 0));
    return (
      (w ?? 0) * unitMs.w +
      (d ?? 0) * unitMs.d +
      (h ?? 0) * unitMs.h +
      (m ?? 0) * unitMs.m +
      (s ?? 0) * unitMs.s
    );
  }
  const units = text === "" ? null : unitForm.exec(text);
  if (units === null) return null;
  const [w, d, h, m, s, ms] = units.slice(1).map((part) => Number(part ?? 0));
  return (
    (w ?? 0) * unitMs.w +
    (d ?? 0) * unitMs.d +
    (h ?? 0) * unitMs.h +
    (m ?? 0) * unitMs.m +
    (s ?? 0) * unitMs.s +
    (ms ?? 0)
  );
}

/** API style: `1w2d3h4m5s`, parts that are zero left out, `0s` for zero. Below a second is cut, as in every print. */
export function formatDuration(ms: number): string {
  let rest = Math.max(0, Math.floor(ms / 1000)) * 1000;
  let text = "";
  for (const unit of ["w", "d", "h", "m", "s"] as const) {
    const count = Math.floor(rest / unitMs[unit]);
    rest -= count * unitMs[unit];
    if (count > 0) text += `${count}${unit}`;
  }
  return text === "" ? "0s" : text;
}
