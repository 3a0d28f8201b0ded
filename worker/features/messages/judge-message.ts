import { dayMs, minuteMs, nairobiMs } from "../../contract/values/time.ts";
import type { StoredMessage } from "./message-rows.ts";
import type { StoredSettings } from "./settings.ts";

/** Minutes of the day in Nairobi; the same twice: no quiet hours. */
type QuietHours = Pick<StoredSettings, "quietFrom" | "quietTo">;

/** When the quiet hours end that this moment lies in, UTC ms; null where it lies in none. */
export function quietUntil({ quietFrom, quietTo }: QuietHours, at: number): number | null {
  if (quietFrom === quietTo) return null;
  const midnight = Math.floor((at + nairobiMs) / dayMs) * dayMs - nairobiMs;
  const minute = (at - midnight) / minuteMs;
  const overNight = quietFrom > quietTo;
  if (overNight && minute >= quietFrom) return midnight + dayMs + quietTo * minuteMs;
  const isQuiet = overNight ? minute < quietTo : minute >= quietFrom && minute < quietTo;
  return isQuiet ? midnight + quietTo * minuteMs : null;
}

const night: QuietHours = { quietFrom: 21 * 60, quietTo: 7 * 60 };

/** When offers go out again, UTC ms; null where they do now. Never at night, beside the quiet hours that are set. */
export function offersWaitUntil(set: QuietHours, at: number): number | null {
  const until = Math.max(quietUntil(set, at) ?? 0, quietUntil(night, at) ?? 0);
  return until === 0 ? null : until;
}

type HeldFor = "quiet_hours" | "opted_out" | "off";

/** What is done with a message that is due. */
type Judgement =
  | { act: "send" }
  | { act: "wait"; until: number }
  | { act: "hold"; reason: HeldFor }
  | { act: "fail" };

/** A person waits for a receipt, a code, a link and a test: they are sent at night, too. The owner's own are not held back by the list of opt-outs. */
export function judge(
  { kind, until, reason }: Pick<StoredMessage, "kind" | "until" | "reason">,
  settings: Pick<StoredSettings, "receipt" | "ending" | "outage"> & QuietHours,
  isOptedOut: boolean,
  now: number,
): Judgement {
  if (until <= now) return reason === "quiet_hours" ? { act: "hold", reason } : { act: "fail" };
  if (kind === "test" || kind === "morning" || kind === "router_down") return { act: "send" };
  if (kind === "code" || kind === "link")
    return isOptedOut ? { act: "hold", reason: "opted_out" } : { act: "send" };
  if (kind !== "campaign" && !settings[kind]) return { act: "hold", reason: "off" };
  if (isOptedOut) return { act: "hold", reason: "opted_out" };
  if (kind === "receipt") return { act: "send" };
  const quiet = kind === "campaign" ? offersWaitUntil(settings, now) : quietUntil(settings, now);
  if (quiet === null) return { act: "send" };
  return quiet < until ? { act: "wait", until: quiet } : { act: "hold", reason: "quiet_hours" };
}
