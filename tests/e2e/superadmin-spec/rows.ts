import type { Row } from "./row.ts";
import { ads } from "./rows-ads.ts";
import { billing } from "./rows-billing.ts";
import { dashboard, logIn, navigation, routes } from "./rows-entrance.ts";
import { gatewayDialogs } from "./rows-gateways.ts";
import { gateway, profile, providers } from "./rows-providers.ts";
import { openvpn, routers } from "./rows-routers.ts";
import { paymentSwitch } from "./rows-switch.ts";

export const rows: Row[] = [
  ...[
    routes,
    logIn,
    navigation,
    dashboard,
    providers,
    gateway,
    profile,
    routers,
    openvpn,
    ads,
    billing,
    paymentSwitch,
    gatewayDialogs,
  ].flat(),
];
