import { Checkbox, Fieldset, Select, Stack } from "@mantine/core";
import type { GatewayConfiguration, PaymentGateway } from "#contract/gateways";
import { fieldName, useCallForm } from "../../console/call-form.ts";
import { FormProblem } from "../../console/form-modal.tsx";
import { gatewayName } from "../../console/format.ts";
import { Button, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { credentialsOf, faultsOf, fieldOf, type GatewayOwner, newGateway } from "./gateway-fields.ts";
import {
  AccountInput,
  BankInput,
  CredentialInputs,
  EnvironmentInput,
  useGatewayOptions,
} from "./gateway-inputs.tsx";

/** The simple gateway form of the providers page (docs/behaviour/operator-console.md, OC-39). */
export function GatewayForm(props: {
  catalogue: readonly PaymentGateway[];
  provider: GatewayOwner;
  /** Of all routers: a new one of the same type takes its place. */
  inUse: readonly GatewayConfiguration[];
}) {
  const { catalogue, provider, inUse } = props;
  const { banks } = useGatewayOptions();
  const create = useAct("createProviderGateway", ["/api/superadmin/providers/"]);
  const { form, submit, busy, error } = useCallForm({
    initialValues: newGateway(catalogue),
    body: (fields) => ({
      providerId: provider.id,
      gatewayId: fields.type,
      environment: fields.environment,
      useAutoApi: fields.useAutoApi,
      accountNumber: fields.accountNumber.trim(),
      configuration: credentialsOf(fields),
    }),
    check: (fields) => faultsOf(fields, "simple"),
    send: (body) => create.mutateAsync({ params: { id: provider.id }, body }),
    failure: { title: t("Configuration Failed"), text: t("Failed to configure payment gateway.") },
    fieldOf,
    onDone: (made) => {
      toastSuccess(t("Payment Gateway Configured"), nextStep(made, provider.businessName));
      form.reset();
    },
  });
  const { type, useAutoApi, environment } = form.values;
  const chosen = catalogue.find((one) => one.type === type);
  const former = inUse.find(({ paymentGatewayId, isActive }) => paymentGatewayId === type && isActive);

  const choose = (value: string | null) => {
    const next = catalogue.find((one) => one.type === value);
    if (!next) return;
    form.clearErrors();
    form.setValues({
      type: next.type,
      bank: "",
      useAutoApi: next.hasAutoApi,
      credentials: {},
      environment: next.autoApiEnvironment ?? "production",
    });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t("New payment gateway")}>
      <Fieldset legend={t("New payment gateway")} radius="lg">
        <Stack>
          {former ? (
            <Warning>
              {(former.status === "collects" || former.status === "stands_by") && environment === "production"
                ? t("It takes the place of {name} once it is verified with KSh 1.", { name: nameOf(former) })
                : t("It takes the place of {name}.", { name: nameOf(former) })}
            </Warning>
          ) : null}
          <Select
            label={t("Payment Gateway")}
            withAsterisk
            allowDeselect={false}
            data={catalogue.map(({ type, name }) => ({ value: type, label: name }))}
            value={type}
            onChange={choose}
            error={form.errors.type}
            {...fieldName(form, "type")}
          />
          {type === "bank" ? <BankInput form={form} banks={banks} label={t("Bank")} /> : null}
          <AccountInput form={form} />
          <EnvironmentInput form={form} />
          {chosen?.hasAutoApi ? (
            <Checkbox
              size="md"
              label={t("Use Auto API")}
              description={t("The platform's own app collects for this account; no credentials are needed.")}
              {...form.getInputProps("useAutoApi", { type: "checkbox" })}
            />
          ) : null}
          {useAutoApi ? null : <CredentialInputs form={form} of="simple" />}
          <FormProblem text={error} />
          <Button type="submit" busy={busy}>
            {busy ? t("Saving...") : t("Configure Gateway")}
          </Button>
        </Stack>
      </Fieldset>
    </form>
  );
}

const nameOf = ({ paymentGatewayId, accountNumber }: GatewayConfiguration) =>
  `${gatewayName(paymentGatewayId)} ${accountNumber}`;

/** What the operator does next, if anything. */
export function nextStep({ status, fault, isActive }: GatewayConfiguration, business: string): string {
  if (!isActive && status === "needs_verification")
    return t("Verify it with KSh 1: then it takes over. Until then visitors of {name} pay as before.", {
      name: business,
    });
  if (status === "needs_verification")
    return t("Verify it with KSh 1: until then visitors of {name} cannot pay this way.", { name: business });
  if (status === "cannot_collect") return t("Saved, cannot collect yet: {why}", { why: fault ?? "" });
  return t("Visitors of {name} pay this way from now on.", { name: business });
}
