import { blocks, type Check, fine, from, mend, unread, valueIn } from "./check.ts";

/** Active hotspot users by level (MikroTik's manual, "RouterOS license keys"); 6 has no limit. */
const mostSessions: Record<string, number> = {
  "1": 1,
  "3": 1,
  "4": 200,
  "5": 500,
  "6": Number.POSITIVE_INFINITY,
};
/** From this share on somebody will soon be refused. */
const nearly = 0.9;

export const license: Check = ({ facts }) =>
  from(facts, ["license"], ({ license: { level, isVirtual } }) => {
    // Virtual routers are limited in speed, not in people: 1 Mbit/s without a licence.
    if (isVirtual) return level === "free" ? mend("licenseSlow") : fine("licenseEnough", { level });
    if (level === "0") return blocks("licenseTrial");
    const most = mostSessions[level];
    if (most === undefined) return unread("unclear");
    if (most === 1) return blocks("licenseOne", { level });
    const sessions = valueIn(facts, "sessions") ?? 0;
    return sessions >= most * nearly
      ? mend("licenseNearlyFull", { level, most, sessions })
      : fine("licenseEnough", { level });
  });
