import { Group, Text } from "@mantine/core";
import type { GatewayConfiguration } from "#contract/gateways";
import { confirmAction } from "../../console/confirm-action.tsx";
import { SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import type { GatewayOwner } from "./gateway-fields.ts";

/** Whether the gateway reports what people type by hand at a pay bill, and the button that asks it to. */
export function PaybillReports(props: {
  gateway: GatewayConfiguration;
  provider: GatewayOwner;
  name: string;
}) {
  const { gateway, provider, name } = props;
  const register = useAct("registerPaybillAddresses", ["/api/superadmin/providers/"]);
  const { possible, since, fault } = gateway.paybillReports;
  if (!possible) return null;
  const otherwise = t("Typed payments are not reported. Please try again.");
  const registerIt = () =>
    register.mutate(
      { params: { id: provider.id, configId: gateway.id } },
      {
        onSuccess: ({ success, message }) =>
          success
            ? toastSuccess(t("Typed payments are received"), message)
            : toastError(t("Registration Failed"), message || otherwise),
        onError: toastFailure(t("Registration Failed"), otherwise),
      },
    );
  const ask = () =>
    confirmAction({
      title: t("Receive payments typed at {account}?", { account: gateway.accountNumber }),
      text: t(
        "Safaricom will ask this platform about each payment that somebody types at {account} of {business}, and report it: a wrong account code is refused before money moves. It reports to no other system afterwards.",
        { account: gateway.accountNumber, business: provider.businessName },
      ),
      action: t("Register at Safaricom"),
      onYes: registerIt,
    });
  return (
    <Group justify="space-between" gap="xs" mt="xs">
      <div role="status" style={{ minWidth: 0, flex: "1 1 12rem" }}>
        <Text size="sm">
          {since
            ? t("Typed payments are received since:")
            : t("Payments typed by hand are not received yet.")}{" "}
          {since ? <When iso={since} /> : null}
        </Text>
        {fault ? (
          <Text size="sm" c="red" style={{ overflowWrap: "anywhere" }}>
            {fault}
          </Text>
        ) : null}
      </div>
      <SecondaryButton
        aria-label={
          since && !fault
            ? t("Register again: {name}", { name })
            : t("Receive typed payments of {name}", { name })
        }
        busy={register.isPending}
        onClick={ask}
      >
        {since && !fault ? t("Register again") : t("Receive typed payments")}
      </SecondaryButton>
    </Group>
  );
}
