import type { HotspotUser, Offline } from "#contract/users";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { actsOn } from "./format-user.ts";

type Who = Pick<HotspotUser, "offline" | "router" | "status" | "plan" | "expiresAt">;

/** Why somebody is not online, as a sentence; null of who is. */
export function whyOffline({ offline, router }: Who): string | null {
  if (!offline) return null;
  const when = offline.at === null ? null : dateTime(offline.at, language());
  const name = router?.name ?? t("Router");
  const words: Record<Offline["cause"], () => string> = {
    no_plan: () => t("No plan: nothing was bought for this device"),
    other_device: () => t("Another device has it: {mac}", { mac: offline.macAddress ?? "–" }),
    cut_off: () => t("Cut off in this console"),
    time_over: () => (when ? t("Time ended at {when}", { when }) : t("Its time is over")),
    data_over: () => (when ? t("Data used up at {when}", { when }) : t("Its data is used up")),
    lapsed: () => t("Never used, and lapsed after 30 days"),
    closed: () =>
      when ? t("Waiting for {when}: its plan is closed now", { when }) : t("Its plan is closed now"),
    router_away: () =>
      when ? t("{name} is offline since {when}", { name, when }) : t("{name} is offline", { name }),
    foreign_user: () =>
      t("{name} has a user of another system for this device, so it cannot be let in", { name }),
    activating: () => t("Paid, being activated"),
    not_activated: () => t("Paid, not activated"),
    device_away: () => t("Let in, but not on the WiFi now"),
  };
  return words[offline.cause]();
}

/** What mends it, where something does. */
export type Mend =
  | { act: "retry"; transactionId: string }
  | { act: "allow" | "extend" | "sell" }
  | { act: "router"; name: string }
  | { act: "hand_over"; routerId: string }
  | { act: "other"; macAddress: string };

export function mendOf(user: Who, acts = actsOn(user)): Mend | null {
  const { offline, router } = user;
  switch (offline?.cause) {
    case "no_plan":
    case "lapsed":
    case "data_over":
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
      return router && { act: "router", name: router.name };
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
