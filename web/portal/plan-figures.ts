import type { PlanForVisitors } from "#contract/plans";
import { englishTime, nairobiTime, planDuration } from "#contract/values/duration";
import { chargedShillings, formatShillings, parsePrice } from "#contract/values/money";
import { endAfter, isOpenAt, opensAt, shownWindows } from "#contract/values/open-hours";
import { minuteMs } from "#contract/values/time";
import type { Messages } from "./messages/en.ts";

// What a plan costs and gives, as the visitor reads it.

/** The price that is really charged, in whole shillings; undefined if the plan's price cannot be read. */
export function planShillings(plan: PlanForVisitors): number | undefined {
  const cents = parsePrice(plan.price);
  return cents === undefined ? undefined : chargedShillings(cents);
}

export function wholeAmount(shillings: number): string {
  return formatShillings(Math.round(shillings * 100));
}

export function amountOf(shillings: number, messages: Messages): string {
  return `${messages.kes} ${wholeAmount(shillings)}`;
}

export function planPrice(plan: PlanForVisitors): string {
  const shillings = planShillings(plan);
  return shillings === undefined ? plan.price : wholeAmount(shillings);
}

/** The plan's name where it says more than its duration does, in English or in the language of the page. */
export function tellingName(plan: PlanForVisitors, messages: Messages): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const durations = [englishTime, messages.time].map((time) => plain(planDuration(plan.durationHours, time)));
  // "Day" says no more than "1 Day".
  if (plan.durationHours === 1 || plan.durationHours === 24)
    durations.push(...durations.map((one) => one.replace("1", "")));
  return durations.includes(plain(plan.name)) ? null : plan.name;
}

/** A plan's name as the reader says it: one that is only a duration is told in their language. */
export function planTitle(name: string, { language, time }: Messages): string {
  const [, count, unit = ""] = /^(\d+) (minute|hour|day)s?$/i.exec(name.trim()) ?? [];
  if (language === "en" || count === undefined) return name;
  const hours = { minute: 1 / 60, hour: 1, day: 24 }[unit.toLowerCase()] ?? 1;
  return planDuration(Number(count) * hours, time);
}

/** The usual price of an offer, in whole shillings; null = none. */
export function usualPrice({ regularPrice }: PlanForVisitors): string | null {
  const cents = regularPrice === null ? undefined : parsePrice(regularPrice);
  return cents === undefined ? null : wholeAmount(chargedShillings(cents));
}

export function isClosedPlan({ hours }: PlanForVisitors, now: number): boolean {
  const windows = shownWindows(hours);
  return windows !== null && !isOpenAt(windows, now);
}

/** Of a plan that is not open day and night: when it opens, and when what is bought now ends. */
export function planEnd(
  { hours, durationHours }: PlanForVisitors,
  now: number,
  messages: Messages,
): string | null {
  const windows = shownWindows(hours);
  if (windows === null) return null;
  const when = (at: number) => nairobiTime(at, messages.time);
  const end = when(endAfter(windows, now, Math.round(durationHours * 60) * minuteMs));
  const opens = opensAt(windows, now);
  return opens === now ? messages.buy.ends(end) : messages.buy.opens(when(opens), end);
}

/** Speed, data and, if more than one, devices. */
export function planGives(plan: PlanForVisitors, messages: Messages): string[] {
  return [
    messages.home.mbps(plan.speedMbps),
    plan.dataLimitGB === null ? messages.home.unlimited : messages.home.gb(plan.dataLimitGB),
    ...(plan.fairUseGB === null || plan.fairUseMbps === null
      ? []
      : [messages.home.slows(plan.fairUseGB, plan.fairUseMbps)]),
    ...(plan.hours === null ? [] : [messages.home.open(plan.hours.from, plan.hours.until)]),
    ...(plan.devices > 1 ? [messages.home.devices(plan.devices)] : []),
    ...(plan.soldUntil === null
      ? []
      : [messages.home.until(nairobiTime(Date.parse(plan.soldUntil), messages.time))]),
  ];
}
