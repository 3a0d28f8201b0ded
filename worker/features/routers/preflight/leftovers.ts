import { quoted } from "../../../contract/values/routeros-text.ts";
import { type Check, fine, from, mend } from "./check.ts";
import { networkOf, overlap } from "./networks.ts";
import { visitorInterfaces } from "./subnets.ts";

// What a router brings from before: users of another system, scripts that run by the clock, limits for all, a storage that is full.

/** As RouterOS takes a name for a device's. */
const device = quoted("^[0-9A-F][0-9A-F](:[0-9A-F][0-9A-F]){5}$");
const removeUsers = `/ip hotspot user remove [find name~${device} and !(comment~${quoted("^MLG;")})]`;

/** Each keeps its device out that buys here: two users of one name do not go on a router. */
export const foreignUsers: Check = ({ facts }) =>
  from(facts, ["foreignUsers"], ({ foreignUsers: { count, handedOver, names } }) => {
    if (count > 0) return mend("usersForeign", { count, names: names.join(", ") }, removeUsers);
    return handedOver > 0 ? fine("usersHandedOver", { count: handedOver }) : fine("usersNone");
  });

/** Of a former owner they open his tunnel again, or make his users anew, however often that is taken away. */
export const schedulers: Check = ({ facts }) =>
  from(facts, ["schedulers"], ({ schedulers: all }) => {
    const reaching = all.filter(({ does }) => does.length > 0);
    if (reaching.length === 0) return fine("schedulersNone");
    const command = reaching.map(({ name }) => `/system scheduler disable [find name=${quoted(name)}]`);
    return mend("schedulersLeft", { names: reaching.map(({ name }) => name).join(", ") }, command.join("\n"));
  });

/** The first queue that fits takes a packet: one for a whole network leaves nothing to the speed of a plan. */
export const queues: Check = ({ facts }) =>
  from(facts, ["queues", "servers", "addresses"], ({ queues: all, servers, addresses }) => {
    const visitors = visitorInterfaces(servers);
    const networks = addresses.flatMap((row) =>
      visitors.has(row.interface) ? (networkOf(row.address) ?? []) : [],
    );
    const isForAll = (target: string) => {
      if (target === "" || visitors.has(target)) return true;
      const network = networkOf(target);
      return (
        network !== undefined && network.last > network.first && networks.some((one) => overlap(one, network))
      );
    };
    const before = all.filter(({ isBehind, target }) => !isBehind && target.split(",").some(isForAll));
    if (before.length === 0) return fine("queuesNone");
    const command = before.map(({ name }) => `/queue simple disable [find name=${quoted(name)}]`);
    return mend("queuesBefore", { names: before.map(({ name }) => name).join(", ") }, command.join("\n"));
  });

/** With less RouterOS cannot keep what is set, and says so nowhere. */
const leastBytes = 512 * 1024;

export const storage: Check = ({ facts }) =>
  from(facts, ["resource"], ({ resource: { freeBytes } }) => {
    // An older bridge does not look.
    if (freeBytes === undefined || freeBytes >= leastBytes) return fine("storageEnough");
    return mend("storageFull", { kilobytes: Math.floor(freeBytes / 1024) });
  });
