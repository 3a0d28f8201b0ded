import { t } from "../console/language.ts";
import { signedNow } from "../console/session.ts";
import { keptFor, useRead } from "./api.ts";

/** What the one who is signed in may still give away today. `left`: null = as much as they like, or not known yet. */
export function useFreeMinutes(): { left: number | null; text: string | null } {
  const isLimited = signedNow()?.role === "cashier";
  const { data } = useRead("ownFreeMinutes", {}, { ...keptFor(0), enabled: isLimited });
  if (!data || data.most === null) return { left: null, text: null };
  const { most, given } = data;
  const left = Math.max(0, most - given);
  if (most === 0) return { left, text: t("You may not give free time. An owner can allow it under People.") };
  return { left, text: t("{left} of your {most} free minutes are left today.", { left, most }) };
}
