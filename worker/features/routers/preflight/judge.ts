import type { Finding } from "../../../contract/preflight.ts";
import { type CheckName, checkNames } from "../../../contract/values/preflight-checks.ts";
import { fastTrack, ipv6 } from "./bypasses.ts";
import type { Check, Seen } from "./check.ts";
import { clock } from "./clock.ts";
import { deviceMode, hotspot, hotspotPackage, loginPages } from "./hotspot.ts";
import { internet } from "./internet.ts";
import { foreignUsers, queues, schedulers, storage } from "./leftovers.ts";
import { license } from "./license.ts";
import { bridgePlace, freePasses } from "./passes.ts";
import { radio, wifiApart, wifiKey } from "./radios.ts";
import { rights } from "./rights.ts";
import { services, tunnels } from "./strangers.ts";
import { subnets } from "./subnets.ts";
import { unpaid } from "./unpaid.ts";
import { version } from "./version.ts";

const checks: Record<CheckName, Check> = {
  hotspotPackage,
  deviceMode,
  hotspot,
  rights,
  license,
  clock,
  loginPages,
  subnets,
  internet,
  foreignUsers,
  radio,
  wifiKey,
  wifiApart,
  unpaid,
  freePasses,
  bridgePlace,
  fastTrack,
  queues,
  ipv6,
  tunnels,
  schedulers,
  storage,
  version,
  services,
};

/** Every known check, each with what was found; by the rules of now, whenever the router was read. */
export function judge(seen: Seen): Finding[] {
  return checkNames.map((check) => ({ check, ...checks[check](seen) }));
}

export function weigh(findings: readonly Finding[]): { blocks: number; mend: number } {
  const count = (verdict: Finding["verdict"]) => findings.filter((one) => one.verdict === verdict).length;
  return { blocks: count("blocks"), mend: count("mend") };
}
