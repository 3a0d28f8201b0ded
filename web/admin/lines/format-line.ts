import type { Line, Package } from "#contract/lines";
import { formatAccountCode } from "#contract/values/account-code";
import type { LinePeriod } from "#contract/values/line-period";
import { formatPhone, parseKenyanMobile } from "#contract/values/phone";
import { speedText } from "#contract/values/speed";
import { date, kes } from "../../console/format.ts";
import type { Tone } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";

// How lines and packages are written, in the list, its sheet and its forms.

export const linesPath = "/api/admin/lines";
export const packagesPath = "/api/admin/packages";

type Mark = { tone: Tone; word: string };

const day = (iso: string | null) => (iso === null ? "–" : date(iso, language()));

/** Until or since which day, as a day alone: the hour stands in the sheet. */
export function standingMark({ standing, paidUntil }: Pick<Line, "standing" | "paidUntil">): Mark {
  if (standing === "unpaid") return { tone: "wait", word: t("Unpaid") };
  if (standing === "open") return { tone: "good", word: t("Open until {day}", { day: day(paidUntil) }) };
  if (standing === "blocked") return { tone: "bad", word: t("Blocked since {day}", { day: day(paidUntil) }) };
  return { tone: "off", word: t("Given up") };
}

export function dialWord({ dialled }: Pick<Line, "dialled">): string {
  return dialled === null ? t("Not dialling") : t("Dialled in");
}

/** Whether its router does something else than the line's standing asks for: an unpaid line is made blocked. */
export function isRouterBehind({ applied, standing }: Pick<Line, "applied" | "standing">): boolean {
  return applied !== (standing === "unpaid" ? "blocked" : standing);
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
  formatPhone(parseKenyanMobile(phoneNumber) ?? phoneNumber);
