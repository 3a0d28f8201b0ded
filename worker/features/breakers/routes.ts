import { listGatewayAlarms, listSuccessRates } from "../../contract/gateway-alarms.ts";
import { type App, route } from "../../http/route.ts";
import { listAlarms } from "./list-alarms.ts";
import { successRates } from "./success-rates.ts";

export function mountBreakers(app: App): void {
  route(app, listGatewayAlarms, ({ ctx }) => listAlarms(ctx));
  route(app, listSuccessRates, ({ ctx }) => successRates(ctx));
}
