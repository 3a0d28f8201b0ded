import type { Context } from "../../../context.ts";
import { callbackUrl } from "../core/payment-id.ts";
import type { AirtelRoute, BankRoute, MpesaRoute, Route, SealedSecrets } from "../core/route.ts";
import { airtel } from "./airtel.ts";
import { bank } from "./bank.ts";
import type { Driver, Gateway, GatewayAdapter, Line, ServiceAdapter } from "./driver.ts";
import { mpesa } from "./mpesa.ts";

type Adapters = {
  mpesa: ServiceAdapter<MpesaRoute>;
  airtel_money: ServiceAdapter<AirtelRoute>;
  bank: GatewayAdapter<BankRoute>;
};

export const adapters: Adapters = { mpesa, airtel_money: airtel, bank };

/** For a route, or the app of one, whose kind is not known here. */
export function adapterOf<R extends Route>({ type }: Pick<R, "type">): GatewayAdapter<R> {
  // Each adapter takes the routes of its own name: the compiler does not follow that through a union.
  return adapters[type] as unknown as GatewayAdapter<R>;
}

/** @param sealed credentials read in this very act */
export function gatewayOf(ctx: Context, route: Route, paymentId: string, sealed?: SealedSecrets): Gateway {
  const line = { ctx, route, callbackUrl: callbackUrl(ctx, paymentId), sealed };
  return bind(adapterOf(route).driver(route), line, paymentId);
}

function bind(driver: Driver<Route>, line: Line, paymentId: string): Gateway {
  return {
    ownHandle: driver.ownHandle?.(paymentId) ?? null,
    push: (request) => driver.push(line, request),
    query: (handle) => driver.query(line, handle),
    usesDoor: (door) => driver.usesDoor(line, door),
    carries: driver.carries,
    read: (body) => driver.read(line, body),
  };
}
