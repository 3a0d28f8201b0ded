import { Select, Switch } from "@mantine/core";
import { useState } from "react";
import { isService } from "#contract/values/services";
import { fieldName, useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import {
  credentialsOf,
  emptyGateway,
  faultsOf,
  fieldOf,
  type GatewayFields,
  type GatewayOwner,
} from "../providers/gateway-fields.ts";
import { nextStep } from "../providers/gateway-form.tsx";
import {
  AccountInput,
  BankInput,
  CredentialInputs,
  EnvironmentInput,
  useGatewayOptions,
} from "../providers/gateway-inputs.tsx";

/**
 * The gateway dialog of a provider's profile (docs/behaviour/operator-console.md, OC-40): for all its routers or for
 * one, by default in production and by credentials of its own.
 */
export function NewGatewayDialog(props: { provider: GatewayOwner; onClose: () => void }) {
  const { provider, onClose } = props;
  const [sort, setSort] = useState<"mobile_money" | "bank">("mobile_money");
  const { banks, services } = useGatewayOptions();
  const routers = useRead("listRoutersOfProvider", { params: { providerId: provider.id } });
  const create = useAct("createProviderGateway", ["/api/superadmin/providers/"]);
  const { form, modal } = useCallForm({
    initialValues: { ...emptyGateway, type: "mpesa" } as GatewayFields,
    body: (fields) => ({
      gatewayType: sort,
      gatewayProvider: sort === "bank" ? fields.bank : fields.type,
      environment: fields.environment,
      accountNumber: fields.accountNumber.trim(),
      routerId: fields.routerId === "all" ? null : fields.routerId,
      customConfiguration: fields.useAutoApi ? null : { ...credentialsOf(fields), isProviderSpecific: true },
    }),
    check: (fields) => faultsOf(fields, "profile"),
    send: (body) => create.mutateAsync({ params: { id: provider.id }, body }),
    failure: { title: t("Configuration Failed"), text: t("Failed to configure payment gateway.") },
    fieldOf,
    onDone: (made) => {
      toastSuccess(t("Payment Gateway Configured"), nextStep(made, provider.businessName));
      onClose();
    },
  });
  const { type, useAutoApi } = form.values;
  const chooseSort = (value: string | null) => {
    const next = value === "bank" ? "bank" : "mobile_money";
    setSort(next);
    form.clearErrors();
    form.setValues({ type: next === "bank" ? "bank" : "", bank: "", credentials: {} });
  };
  return (
    <FormModal
      onClose={onClose}
      title={t("Configure Payment Gateway")}
      {...modal}
      action={t("Configure Gateway")}
      busyAction={t("Saving...")}
      size="lg"
    >
      <Select
        label={t("Router")}
        description={t("A router's own gateway comes before that of all routers.")}
        allowDeselect={false}
        data={[
          { value: "all", label: t("All routers") },
          ...(routers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps("routerId")}
      />
      <Select
        label={t("Gateway Type")}
        withAsterisk
        allowDeselect={false}
        data={[
          { value: "mobile_money", label: t("Mobile Money") },
          { value: "bank", label: t("Bank") },
        ]}
        value={sort}
        onChange={chooseSort}
      />
      {sort === "bank" ? (
        <BankInput form={form} banks={banks} label={t("Gateway Provider")} />
      ) : (
        <Select
          label={t("Gateway Provider")}
          withAsterisk
          placeholder={t("Choose a service")}
          allowDeselect={false}
          data={services.map(({ id, name }) => ({ value: id, label: name }))}
          value={type || null}
          onChange={(value) => form.setValues({ type: isService(value) ? value : "mpesa", credentials: {} })}
          error={form.errors.type}
          {...fieldName(form, "type")}
        />
      )}
      <AccountInput form={form} />
      <EnvironmentInput form={form} />
      <Switch
        size="md"
        label={t("Custom configuration")}
        description={t(
          "The provider's own credentials. Without them the platform's app collects for its account.",
        )}
        checked={!useAutoApi}
        onChange={({ currentTarget }) => form.setFieldValue("useAutoApi", !currentTarget.checked)}
      />
      {useAutoApi ? null : <CredentialInputs form={form} of="profile" />}
    </FormModal>
  );
}
