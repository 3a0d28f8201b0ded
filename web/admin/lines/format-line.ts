import type { AccountEntry } from "#contract/customer-accounts";
import type { Line, Package } from "#contract/lines";
import { formatAccountCode } from "#contract/values/account-code";
import type { LinePeriod } from "#contract/values/line-period";
import { formatPhone, parseKenyanMobile } from "#contract/values/phone";
import { speedText } from "#contract/values/speed";
import { date, dateTime, kes } from "../../console/format.ts";
import type { Tone } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";

// How lines and packages are written, in the list, its sheet and its forms.

export const linesPath = "/api/admin/lines";
export const packagesPath = "/api/admin/packages";
/** What an account's money changes. */
export const accountReads = ["lines", "customers", "transactions", "payments", "cash", "stats"].map(
  (name) => `/api/admin/${name}`,
);

type Stands = Pick<Line, "standing" | "paidUntil" | "blocksAt">;
type Mark = { tone: Tone; word: string };

const day = (iso: string | null) => (iso === null ? "–" : date(iso, language()));

/** Until or since which day, as a day alone: the hour stands in the sheet. */
export function standingMark({ standing, paidUntil, blocksAt }: Stands): Mark {
  if (standing === "unpaid") return { tone: "wait", word: t("Unpaid") };
  if (standing === "open") return { tone: "good", word: t("Open until {day}", { day: day(paidUntil) }) };
  if (standing === "grace")
    return { tone: "wait", word: t("Ended {day}, still on", { day: day(paidUntil) }) };
  if (standing === "blocked") return { tone: "bad", word: t("Blocked since {day}", { day: day(blocksAt) }) };
  if (standing === "held")
    return { tone: "bad", word: t("Blocked by hand since {day}", { day: day(blocksAt) }) };
  if (standing === "paused") return { tone: "off", word: t("Paused since {day}", { day: day(blocksAt) }) };
  return { tone: "off", word: t("Given up") };
}

export function dialWord({ dialled, device }: Pick<Line, "dialled" | "device">): string {
  if (device !== null) return dialled === null ? t("Not there") : t("There");
  return dialled === null ? t("Not dialling") : t("Dialled in");
}

/** Whether its router does something else than the line's standing asks for: an unpaid line is made blocked. */
export function isRouterBehind({ applied, standing }: Pick<Line, "applied" | "standing">): boolean {
  return applied !== wanted[standing];
}
const wanted = {
  unpaid: "blocked",
  open: "open",
  grace: "open",
  blocked: "blocked",
  held: "blocked",
  paused: "blocked",
  closed: "closed",
} as const;

/** What stands below its status; empty where that says all. */
export function noteOf({ standing, blocksAt, blocking }: Stands & Pick<Line, "blocking">): string {
  if (blocking === "never") return t("It is never blocked by itself.");
  if (standing !== "grace" || blocksAt === null) return "";
  return t("It is blocked {moment} unless it is paid.", { moment: dateTime(blocksAt, language()) });
}

export function nextText({ packageName, from }: NonNullable<Line["next"]>): string {
  return from === null
    ? t("Then {package}, from the next payment on", { package: packageName })
    : t("Then {package}, from {day} on", { package: packageName, day: day(from) });
}

/** `3 days of grace · a part buys days from KSh 500`; empty where neither is. */
export function lateText({ graceDays, daysFrom }: Pick<Package, "graceDays" | "daysFrom">): string {
  const parts = [];
  if (graceDays > 0)
    parts.push(t("{count, plural, one {# day} other {# days}} of grace", { count: graceDays }));
  if (daysFrom !== null && daysFrom > 0)
    parts.push(t("a part buys days from {amount}", { amount: kes(daysFrom) }));
  return parts.join(" · ");
}

/** `2 Mbps after 100 GB`; empty where it never slows down. */
export function fairUseText({ fairUseGB, fairUseMbps }: Pick<Package, "fairUseGB" | "fairUseMbps">): string {
  if (fairUseGB === null || fairUseMbps === null) return "";
  return t("{speed} after {amount} GB", { speed: speedText(fairUseMbps), amount: fairUseGB });
}

export function periodText(period: LinePeriod): string {
  return "days" in period
    ? t("{count, plural, one {# day} other {# days}}", { count: period.days })
    : t("{count, plural, one {# month} other {# months}}", { count: period.months });
}

/** `KSh 1,500 · 1 month` */
export const priceText = ({ price, period }: Pick<Package, "price" | "period">): string =>
  `${kes(price)} · ${periodText(period)}`;

export const packageSpeed = ({ downloadMbps, uploadMbps }: Package): string =>
  t("{down} down, {up} up", { down: speedText(downloadMbps), up: speedText(uploadMbps) });

/** `8123 4567` */
export const accountNumber = ({ customer }: Pick<Line, "customer">): string =>
  formatAccountCode(customer.number);

/** Lines tell it as it is dialled at home; everywhere in this console it stands with its country. */
export const phoneOf = ({ phoneNumber }: Line["customer"]): string =>
  phoneNumber === "" ? "–" : formatPhone(parseKenyanMobile(phoneNumber) ?? phoneNumber);

/** What an entry of an account is about. */
export function entryWord({ kind, receipt, line, cash }: AccountEntry): string {
  const words: Record<AccountEntry["kind"], () => string> = {
    payment: () => t("Paid by M-Pesa {receipt}", { receipt: receipt ?? "" }),
    "taken-back": () => t("Denied by M-Pesa {receipt}", { receipt: receipt ?? "" }),
    period: () => t("Paid for {line}", { line: line ?? "" }),
    returned: () => t("Returned of {line}", { line: line ?? "" }),
    cash: () =>
      t("Cash, receipt {number}", { number: cash?.number ?? 0 }) + (cash?.undone ? ` · ${t("Undone")}` : ""),
    "cash-undone": () => t("Undone: receipt {number}", { number: cash?.number ?? 0 }),
    refund: () => t("Given back by M-Pesa"),
    "refund-failed": () => t("Not given back after all"),
    "brought-in": () => t("Brought in from another system"),
    "brought-back": () => t("Undone: brought in from another system"),
  };
  return words[kind]().trim();
}
