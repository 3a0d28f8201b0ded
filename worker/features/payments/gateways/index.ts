import type { Context } from "../../../context.ts";
import { callbackUrl } from "../payment-id.ts";
import type { Driver, Gateway, Line, Route } from "./driver.ts";
import { mpesa } from "./mpesa.ts";

/** The gateway that a payment's frozen route leads to. Exhaustive: a new driver name does not compile until it collects. */
export function gatewayOf(ctx: Context, route: Route, paymentId: string): Gateway {
  const line = { ctx, callbackUrl: callbackUrl(ctx, paymentId) };
  switch (route.driver) {
    case "mpesa":
      return bind(mpesa, { ...line, route });
    case "airtel_money":
    case "bank":
      throw new Error(`nothing collects by ${route.driver} yet`);
    default:
      return route satisfies never;
  }
}

function bind<R extends Route>(driver: Driver<R>, line: Line<R>): Gateway {
  return {
    push: (ask) => driver.push(line, ask),
    query: (handle) => driver.query(line, handle),
    readCallback: (body) => driver.readCallback(body),
  };
}
