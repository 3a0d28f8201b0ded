import { quoted } from "../../../contract/values/routeros-text.ts";
import { type Check, fine, from, mend, unread, valueIn } from "./check.ts";
import { addressOf, networkOf } from "./networks.ts";
import { visitorInterfaces } from "./subnets.ts";

// Who passes the hotspot by without paying: the bridge, the provider's own devices, and rows that were made by hand.

const mostNamed = 3;
const isOurs = (comment: string) => comment.startsWith("mlango:");

export const freePasses: Check = ({ facts }) =>
  from(facts, ["passes"], ({ passes }) => {
    const others = passes.filter(({ comment }) => !isOurs(comment));
    if (others.length > 0) {
      const names = others
        .slice(0, mostNamed)
        .map(({ comment, mac, address }) => comment || mac || address || "0.0.0.0/0");
      return mend("passesOthers", { count: others.length, names: names.join(", ") });
    }
    const known = passes.filter(({ comment }) => comment !== "mlango: bridge");
    return known.length === 0 ? fine("passesNone") : fine("passesKnown", { count: known.length });
  });

/** A bridge among the visitors has an address that any of them can read and take while it is off. */
export const bridgePlace: Check = ({ facts }) =>
  from(facts, ["peer", "addresses", "servers", "passes"], ({ peer, addresses, servers, passes }) => {
    if (peer === null) return unread("unclear");
    const at = addressOf(peer);
    const visitors = visitorInterfaces(servers);
    const among = addresses.find((row) => {
      const network = networkOf(row.address);
      const isIn = network && at !== undefined && network.first <= at && at <= network.last;
      return isIn && visitors.has(row.interface);
    });
    if (!among) return fine("bridgeApart", { address: peer });
    const params = { address: peer, interface: among.interface };
    const own = passes.filter(({ address }) => address === peer);
    if (own.some(({ mac }) => mac === "")) return mend("bridgeUnbound", params);
    if (valueIn(facts, "lease")?.isLent)
      return mend("bridgeLent", params, `/ip dhcp-server lease make-static [find address=${quoted(peer)}]`);
    return mend("bridgeAmongVisitors", params);
  });
