import { setupUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { hostsNetwork, leadsToHosts } from "../../../contract/values/tunnel-network.ts";
import { blocks, type Check, fine, from, mend, unread, valueIn } from "./check.ts";
import { addressOf, networkOf } from "./networks.ts";

const needed = ["api", "read", "write"];
/** What the set-up script gives, and what tests of a connection take. */
const fitting = new Set([...needed, "sensitive", "password", "test"]);

/** The API user of the bridge: all that it needs, nothing else, and from its bridge alone. */
export const rights: Check = ({ facts }) =>
  from(facts, ["user", "groups"], ({ user, groups }) => {
    if (user === null) return { ...unread("unclear"), code: "userUnlisted" };
    const policies = groups.find(({ name }) => name === user.group)?.policies;
    if (!policies) return unread("unclear");
    const lacking = needed.filter((policy) => !policies.includes(policy));
    if (lacking.length > 0) return blocks("rightsTooFew", { group: user.group, rights: lacking.join(", ") });
    const spare = policies.filter((policy) => !fitting.has(policy));
    const { name } = user;
    if (spare.length > 0) return mend("rightsTooMany", { name, rights: spare.join(", ") });
    if (user.from !== "") return fine("rightsFit", { name });
    const peer = valueIn(facts, "peer") ?? null;
    // Anybody else's user may be how its owner comes in.
    const command =
      peer && name === setupUser
        ? `/user set [find name=${quoted(name)}] address=${bridgeNetwork(peer, facts)}`
        : null;
    return mend("rightsFromAnywhere", { name }, command);
  });

/** From where the router is driven: its bridge's machine, or by our tunnel any host of the platform. */
export function bridgeNetwork(peer: string, facts: Parameters<Check>[0]["facts"]): string {
  const ends = valueIn(facts, "addresses")?.filter((row) => leadsToHosts(row.interface)) ?? [];
  const at = addressOf(peer);
  for (const { address } of ends) {
    const hosts = hostsNetwork(address);
    const network = networkOf(hosts);
    if (network && at !== undefined && network.first <= at && at <= network.last) return hosts;
  }
  return `${peer}/${peer.includes(":") ? 128 : 32}`;
}
