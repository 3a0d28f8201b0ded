// Whoever writes figures writes them with their plurals.
import "./messages/plurals.ts";
import type { GatewayType } from "#contract/values/gateway-types";
import { formatPhone } from "#contract/values/phone";
import { serviceNames } from "#contract/values/services";
import { t } from "./language.ts";

// How the consoles write figures and gateways. Days and clocks are those of Africa/Nairobi, wherever the reader is.

const zone = "Africa/Nairobi";

export function kes(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `KSh ${amount.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

export function gatewayName(type: GatewayType): string {
  return type === "bank" ? t("Bank") : serviceNames[type];
}

export function phone(number: string): string {
  return formatPhone(number);
}

export function bytes(count: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toLocaleString("en-US", { maximumFractionDigits: value < 10 && unit > 0 ? 2 : value < 100 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}

export function hoursMinutes(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

export function dateTime(iso: string, language: string): string {
  return new Date(iso).toLocaleString(language === "sw" ? "sw-KE" : "en-GB", {
    timeZone: zone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** 14:05. Which day it was goes without saying: for moments of the last hours. */
export function clock(iso: string, language: string): string {
  return new Date(iso).toLocaleTimeString(language === "sw" ? "sw-KE" : "en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** What goes without saying is left out: `15:01` today, `27 Nov, 15:01` this year. @param now UTC ms */
export function shortMoment(iso: string, language: string, now: number): string {
  const day = (at: string) => date(at, language);
  const today = day(new Date(now).toISOString());
  if (day(iso) === today) return clock(iso, language);
  const year = /\s\d{4}$/;
  const isThisYear = year.exec(day(iso))?.[0] === year.exec(today)?.[0];
  return `${isThisYear ? day(iso).replace(year, "") : day(iso)}, ${clock(iso, language)}`;
}

/** 20 Nov 2026, from `2026-11-20` or an instant. */
export function date(iso: string, language: string): string {
  const at = iso.length === 10 ? `${iso}T09:00:00Z` : iso;
  return new Date(at).toLocaleDateString(language === "sw" ? "sw-KE" : "en-GB", {
    timeZone: zone,
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}

/** Just now, N min ago, N hr ago, N days ago (docs/behaviour/provider-console.md, PC-22). @param now UTC ms */
export function ago(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return t("Just now");
  if (minutes < 60) return t("{count} min ago", { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t("{count} hr ago", { count: hours });
  return t("{count, plural, one {# day ago} other {# days ago}}", { count: Math.floor(hours / 24) });
}

export function shortDay(day: string, language: string): string {
  return new Date(`${day}T09:00:00Z`).toLocaleDateString(language === "sw" ? "sw-KE" : "en-GB", {
    timeZone: zone,
    day: "numeric",
    month: "short",
  });
}
