import { Checkbox } from "@mantine/core";
import type { GatewayConfiguration } from "#contract/gateways";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { gatewayName } from "../../console/format.ts";
import { Hint, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { credentialsOf, faultsOf, fieldOf, type GatewayOwner, gatewayAsTyped } from "./gateway-fields.ts";
import { nextStep } from "./gateway-form.tsx";
import {
  AccountInput,
  BankInput,
  CredentialInputs,
  EnvironmentInput,
  useGatewayOptions,
} from "./gateway-inputs.tsx";

/** Changes a gateway. Its type and its routers stay; a secret that is not typed stays, too. */
export function EditGateway(props: {
  gateway: GatewayConfiguration;
  provider: GatewayOwner;
  onClose: () => void;
}) {
  const { gateway, provider, onClose } = props;
  const { banks } = useGatewayOptions();
  const catalogue = useRead("listPaymentGateways");
  const change = useAct("updateProviderGateway", ["/api/superadmin/providers/"]);
  // The profile's form, where the gateway has a short code of its own.
  const of = gateway.configuration.businessShortCode ? "profile" : "simple";
  const { form, modal } = useCallForm({
    initialValues: gatewayAsTyped(gateway),
    body: (fields) => ({
      gatewayConfigId: gateway.id,
      paymentGatewayId: gateway.paymentGatewayId,
      environment: fields.environment,
      useAutoApi: fields.useAutoApi,
      accountNumber: fields.accountNumber.trim(),
      configuration: credentialsOf(fields),
    }),
    check: (fields) => faultsOf(fields, of, gateway.configuration),
    send: (body) => change.mutateAsync({ params: { id: provider.id, configId: gateway.id }, body }),
    failure: { title: t("Update Failed"), text: t("Failed to update payment gateway.") },
    fieldOf,
    onDone: (changed) => {
      toastSuccess(t("Payment Gateway Updated"), nextStep(changed, provider.businessName));
      onClose();
    },
  });
  const { useAutoApi, environment, accountNumber } = form.values;
  const name = `${gatewayName(gateway.paymentGatewayId)} ${gateway.accountNumber}`;
  const hasAuto = catalogue.data?.find(({ id }) => id === gateway.paymentGatewayId)?.hasAutoApi ?? false;
  const isOther =
    accountNumber.trim() !== gateway.accountNumber ||
    environment !== gateway.environment ||
    useAutoApi !== gateway.useAutoApi;
  const into = {
    business: provider.businessName,
    account: accountNumber.trim() || "…",
    environment: environment === "sandbox" ? t("Sandbox") : t("Production"),
  };
  return (
    <FormModal
      onClose={onClose}
      title={t("Edit {name}", { name })}
      {...modal}
      action={t("Update Gateway")}
      busyAction={t("Saving...")}
      size="lg"
    >
      <Hint>{t("Payments that have begun are finished the way they began.")}</Hint>
      {isOther ? (
        <Warning>
          {environment === "production"
            ? t(
                "Once KSh 1 has arrived by it, visitors of {business} pay to {account} ({environment}).",
                into,
              )
            : t("From now on visitors of {business} pay to {account} ({environment}).", into)}
        </Warning>
      ) : null}
      {gateway.paymentGatewayId === "bank" ? <BankInput form={form} banks={banks} label={t("Bank")} /> : null}
      <AccountInput form={form} />
      <EnvironmentInput form={form} />
      {hasAuto || gateway.useAutoApi ? (
        <Checkbox
          size="md"
          label={t("Use Auto API")}
          description={t("The platform's own app collects for this account; no credentials are needed.")}
          {...form.getInputProps("useAutoApi", { type: "checkbox" })}
        />
      ) : null}
      {useAutoApi ? null : <CredentialInputs form={form} of={of} stored={gateway.configuration} />}
    </FormModal>
  );
}
