import type { GatewayConfiguration } from "#contract/gateways";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";
import type { GatewayOwner } from "./gateway-fields.ts";
import { ReportsOfTyped } from "./reports-of-typed.tsx";

/** Whether the gateway reports what people type by hand at a provider's own pay bill. */
export function PaybillReports(props: {
  gateway: GatewayConfiguration;
  provider: GatewayOwner;
  name: string;
}) {
  const { gateway, provider, name } = props;
  const register = useAct("registerPaybillAddresses", ["/api/superadmin/providers/"]);
  const { possible, since, fault } = gateway.paybillReports;
  if (!possible) return null;
  const { accountNumber: account } = gateway;
  return (
    <ReportsOfTyped
      account={account}
      since={since}
      fault={fault}
      name={name}
      what={t(
        "Safaricom will ask this platform about each payment that somebody types at {account} of {business}, and report it: a wrong account code is refused before money moves. It reports to no other system afterwards.",
        { account, business: provider.businessName },
      )}
      busy={register.isPending}
      onRegister={(on) => register.mutate({ params: { id: provider.id, configId: gateway.id } }, on)}
    />
  );
}
