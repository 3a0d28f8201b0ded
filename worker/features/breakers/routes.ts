import { listGatewayAlarms } from "../../contract/gateway-alarms.ts";
import { type App, route } from "../../http/route.ts";
import { listAlarms } from "./list-alarms.ts";

export function mountBreakers(app: App): void {
  route(app, listGatewayAlarms, ({ ctx }) => listAlarms(ctx));
}
