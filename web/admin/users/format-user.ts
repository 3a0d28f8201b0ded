import type { HotspotUser, UserPurchase, UserStatus } from "#contract/users";
import { daysHoursMinutes } from "#contract/values/duration";
import { speedText } from "#contract/values/speed";
import { clock, phone } from "../../console/format.ts";
import type { Tone } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";

/** The username, or one made from the end of the device's address: `user-0c0a01`. */
export function userName({ username, macAddress }: Pick<HotspotUser, "username" | "macAddress">): string {
  return (
    username ||
    `user-${macAddress
      .replace(/[^0-9A-Fa-f]/g, "")
      .slice(-6)
      .toLowerCase()}`
  );
}

export function calledName(user: Pick<HotspotUser, "username" | "macAddress" | "phoneNumber">): string {
  return user.phoneNumber ? phone(user.phoneNumber) : userName(user);
}

export function contact(number: string | null): string {
  return number ? phone(number) : t("No phone");
}

export function statusOf(status: UserStatus): { tone: Tone; word: string } {
  const marks = {
    active: { tone: "good", word: t("Active") },
    expired: { tone: "off", word: t("Expired") },
    inactive: { tone: "wait", word: t("Inactive") },
    cut_off: { tone: "bad", word: t("Disconnected") },
  } as const;
  return marks[status] ?? unknownState(status);
}

/** Written by a newer version, which was gone back from. */
const unknownState = (state: string) => ({ tone: "off" as const, word: state.replaceAll("_", " ") });

/** The same, and until when somebody waits whose plan is closed at this hour. */
export function markOf({ status, offline }: Pick<HotspotUser, "status" | "offline">): {
  tone: Tone;
  word: string;
} {
  if (offline?.cause !== "closed" || offline.at === null) return statusOf(status);
  return { tone: "wait", word: t("Waiting for {clock}", { clock: clock(offline.at, language()) }) };
}

/**
 * What can be done with a user. A device without a purchase has nothing to cut off, extend or move; one that waits for its
 * start has no time to add to; what is over can be opened again by more time; what was stopped with its money stays so. What
 * was disconnected moves to no other device before it is allowed again.
 */
export function actsOn({
  status,
  plan,
  expiresAt,
  offline,
}: Pick<HotspotUser, "status" | "plan" | "expiresAt" | "offline">) {
  const has = plan !== null;
  const isOver = status === "expired";
  return {
    allow: has && status === "cut_off" && offline?.cause !== "money_back",
    disconnect: has && (status === "active" || status === "inactive"),
    extend: has && status !== "cut_off" && expiresAt !== null,
    move: has && !isOver && status !== "cut_off",
  };
}

export function purchaseState(state: UserPurchase["state"]): { tone: Tone; word: string } {
  const marks = {
    waiting: { tone: "wait", word: t("Waiting") },
    running: { tone: "good", word: t("Running") },
    cut_off: { tone: "bad", word: t("Disconnected") },
    ended: { tone: "off", word: t("Ended") },
    moved: { tone: "off", word: t("Moved") },
    lapsed: { tone: "off", word: t("Lapsed") },
  } as const;
  return marks[state] ?? unknownState(state);
}

/** 24 hours or more read as days; parts keep their hours and minutes. */
export function planTime(durationHours: number): string {
  const [days, hours, minutes] = daysHoursMinutes(durationHours);
  return [
    ...(days > 0 ? [t("{count, plural, one {# day} other {# days}}", { count: days })] : []),
    ...(hours > 0 ? [t("{count, plural, one {# hour} other {# hours}}", { count: hours })] : []),
    ...(minutes > 0 ? [t("{count, plural, one {# minute} other {# minutes}}", { count: minutes })] : []),
  ].join(" ");
}

const unitHours = { min: 1 / 60, minute: 1 / 60, hour: 1, hr: 1, day: 24, week: 168 } as const;

/** A plan that is called by how long it lasts, "3 Hours": its time need not be said again. */
export function saysItsTime(name: string, durationHours: number): boolean {
  const [, count, unit = ""] = /^(\d+) ?(min|minute|hour|hr|day|week)s?$/i.exec(name.trim()) ?? [];
  const hours = Number(count) * unitHours[unit.toLowerCase() as keyof typeof unitHours];
  return Math.abs(hours - durationHours) < 0.001;
}

/** `Day, 5 Mbps, 1 day`; how long is not said twice. */
export function planLine({ name, speedMbps, durationHours }: NonNullable<HotspotUser["plan"]>): string {
  const time = saysItsTime(name, durationHours) ? [] : [planTime(durationHours)];
  return [name, speedText(speedMbps), ...time].join(", ");
}

/** What the address says that is shown, as the list is asked for it. */
export function filterOf(show: string): { status?: UserStatus; online?: "true"; notRenewed?: "true" } {
  if (show === "online") return { online: "true" };
  if (show === "not_renewed") return { notRenewed: "true" };
  const status = (["active", "expired", "inactive", "cut_off"] as const).find((one) => one === show);
  return status ? { status } : {};
}
