import type { Outage } from "#contract/outages";
import type { AssignedRouter } from "#contract/routers";
import { timeLeft } from "#contract/values/duration";
import { t } from "../../console/language.ts";
import { polled, useRead } from "../api.ts";

// What the dashboard and the section of the routers page know of outages.

/** The address of the section, for who is led there. */
export const outagesAnchor = "outages";

export function useOutages() {
  return useRead("listOutages", {}, polled(60_000));
}

/** Purchases lost time by it, and it is not settled. */
export function isUndecided({ settled, purchases }: Outage): boolean {
  return settled === null && purchases > 0;
}

export function outageLength({ beganAt, endedAt }: Outage): string {
  return timeLeft(Date.parse(endedAt) - Date.parse(beganAt));
}

/** What its router is called, also where it is the provider's no more. */
export function routerOf({ routerId, formerName }: Outage, routers: readonly AssignedRouter[]): string {
  return routers.find(({ id }) => id === routerId)?.name ?? formerName ?? t("A former router");
}
