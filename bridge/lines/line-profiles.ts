import type { Speed } from "#contract/values/speed";
import type { Router, RouterRow } from "../router.ts";
import { filledRows, parseFlag, parseRateLimit, rateLimit } from "../router-values.ts";
import { type LineService, lineProfile, linesComment, lists } from "./router-lines.ts";
import { givesPrefixes, poolFields } from "./six.ts";
import { ensureInterfaceLists } from "./six-firewall.ts";

const path = "/ppp/profile";
const serverPath = "/interface/pppoe-server/server";

/**
 * At both ends of a session our own entries of its address leave the lists: an entry that outlives its session would block, or free,
 * the next customer with that address. Rows by hand and those that the profile keeps have another comment, and stay.
 */
const cleaning = [
  ':local mlgAddress [:tostr $"remote-address"];',
  ':foreach mlgEntry in=[/ip firewall address-list find where comment~"^MLG;"] do={ :do {',
  ":local mlgList [/ip firewall address-list get $mlgEntry list];",
  `:if (($mlgList = "${lists.blocked}" || $mlgList = "${lists.open}")`,
  "&& [:tostr [/ip firewall address-list get $mlgEntry address]] = $mlgAddress)",
  "do={ /ip firewall address-list remove $mlgEntry } } on-error={} }",
].join(" ");

/** Without addresses a session is let in and has no internet: they are those of the profile that the router's server uses. */
const addressFields = ["local-address", "remote-address", "dns-server"] as const;
const profileFields = [
  ...[".id", "name", "comment", "rate-limit", "address-list", "change-tcp-mss", "only-one"],
  ...["on-up", "on-down", ...addressFields, ...poolFields, "interface-list"],
];

type Wanted = { name: string; speed: Speed; values: Record<string, string> };

/**
 * There are the two of each, with the addresses that the router gives such lines now.
 * @returns whether it gives any, and whether it gives prefixes of IPv6 to whoever dials in
 */
export async function ensureLineProfiles(
  router: Router,
  services: readonly LineService[],
): Promise<{ hasAddresses: boolean; hasSix: boolean }> {
  const [profiles, servers] = await Promise.all([
    router.print(path, {}, profileFields).then(filledRows),
    router.print(serverPath, {}, [".id", "default-profile", "disabled"]).then(filledRows),
  ]);
  const base = baseProfile(profiles, servers);
  const baseOf = ({ former }: LineService) =>
    profiles.find((row) => row.name === former && row["remote-address"]) ?? base;
  const hasSix = givesPrefixes(profiles);
  if (hasSix) await ensureInterfaceLists(router);
  for (const { name, speed, values } of services.flatMap((one) => wantedOf(one, baseOf(one), hasSix))) {
    const row = profiles.find((one) => one.name === name);
    if (!row) await router.add(path, { name, ...values });
    else if (!isRight(row, speed, values)) await router.set(path, row[".id"] ?? "", values);
  }
  const hasAddresses = services.every((one) => (baseOf(one)?.["remote-address"] ?? "") !== "");
  return { hasAddresses, hasSix };
}

function baseProfile(profiles: readonly RouterRow[], servers: readonly RouterRow[]): RouterRow | undefined {
  const running = servers.filter(({ disabled }) => !parseFlag(disabled));
  const used = running.flatMap((server) => profiles.filter(({ name }) => name === server["default-profile"]));
  return (
    used.find((one) => one["remote-address"]) ?? used[0] ?? profiles.find(({ name }) => name === "default")
  );
}

function wantedOf(service: LineService, base: RouterRow | undefined, hasSix: boolean): Wanted[] {
  const speed = { upKbps: service.upKbps, downKbps: service.downKbps };
  const given = hasSix ? [...addressFields, ...poolFields] : addressFields;
  const addresses = given.flatMap((field) => (base?.[field] ? [[field, base[field]]] : []));
  return [false, true].map((isBlocked) => ({
    name: lineProfile(service, isBlocked),
    speed,
    values: {
      ...Object.fromEntries(addresses),
      "rate-limit": rateLimit(speed),
      "address-list": isBlocked ? lists.blocked : lists.lines,
      ...(hasSix && { "interface-list": isBlocked ? lists.blocked : lists.lines }),
      "change-tcp-mss": "yes",
      "only-one": "yes",
      "on-up": cleaning,
      "on-down": cleaning,
      comment: linesComment,
    },
  }));
}

function isRight(row: RouterRow, speed: Speed, values: Record<string, string>): boolean {
  const { "rate-limit": _, ...others } = values;
  const isSame = Object.entries(others).every(
    ([name, wanted]) => row[name] === wanted || (wanted === "yes" && row[name] === "true"),
  );
  return isSame && hasSpeed(row["rate-limit"], speed);
}

/** False for a limit that cannot be read, as ours can. */
function hasSpeed(text: string | undefined, speed: Speed): boolean {
  try {
    const { upKbps, downKbps } = parseRateLimit(text);
    return upKbps === speed.upKbps && downKbps === speed.downKbps;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
