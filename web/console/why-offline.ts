import type { Offline } from "#contract/users";
import { dateTime } from "./format.ts";
import { language, t } from "./language.ts";

type Who = { offline: Offline | null; router: { name: string } | null };

/** Why somebody is not online, as a sentence; null of who is. */
export function whyOffline({ offline, router }: Who): string | null {
  if (!offline) return null;
  const when = offline.at === null ? null : dateTime(offline.at, language());
  const name = router?.name ?? t("Router");
  const words: Record<Offline["cause"], () => string> = {
    no_plan: () => t("No plan: nothing was bought for this device"),
    other_device: () => t("Another device has it: {mac}", { mac: offline.macAddress ?? "–" }),
    cut_off: () =>
      offline.isPartBack
        ? t("Disconnected; a part of its money went back")
        : t("Disconnected in this console"),
    money_back: () => t("Stopped: its money went back"),
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
    queued: () => t("Waits its turn: another purchase runs on this device"),
    no_device: () => t("It waits for a device: its buyer opens the WiFi page, or it is moved to one"),
  };
  return words[offline.cause]();
}
