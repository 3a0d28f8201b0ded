import type { ReactElement } from "react";
import type { GatewayConfiguration } from "#contract/gateways";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";
import { TrialPayment } from "../ask-for-shilling.tsx";
import { kindName } from "./gateway-fields.ts";
import type { GatewayOwner } from "./provider-gateways.tsx";

/** Sends KES 1 by this very gateway; what became of it shows in the list. */
export function VerifyGateway(props: {
  gateway: GatewayConfiguration;
  provider: GatewayOwner;
  onClose: () => void;
}): ReactElement {
  const { gateway, provider, onClose } = props;
  const verify = useAct("verifyProviderGateway", ["/api/superadmin/providers/"]);
  const { accountNumber: account } = gateway;
  const params = { id: provider.id, configId: gateway.id };
  return (
    <TrialPayment
      title={t("Verify {name} with KES 1", { name: `${kindName(gateway.paymentGatewayId)} ${account}` })}
      warning={t("One real shilling is taken from this phone and paid to {account} of {business}.", {
        account,
        business: provider.businessName,
      })}
      note={
        gateway.isActive
          ? t("Nothing is sold by it. Once it has arrived, visitors can pay this way.")
          : t("Nothing is sold by it. Once it has arrived, this one takes over.")
      }
      next={t("Enter your PIN. The list says when KES 1 has arrived.")}
      failure={t("Verification Failed")}
      busy={verify.isPending}
      send={(phoneNumber, key) => verify.mutateAsync({ params, body: { phoneNumber }, key })}
      onClose={onClose}
    />
  );
}
