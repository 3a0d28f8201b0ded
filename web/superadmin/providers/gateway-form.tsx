import { Alert, Button, Checkbox, Fieldset, PasswordInput, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { type ReactElement, useState } from "react";
import type { GatewayConfiguration, PaymentGateway } from "#contract/gateways";
import { t } from "../../console/language.ts";
import { failed, reason, said } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import {
  accountPlaceholder,
  bodyOf,
  canConfigure,
  environmentName,
  type GatewayFields,
  gatewaySchema,
  kindName,
  newGateway,
} from "./gateway-fields.ts";
import type { GatewayOwner } from "./provider-gateways.tsx";

/** The simple gateway form of the providers page (specification, super admin console 5). */
export function GatewayForm(props: {
  kinds: readonly PaymentGateway[];
  provider: GatewayOwner;
  /** Of all routers: a new one of the same kind takes its place. */
  inUse: readonly GatewayConfiguration[];
}): ReactElement {
  const { kinds, provider, inUse } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const create = useAct("createProviderGateway", ["/api/superadmin/providers/"]);
  const form = useForm<GatewayFields>({
    mode: "controlled",
    initialValues: newGateway(kinds),
    validate: (values) => zod4Resolver(gatewaySchema())(values),
  });
  const { gatewayId, useAutoApi } = form.values;
  const kind = kinds.find(({ id }) => id === gatewayId);
  const former = inUse.find(({ paymentGatewayId }) => paymentGatewayId === gatewayId);

  const submit = form.onSubmit(
    (fields) => {
      setProblem(null);
      create.mutate(
        { params: { id: provider.id }, body: bodyOf(provider.id, fields) },
        {
          onSuccess: () => {
            said(
              t("Payment Gateway Configured"),
              t("Visitors of {name} pay this way from now on.", { name: provider.businessName }),
            );
            form.reset();
          },
          onError: (cause) => {
            const why = reason(cause, t("Failed to configure payment gateway."));
            failed(t("Configuration Failed"), why);
            setProblem(why);
          },
        },
      );
    },
    (errors) => {
      const first = Object.keys(errors)[0];
      if (first) form.getInputNode(first)?.focus();
    },
  );
  const secret = (name: "consumerKey" | "consumerSecret" | "passkey", label: string) => (
    <PasswordInput
      name={name}
      label={label}
      withAsterisk
      autoComplete="off"
      maxLength={2_000}
      visibilityToggleButtonProps={{ "aria-label": t("Show {what}", { what: label }) }}
      {...form.getInputProps(name)}
      aria-invalid={form.errors[name] ? true : undefined}
    />
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t("New payment gateway")}>
      <Fieldset legend={t("New payment gateway")} radius="lg">
        <Stack>
          {problem ? (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          ) : null}
          {former ? (
            <Alert color="yellow" variant="light">
              {t("It takes the place of {name}.", {
                name: `${kindName(former.paymentGatewayId)} ${former.accountNumber}`,
              })}
            </Alert>
          ) : null}
          <Select
            label={t("Payment Gateway")}
            withAsterisk
            allowDeselect={false}
            data={kinds.map((one) => ({
              value: one.id,
              label: canConfigure(one) ? one.name : t("{name} (not yet)", { name: one.name }),
              disabled: !canConfigure(one),
            }))}
            {...form.getInputProps("gatewayId")}
          />
          <TextInput
            name="accountNumber"
            label={t("Account Number")}
            description={t("The till or pay bill that is paid")}
            placeholder={accountPlaceholder(kind?.type)}
            withAsterisk
            inputMode="numeric"
            autoComplete="off"
            maxLength={60}
            {...form.getInputProps("accountNumber")}
          />
          <Select
            label={t("Environment")}
            allowDeselect={false}
            data={(["sandbox", "production"] as const).map((value) => ({
              value,
              label: environmentName(value),
            }))}
            {...form.getInputProps("environment")}
          />
          {kind?.hasAutoApi ? (
            <Checkbox
              size="md"
              label={t("Use Auto API")}
              description={t("The platform's own app collects for this account; no credentials are needed.")}
              {...form.getInputProps("useAutoApi", { type: "checkbox" })}
            />
          ) : null}
          {useAutoApi ? null : (
            <>
              {secret("consumerKey", t("Consumer Key"))}
              {secret("consumerSecret", t("Consumer Secret"))}
              {secret("passkey", t("Passkey"))}
            </>
          )}
          <Button type="submit" disabled={create.isPending} aria-busy={create.isPending}>
            {create.isPending ? t("Saving...") : t("Configure Gateway")}
          </Button>
        </Stack>
      </Fieldset>
    </form>
  );
}
