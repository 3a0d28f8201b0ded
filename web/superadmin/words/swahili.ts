import { words as account } from "./account.ts";
import { words as billing } from "./billing.ts";
import { words as gateways } from "./gateways.ts";
import { words as openvpn } from "./openvpn.ts";
import { words as overview } from "./overview.ts";
import { words as paymentSwitch } from "./payment-switch.ts";
import { words as providerProfile } from "./provider-profile.ts";
import { words as providers } from "./providers.ts";
import { words as reconciliation } from "./reconciliation.ts";
import { words as refunds } from "./refunds.ts";
import { words as revenue } from "./revenue.ts";
import { words as routers } from "./routers.ts";

/** Kiswahili of the super admin console, by the English text: what the kit does not say already. A test asks for every text. */
export const swahili: Record<string, string> = {
  ...account,
  ...providers,
  ...gateways,
  ...routers,
  ...openvpn,
  ...overview,
  ...providerProfile,
  ...revenue,
  ...paymentSwitch,
  ...billing,
  ...reconciliation,
  ...refunds,
};
