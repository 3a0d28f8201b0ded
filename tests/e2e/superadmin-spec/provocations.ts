import { adProvocations } from "./provoke-ads.ts";
import { billingProvocations } from "./provoke-billing.ts";
import { entranceProvocations } from "./provoke-entrance.ts";
import { gatewayProvocations } from "./provoke-gateways.ts";
import { providerProvocations } from "./provoke-providers.ts";
import { routerProvocations } from "./provoke-routers.ts";
import { switchProvocations } from "./provoke-switch.ts";

/** Every way in which a row is provoked: each brings the operator there once, and says what was found. */
export const provocations = {
  ...entranceProvocations,
  ...providerProvocations,
  ...routerProvocations,
  ...adProvocations,
  ...billingProvocations,
  ...switchProvocations,
  ...gatewayProvocations,
};
export type Provocation = keyof typeof provocations;
