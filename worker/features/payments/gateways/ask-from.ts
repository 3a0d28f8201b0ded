import type { Route } from "./driver.ts";

/**
 * How long after its push a gateway wants to be left alone before it is asked, in ms; null = it cannot be asked. Airtel's
 * documentation names three minutes; KCB and Equity have no enquiry for this kind of push.
 */
export function askFromMs(route: Route): number | null {
  switch (route.driver) {
    case "mpesa":
      return 0;
    case "airtel_money":
      return 180_000;
    case "bank":
      return route.bank === "coop" ? 0 : null;
    default:
      return route satisfies never;
  }
}
