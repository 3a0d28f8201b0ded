import type { Plan } from "#contract/plans";
import { parsePrice } from "#contract/values/money";
import { t } from "../../console/language.ts";
import { planPrice } from "./format-plan.ts";

/** What a visitor compares. `dataGB`: Infinity = unlimited. */
export type Offer = { cents: number; minutes: number; kbps: number; dataGB: number; devices: number };

export function offerOf(plan: Plan): Offer {
  return {
    cents: parsePrice(plan.price) ?? 0,
    minutes: plan.durationMinutes,
    kbps: plan.speedMbps * 1_000,
    dataGB: plan.dataLimitGB ?? Number.POSITIVE_INFINITY,
    devices: plan.devices,
  };
}

/** Gives as much of everything and costs no more. */
function isAsGood(one: Offer, other: Offer): boolean {
  const gives = (["minutes", "kbps", "dataGB", "devices"] as const).every((what) => one[what] >= other[what]);
  return gives && one.cents <= other.cents;
}

/** A sentence where an offer beside these plans makes no sense; null = it does, or is not typed whole. */
export function absurdBeside(offer: Offer, plans: readonly Plan[]): string | null {
  if (!(offer.cents > 0 && offer.minutes > 0 && offer.kbps > 0)) return null;
  const shown = plans.filter(
    (plan) => plan.isActive && !plan.isHidden && plan.routerIds === null && plan.hours === null,
  );
  const said = ({ name, price }: Plan) => ({ name, price: planPrice(price) });
  const better = shown.find((plan) => isAsGood(offerOf(plan), offer));
  if (better) return t("Nobody would buy this: {name} gives as much for KSh {price}.", said(better));
  const worse = shown.find((plan) => isAsGood(offer, offerOf(plan)));
  if (!worse) return null;
  return t("Nobody would buy {name} for KSh {price} any more: this gives as much for less.", said(worse));
}
