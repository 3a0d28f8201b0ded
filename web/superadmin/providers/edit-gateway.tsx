import { Alert, Checkbox, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactElement, useState } from "react";
import type { GatewayConfiguration } from "#contract/gateways";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { credentialsOf, faultsOf, type GatewayFields, gatewayAsTyped, kindName } from "./gateway-fields.ts";
import { nextStep } from "./gateway-form.tsx";
import { AccountInput, BankInput, CredentialInputs, EnvironmentInput } from "./gateway-inputs.tsx";
import { useGatewayOptions } from "./gateway-options.ts";
import type { GatewayOwner } from "./provider-gateways.tsx";

/** Changes a gateway. Its kind and its routers stay; a secret that is not typed stays, too. */
export function EditGateway(props: {
  gateway: GatewayConfiguration;
  provider: GatewayOwner;
  onClose: () => void;
}): ReactElement {
  const { gateway, provider, onClose } = props;
  const [error, setError] = useState<string | null>(null);
  const { banks } = useGatewayOptions();
  const catalogue = useRead("listPaymentGateways");
  const change = useAct("updateProviderGateway", ["/api/superadmin/providers/"]);
  // The profile's form, where the gateway has a short code of its own.
  const of = gateway.configuration.businessShortCode ? "profile" : "simple";
  const form = useForm<GatewayFields>({
    mode: "controlled",
    initialValues: gatewayAsTyped(gateway),
    validate: (values) => faultsOf(values, of, gateway.configuration),
  });
  const { useAutoApi, environment, accountNumber } = form.values;
  const name = `${kindName(gateway.paymentGatewayId)} ${gateway.accountNumber}`;
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
  const submit = form.onSubmit(
    (fields) => {
      setError(null);
      change.mutate(
        {
          params: { id: provider.id, configId: gateway.id },
          body: {
            ...{ gatewayConfigId: gateway.id, paymentGatewayId: gateway.paymentGatewayId },
            ...{ environment, useAutoApi, accountNumber: accountNumber.trim() },
            configuration: credentialsOf(fields),
          },
        },
        {
          onSuccess: (changed) => {
            toastSuccess(t("Payment Gateway Updated"), nextStep(changed, provider.businessName));
            onClose();
          },
          onError: (cause) => {
            const why = errorText(cause, t("Failed to update payment gateway."));
            toastError(t("Update Failed"), why);
            setError(why);
          },
        },
      );
    },
    (errors) => {
      const first = Object.keys(errors)[0];
      if (first) form.getInputNode(first)?.focus();
    },
  );
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Edit {name}", { name })}
      onSubmit={submit}
      busy={change.isPending}
      error={error}
      action={t("Update Gateway")}
      busyAction={t("Saving...")}
      size="lg"
    >
      <Text size="sm" c="dimmed">
        {t("Payments that have begun are finished the way they began.")}
      </Text>
      {isOther ? (
        <Alert color="yellow" variant="light">
          {environment === "production"
            ? t(
                "Once KES 1 has arrived by it, visitors of {business} pay to {account} ({environment}).",
                into,
              )
            : t("From now on visitors of {business} pay to {account} ({environment}).", into)}
        </Alert>
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
