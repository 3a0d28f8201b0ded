import type { HotspotUser } from "#contract/users";
import { confirmAction } from "../../console/confirm-action.tsx";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { newKey } from "../../console/request.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { calledName } from "./format-user.ts";

export const useExtend = () =>
  useAct("extendUser", ["/api/admin/users", "/api/admin/stats", "/api/admin/free-minutes"]);

export function sayExtended({ message, expiresAt }: { message: string; expiresAt: string | null }): void {
  const until = expiresAt ? dateTime(expiresAt, language()) : null;
  toastSuccess(t("Time extended"), until ? t("Online until {until}", { until }) : message);
}

/** What extending does to a purchase that ends then, or has ended. */
export const extendHint = ({ expiresAt }: HotspotUser) =>
  expiresAt
    ? t("Ends {when}. A purchase that ran out opens again.", { when: dateTime(expiresAt, language()) })
    : t("A purchase that ran out opens again.");

/** Half an hour for who complains at the counter, after a question. */
export function useGive(): (user: HotspotUser) => void {
  const extend = useExtend();
  return (user) =>
    confirmAction({
      title: t("Give {who} 30 minutes more?", { who: calledName(user) }),
      text: extendHint(user),
      action: t("Give 30 minutes"),
      onYes: () => {
        extend
          .mutateAsync({ params: { id: user.id }, body: { minutes: 30 }, key: newKey() })
          .then(sayExtended, toastFailure(t("Error"), t("Failed to extend the time")));
      },
    });
}
