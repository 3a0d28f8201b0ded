import type { Speed } from "#contract/values/speed";
import { profileName, speedOfProfile } from "../marks.ts";
import type { Router, RouterRow } from "../router.ts";
import { parseRateLimit, rateLimit } from "../router-values.ts";
import { userPath } from "./read-device.ts";

const path = `${userPath}/profile`;
const fields = [".id", "name", "rate-limit", "shared-users"];

const valuesOf = (speed: Speed) => ({
  "rate-limit": rateLimit(speed),
  "shared-users": "1",
  "keepalive-timeout": "5m",
  "idle-timeout": "none",
  "session-timeout": "0s",
  "add-mac-cookie": "no",
  "transparent-proxy": "no",
});

/** False for a limit that cannot be read, as ours can. */
function isRight(row: RouterRow, speed: Speed): boolean {
  try {
    const limit = parseRateLimit(row["rate-limit"]);
    const isOfSpeed = limit.upKbps === speed.upKbps && limit.downKbps === speed.downKbps;
    return isOfSpeed && row["shared-users"] === "1";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export async function ensureProfile(router: Router, speed: Speed): Promise<void> {
  const name = profileName(speed);
  const [row] = await router.print(path, { name }, fields);
  if (!row?.[".id"]) await router.add(path, { name, ...valuesOf(speed) });
  else if (!isRight(row, speed)) await router.set(path, row[".id"], valuesOf(speed));
}

/** Restores profiles of ours that were changed by hand: a session keeps the speed that its profile had at log-in. */
export async function putProfilesRight(router: Router): Promise<void> {
  for (const row of await router.print(path, {}, fields)) {
    const speed = speedOfProfile(row.name ?? "");
    if (speed && row[".id"] && !isRight(row, speed)) await router.set(path, row[".id"], valuesOf(speed));
  }
}
