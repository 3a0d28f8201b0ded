import type { HotspotUser } from "#contract/users";
import { addresses } from "../navigation.ts";
import { useRetry } from "../payments/use-retry.ts";
import type { Mend } from "./mend.ts";
import { useCutOff } from "./use-cut-off.ts";
import { useHandOver } from "./use-hand-over.ts";

/** Does what brings somebody online again, or leads to where it is done. */
export function useMend(go: (to: string) => void): (user: HotspotUser, mend: Mend) => void {
  const { retry } = useRetry();
  const { allow } = useCutOff();
  const handOver = useHandOver();
  const at = (path: string, filter: Record<string, string>) =>
    go(`${path}?${new URLSearchParams(filter).toString()}`);
  return (user, mend) => {
    if (mend.act === "retry") retry({ id: mend.transactionId });
    else if (mend.act === "allow") allow(user);
    else if (mend.act === "hand_over") handOver({ routerId: mend.routerId, macAddress: user.macAddress });
    else if (mend.act === "sell") at(addresses.vouchers, { make: "1" });
    else if (mend.act === "router") at(addresses.routers, { router: mend.id });
    else {
      const mac = mend.act === "other" ? mend.macAddress : user.macAddress;
      at(addresses.users, { q: mac, user: mac, ...(mend.act === "extend" ? { act: "extend" } : {}) });
    }
  };
}
