import { NumberInput, Radio, Select, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { PlatformRouter } from "#contract/platform-routers";
import { t } from "../../console/language.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { useRead } from "../api.ts";
import { noBridge, type RouterFields } from "./router-form.ts";

type Form = UseFormReturnType<RouterFields>;
const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

export function BasicSetup(props: { form: Form; router: PlatformRouter | null }) {
  const { form, router } = props;
  const tunnel = form.values.connectionType === "ovpn_client";
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t("Router name")} maxLength={100} data-autofocus {...form.getInputProps("name")} />
        <TextInput
          label={t("Host")}
          maxLength={255}
          placeholder={tunnel ? "auto-detect" : "192.168.88.1"}
          description={tunnel ? t("Empty: the address of its tunnel") : t("As its bridge reaches it")}
          {...asTyped}
          {...form.getInputProps("host")}
        />
        <NumberInput
          size="md"
          label={t("API port")}
          description={t("8728, or 8729 where the API speaks TLS")}
          inputMode="numeric"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.getInputProps("port")}
        />
        <BridgeSelect form={form} router={router} />
        <TextInput
          label={t("Username")}
          maxLength={100}
          autoComplete="off"
          {...asTyped}
          {...form.getInputProps("username")}
        />
        <PasswordField
          label={t("Password")}
          maxLength={200}
          autoComplete="new-password"
          {...(router?.hasPassword ? { placeholder: t("Set; empty keeps it") } : {})}
          {...form.getInputProps("password")}
        />
      </SimpleGrid>
      {router?.providerId ? (
        <TextInput label={t("Location (optional)")} maxLength={200} {...form.getInputProps("location")} />
      ) : null}
      <Switch
        size="md"
        label={t("Active")}
        description={t("Sells access; a suspended router sells nothing new")}
        {...form.getInputProps("isActive", { type: "checkbox" })}
      />
    </Stack>
  );
}

function BridgeSelect(props: { form: Form; router: PlatformRouter | null }) {
  const { form, router } = props;
  const query = { provider: router?.providerId ?? "platform", pageSize: 200 };
  const bridges = useRead("listPlatformBridges", { query });
  const own = bridges.data?.map(({ id, name, provider }) => ({
    value: id,
    label: provider ? name : `${name} (${t("the whole platform")})`,
  }));
  const current =
    router?.bridgeId && !own?.some(({ value }) => value === router.bridgeId)
      ? [{ value: router.bridgeId, label: router.bridgeName ?? router.bridgeId }]
      : [];
  return (
    <Select
      label={t("Bridge")}
      description={t("Through which it is reached")}
      data={[{ value: noBridge, label: t("No bridge") }, ...current, ...(own ?? [])]}
      searchable
      allowDeselect={false}
      {...form.getInputProps("bridgeId")}
    />
  );
}

export function ConnectionType({ form }: { form: Form }) {
  return (
    <Stack>
      <Radio.Group label={t("How the router is reached")} {...form.getInputProps("connectionType")}>
        <Stack gap="xs" mt="xs">
          <Radio
            size="md"
            value="direct"
            label={t("Direct")}
            description={t("Its bridge is in the same network.")}
          />
          <Radio
            size="md"
            value="ovpn_client"
            label={t("OpenVPN client")}
            description={t("It dials in to the platform's OpenVPN server; the bridge there reaches it.")}
          />
        </Stack>
      </Radio.Group>
      <Select
        maw={320}
        label={t("RouterOS version")}
        data={[
          { value: "7.x", label: t("7.x (Recommended)") },
          { value: "6.x", label: t("6.x (Legacy)") },
        ]}
        allowDeselect={false}
        {...form.getInputProps("routerosVersion")}
      />
    </Stack>
  );
}
