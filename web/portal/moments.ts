import type { DeviceAccess } from "#contract/portal";
import { nairobiDay, nairobiTime } from "#contract/values/duration";
import { shownWindows, usedBetween } from "#contract/values/open-hours";
import { dayMs } from "#contract/values/time";
import type { Messages } from "./messages/en.ts";

/** `today at 17:05`, `tomorrow at 09:00`, `23 Nov, 14:05`: when something ends, seen from now (UTC ms), in Nairobi. */
export function endsWhen(endsAt: number, now: number, messages: Messages): string {
  const full = nairobiTime(endsAt, messages.time);
  const clock = full.slice(-5);
  if (nairobiDay(endsAt) === nairobiDay(now)) return messages.moments.today(clock);
  if (nairobiDay(endsAt) === nairobiDay(now + dayMs)) return messages.moments.tomorrow(clock);
  return full;
}

/** Of a device's time, which runs in its plan's hours alone. */
export function leftOf({ hours }: Pick<DeviceAccess, "hours">, endsAt: number, now: number): number {
  return usedBetween(shownWindows(hours), now, endsAt);
}

/** `0:07`, `1:42`, `12:05`. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
