import type { Plan } from "#contract/plans";
import { parsePrice } from "#contract/values/money";
import { speedText } from "#contract/values/speed";
import { t } from "../../console/language.ts";
import type { PreviewPlan } from "../../console/settings/settings-form.tsx";
import { saysItsTime } from "../users/format-user.ts";
import { openHours, planDuration, slowing, visitorPrice } from "./format-plan.ts";

/** Whether visitors can buy it now, at one router at least. @param now UTC ms */
function isOnSale({ isActive, isHidden, soldUntil }: Plan, now: number): boolean {
  return isActive && !isHidden && (soldUntil === null || Date.parse(soldUntil) > now);
}

/** As the visitor's page shows them, cheapest first, then the one that was made first. @param plans newest first */
export function previewPlans(plans: readonly Plan[], now: number): PreviewPlan[] {
  const cents = ({ price }: Plan) => parsePrice(price) ?? 0;
  return plans
    .filter((plan) => isOnSale(plan, now))
    .toReversed()
    .toSorted((a, b) => cents(a) - cents(b))
    .map((plan) => ({
      id: plan.id,
      duration: planDuration(plan.durationHours),
      name: saysItsTime(plan.name, plan.durationHours) ? null : plan.name,
      gives: [
        speedText(plan.speedMbps),
        plan.dataLimitGB === null ? t("Unlimited Data") : t("{amount} GB data", { amount: plan.dataLimitGB }),
        ...slowing(plan),
        ...openHours(plan),
      ].join(" · "),
      price: visitorPrice(plan.price),
    }));
}
