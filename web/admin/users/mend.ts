import type { HotspotUser } from "#contract/users";
import { t } from "../../console/language.ts";
import { actsOn } from "./format-user.ts";

type Who = Pick<HotspotUser, "offline" | "router" | "status" | "plan" | "expiresAt">;

/** What mends it, where something does. */
export type Mend =
  | { act: "retry"; transactionId: string }
  | { act: "allow" | "extend" | "sell" }
  | { act: "router"; id: string; name: string }
  | { act: "hand_over"; routerId: string }
  | { act: "other"; macAddress: string };

export function mendOf(user: Who, acts = actsOn(user)): Mend | null {
  const { offline, router } = user;
  switch (offline?.cause) {
    case "no_plan":
    case "lapsed":
    case "data_over":
    case "money_back":
      return { act: "sell" };
    case "time_over":
      return { act: acts.extend ? "extend" : "sell" };
    case "cut_off":
      return { act: "allow" };
    case "not_activated":
      return offline.transactionId === null ? null : { act: "retry", transactionId: offline.transactionId };
    case "foreign_user":
      return router && { act: "hand_over", routerId: router.id };
    case "router_away":
      return router && { act: "router", id: router.id, name: router.name };
    case "other_device":
      return offline.macAddress === null ? null : { act: "other", macAddress: offline.macAddress };
    default:
      return null;
  }
}

export function mendWord(mend: Mend): string {
  switch (mend.act) {
    case "retry":
      return t("Retry");
    case "allow":
      return t("Allow again");
    case "extend":
      return t("Extend time");
    case "sell":
      return t("Make vouchers");
    case "router":
      return t("Look at {name}", { name: mend.name });
    case "hand_over":
      return t("Hand over to Mlango");
    case "other":
      return t("Show that device");
    default:
      return mend satisfies never;
  }
}
