import type { Context } from "../../../context.ts";
import { callbackUrl } from "../core/payment-id.ts";
import type { Route } from "../core/route.ts";
import { airtel } from "./airtel.ts";
import { coop } from "./coop.ts";
import type { Driver, Gateway, Line, OpenedSecrets } from "./driver.ts";
import { equity } from "./equity.ts";
import { kcb } from "./kcb.ts";
import { mpesa } from "./mpesa.ts";

const banks = { kcb, coop, equity };

/** Exhaustive: a new driver name does not compile until it collects. @param opened credentials read in this very act */
export function gatewayOf(ctx: Context, route: Route, paymentId: string, opened?: OpenedSecrets): Gateway {
  const line = { ctx, callbackUrl: callbackUrl(ctx, paymentId), opened };
  switch (route.driver) {
    case "mpesa":
      return bind(mpesa, { ...line, route }, paymentId);
    case "airtel_money":
      return bind(airtel, { ...line, route }, paymentId);
    case "bank":
      return bind(banks[route.bank], { ...line, route }, paymentId);
    default:
      return route satisfies never;
  }
}

function bind<R extends Route>(driver: Driver<R>, line: Line<R>, paymentId: string): Gateway {
  return {
    ownHandle: driver.ownHandle?.(paymentId) ?? null,
    push: (request) => driver.push(line, request),
    query: (handle) => driver.query(line, handle),
    usesDoor: (door) => driver.usesDoor(line, door),
    carries: driver.carries,
    read: (body) => driver.read(line, body),
  };
}
