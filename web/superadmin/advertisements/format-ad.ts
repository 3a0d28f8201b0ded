import type { ManagedAd } from "#contract/ads";
import { date, dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";

export function audiences(): { value: ManagedAd["targetAudience"]; label: string }[] {
  return [
    { value: "all", label: t("All users") },
    { value: "new_users", label: t("New users") },
    { value: "returning_users", label: t("Returning users") },
  ];
}

export function audienceName(audience: ManagedAd["targetAudience"]): string {
  return audiences().find(({ value }) => value === audience)?.label ?? audience;
}

/** A whole day, or an instant that another program gave. */
export function moment(text: string | null, otherwise: string): string {
  if (text === null) return otherwise;
  if (Number.isNaN(Date.parse(text))) return text;
  return text.length === 10 ? date(text, language()) : dateTime(text, language());
}
