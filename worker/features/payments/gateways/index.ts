import type { Driver, Route } from "./driver.ts";
import { mpesa } from "./mpesa.ts";

/** Exhaustive: a new driver name does not compile until it collects. */
export function driverFor(route: Route): Driver {
  switch (route.driver) {
    case "mpesa":
      return mpesa;
    default:
      return route.driver satisfies never;
  }
}
