import { Alert, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactElement, useState } from "react";
import type { GatewayConfiguration } from "#contract/gateways";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { failed, reason, said } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { kindName } from "./gateway-fields.ts";
import type { GatewayOwner } from "./provider-gateways.tsx";

/** Asks the operator's own phone for KES 1 by this very gateway; what became of it shows in the list. */
export function VerifyGateway(props: {
  gateway: GatewayConfiguration;
  provider: GatewayOwner;
  onClose: () => void;
}): ReactElement {
  const { gateway, provider, onClose } = props;
  const [error, setError] = useState<string | null>(null);
  // One for all tries of this dialog: a repeat after a lost answer asks for no second shilling.
  const [key] = useState(() => crypto.randomUUID());
  const verify = useAct("verifyProviderGateway", ["/api/superadmin/providers/"]);
  const name = `${kindName(gateway.paymentGatewayId)} ${gateway.accountNumber}`;
  const form = useForm({
    mode: "controlled",
    initialValues: { phoneNumber: "" },
    validate: { phoneNumber: (value) => (value.trim() === "" ? t("Phone number is required") : null) },
  });
  const submit = form.onSubmit(({ phoneNumber }) => {
    setError(null);
    verify.mutate(
      {
        params: { id: provider.id, configId: gateway.id },
        body: { phoneNumber: phoneNumber.trim() },
        key: `${key} ${phoneNumber.trim()}`,
      },
      {
        onSuccess: () => {
          said(t("Check your phone"), t("Enter your PIN. The list says when KES 1 has arrived."));
          onClose();
        },
        onError: (cause) => {
          const why = reason(cause, t("Failed to send KES 1."));
          failed(t("Verification Failed"), why);
          setError(why);
        },
      },
    );
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Verify {name} with KES 1", { name })}
      onSubmit={submit}
      busy={verify.isPending}
      error={error}
      action={t("Ask for KES 1")}
      busyAction={t("Sending...")}
    >
      <Alert color="yellow" variant="light">
        {t("One real shilling is taken from this phone and paid to {account} of {business}.", {
          account: gateway.accountNumber,
          business: provider.businessName,
        })}
      </Alert>
      <Text size="sm" c="dimmed">
        {gateway.isActive
          ? t("Nothing is sold by it. Once it has arrived, visitors can pay this way.")
          : t("Nothing is sold by it. Once it has arrived, this one takes over.")}
      </Text>
      <TextInput
        name="phoneNumber"
        label={t("Your phone")}
        placeholder="0712 345 678"
        withAsterisk
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        {...form.getInputProps("phoneNumber")}
      />
    </FormModal>
  );
}
