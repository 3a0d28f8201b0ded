import { dayMs } from "../../../contract/values/time.ts";
import { type Check, fine, mend, type Seen, unread, valueIn, whyUnread } from "./check.ts";
import { releaseOf } from "./version.ts";

/** A clock that is no further off is right (docs/reference/routeros.md, "Checklist"). */
const allowedMs = 60_000;
/** A router without a battery begins in 1970, or at the day its software was built. */
const longOffMs = 30 * dayMs;
const server = "time.cloudflare.com";

export const clock: Check = (seen) => {
  const { facts, clockOffMs } = seen;
  if (clockOffMs === null) return unread(whyUnread(facts, "clock"));
  const off = Math.abs(clockOffMs);
  const seconds = Math.round(off / 1000);
  if (off > longOffMs) return mend("clockUnset", {}, askTime(seen));
  if (off > allowedMs)
    return mend("clockOff", { seconds, way: clockOffMs > 0 ? "ahead" : "behind" }, askTime(seen));
  const isAsking = valueIn(facts, "ntp")?.enabled ?? true;
  return isAsking ? fine("clockRight", { seconds }) : mend("clockAlone", {}, askTime(seen));
};

function askTime({ facts }: Seen): string {
  const isSix = releaseOf(valueIn(facts, "resource")?.version ?? "")?.numbers[0] === 6;
  return isSix
    ? `/system ntp client set enabled=yes server-dns-names=${server}`
    : `/system ntp client set enabled=yes\n/system ntp client servers add address=${server}`;
}
