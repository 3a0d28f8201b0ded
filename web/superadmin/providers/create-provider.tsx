import { Code, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import type { GatewayConfiguration } from "#contract/gateways";
import { useCallForm } from "../../console/call-form.ts";
import { CopyButton } from "../../console/copy-button.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { originOf } from "../../console/page-data.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { ContactFields, PaperFields } from "./contact-fields.tsx";
import {
  bodyOf,
  checkOf,
  fieldOf,
  filteredSubdomain,
  noProvider,
  type ProviderFields,
  titles,
} from "./new-provider-fields.ts";

/** Longer: the user name is to be noted down. */
const adminToastMs = 6_000;

const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

export function CreateProvider(props: {
  mainOrigin: string;
  onClose: () => void;
  /** To what it still lacks to sell. */
  onCreated: (id: string) => void;
}) {
  const { mainOrigin, onClose, onCreated } = props;
  const mpesa = useRead("listPaymentGateways").data?.find(({ type }) => type === "mpesa");
  const addGateway = useAct("createProviderGateway", ["/api/superadmin/providers"]);
  const create = useAct("createProvider", ["/api/superadmin/providers", "/api/superadmin/stats"]);
  const { form, busy, modal } = useCallForm({
    initialValues: noProvider,
    body: bodyOf,
    schema: async () => (await import("#contract/providers")).NewProvider,
    check: checkOf,
    send: (body, key) => create.mutateAsync({ body, key }),
    failure: { title: t("Creation Failed"), text: t("Failed to create provider.") },
    fieldOf,
    titles: titles(),
    onDone: async ({ id, businessName, admin }, { account }) => {
      if (admin)
        toastSuccess(
          t("Provider & Admin Created"),
          t("{name} signs in as {username}.", { name: businessName, username: admin.username }),
          adminToastMs,
        );
      else toastSuccess(t("Provider Created"), businessName);
      await setGateway(id, account.trim());
      onCreated(id);
    },
  });
  /** By the platform's own app. What fails here is done on the provider's page. */
  const setGateway = async (providerId: string, accountNumber: string) => {
    if (accountNumber === "" || !mpesa?.autoApiEnvironment) return;
    const environment = mpesa.autoApiEnvironment;
    const gateway = { providerId, gatewayId: mpesa.id, environment, useAutoApi: true, accountNumber };
    try {
      await addGateway.mutateAsync({ params: { id: providerId }, body: { ...gateway, configuration: {} } });
    } catch (cause) {
      toastError(t("Configuration Failed"), errorText(cause, t("Failed to configure payment gateway.")));
    }
  };
  const { subdomain } = form.values;
  const input = (name: keyof ProviderFields) => ({ name, maxLength: 200, ...form.getInputProps(name) });

  return (
    <FormModal
      onClose={onClose}
      title={t("Create New Provider")}
      {...modal}
      busy={busy || addGateway.isPending}
      action={t("Create Provider")}
      busyAction={t("Creating...")}
      size="lg"
    >
      <Fieldset legend={t("Business")} radius="lg">
        <Stack>
          <ContactFields input={input} />
          <TextInput
            label={t("Subdomain")}
            description={
              <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
                {subdomain === ""
                  ? t("Letters a to z, digits and hyphens")
                  : t("Its address: {address}", { address: originOf(mainOrigin, subdomain) })}
              </Text>
            }
            withAsterisk
            {...asTyped}
            {...input("subdomain")}
            onChange={(event) =>
              form.setFieldValue("subdomain", filteredSubdomain(event.currentTarget.value))
            }
          />
          <PaperFields input={input} />
        </Stack>
      </Fieldset>
      {mpesa?.hasAutoApi ? (
        <Fieldset legend={t("Where its money goes")} radius="lg">
          <TextInput
            label={t("M-Pesa till or pay bill")}
            description={t(
              "Collected by the platform's own app straight to it. It can be left empty and set later, with other gateways.",
            )}
            inputMode="numeric"
            autoComplete="off"
            {...input("account")}
            maxLength={12}
          />
        </Fieldset>
      ) : null}
      <Fieldset legend={t("Who signs in")} radius="lg">
        <Stack>
          <TextInput label={t("Admin Full Name")} withAsterisk {...input("adminName")} maxLength={100} />
          <TextInput
            label={t("Admin Email")}
            type="email"
            withAsterisk
            {...asTyped}
            {...input("adminEmail")}
          />
          <TextInput
            label={t("Login Username")}
            withAsterisk
            autoComplete="off"
            {...asTyped}
            {...input("username")}
            maxLength={60}
          />
          <PasswordField
            label={t("Password")}
            description={t("At least 8 characters")}
            withAsterisk
            autoComplete="new-password"
            {...input("password")}
          />
          <PasswordField
            label={t("Confirm Password")}
            withAsterisk
            autoComplete="new-password"
            {...input("confirmPassword")}
          />
        </Stack>
      </Fieldset>
    </FormModal>
  );
}

/** What has to be entered, once, where the gateway's own portal asks for it. */
export function PortalNeeds({ gateway }: { gateway: GatewayConfiguration }) {
  const { portalNeeds } = gateway;
  if (!portalNeeds) return null;
  const { what, address } = portalNeeds;
  const isCallback = what === "callback";
  return (
    <Stack gap={4} mt="xs">
      <Text size="sm">
        {isCallback
          ? t("Enter this callback address in Airtel's portal: results of payments are reported there.")
          : t("The bank is told where to report with each push. Where it wants to know our address before:")}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block style={{ flex: 1, minWidth: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {address}
        </Code>
        <CopyButton text={address} name={isCallback ? t("Copy callback address") : t("Copy address")} />
      </Group>
    </Stack>
  );
}
