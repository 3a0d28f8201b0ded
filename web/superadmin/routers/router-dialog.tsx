import { NumberInput, Radio, Select, SimpleGrid, Stack, Switch, Tabs, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { GeneratedOvpn } from "#contract/openvpn";
import type { PlatformRouter } from "#contract/platform-routers";
import { type Form as CallForm, useCallForm } from "../../console/call-form.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import { PasswordField } from "../../console/password-field.tsx";
import { sameNameHint } from "../../console/same-name.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { rereads, sharesLogInHint, sharesLogInLabel } from "./format-router.ts";
import { bodyOf, checkOf, noBridge, type RouterFields, startOf } from "./router-form.ts";

const OvpnConfig = lazy(async () => ({
  default: (await import("../openvpn/ovpn-config.tsx")).OvpnConfig,
}));

/** What its assignment asks about. */
export type AssignableRouter = Pick<PlatformRouter, "id" | "name" | "connectionType">;

/** Adds a router, or edits one that is there. Mount it anew for each. */
export function RouterDialog(props: {
  router: PlatformRouter | null;
  onClose: () => void;
  /** Goes on with one that was added. */
  onAdded?: ((router: AssignableRouter) => void) | undefined;
}) {
  const { router, onClose, onAdded } = props;
  const [tab, setTab] = useState<string | null>("basic");
  const [generated, setGenerated] = useState<GeneratedOvpn | null>(null);
  const add = useAct("addRouter", rereads);
  const change = useAct("changeRouter", rereads);
  const { form, modal } = useCallForm({
    initialValues: startOf(router),
    body: (typed) => bodyOf(typed, generated),
    schema: async () => (await import("#contract/routers")).RouterInput,
    check: (typed) => checkOf(typed, router === null),
    send: (body) =>
      router ? change.mutateAsync({ params: { id: router.id }, body }) : add.mutateAsync({ body }),
    failure: {
      title: router ? t("Error") : t("Addition Failed"),
      text: t("Failed to add or update the router"),
    },
    titles: { host: t("Invalid Host"), port: t("Invalid Port") },
    // All of them are on the first tab.
    reveal: () => setTab("basic"),
    onDone: (saved) => {
      toastSuccess(router ? t("Router Updated") : t("Router Added"), `${saved.name}: ${saved.statusText}`);
      onClose();
      if (!router) onAdded?.(saved);
    },
  });
  const { values } = form;
  const tunnel = values.connectionType === "ovpn_client";
  useHostsBridge(form, generated);
  const close = () => {
    if (!generated) return onClose();
    confirmAction({
      title: t("Close without saving?"),
      text: t(
        "The generated OpenVPN configuration is shown only once. Without saving it no router can use it.",
      ),
      action: t("Close without saving"),
      onYes: onClose,
    });
  };
  return (
    <FormModal
      onClose={close}
      title={router ? t("Edit {name}", { name: router.name }) : t("Add Router")}
      {...modal}
      action={router ? t("Update Router") : t("Add Router")}
      busyAction={t("Saving...")}
      size="xl"
    >
      <Tabs value={tab} onChange={setTab} keepMounted>
        <Tabs.List>
          <Tabs.Tab value="basic" mih={44}>
            {t("Basic Setup")}
          </Tabs.Tab>
          <Tabs.Tab value="connection" mih={44}>
            {t("Connection Type")}
          </Tabs.Tab>
          <Tabs.Tab value="openvpn" mih={44} disabled={!tunnel}>
            {t("OpenVPN Config")}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="basic" pt="md">
          <BasicSetup form={form} router={router} />
        </Tabs.Panel>
        <Tabs.Panel value="connection" pt="md">
          <ConnectionType form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="openvpn" pt="md">
          {tunnel ? (
            <Suspense fallback={<LoadingRows rows={4} label={t("Loading …")} />}>
              <OvpnConfig
                routerName={values.name}
                routerosVersion={values.routerosVersion}
                generated={generated}
                onGenerated={setGenerated}
              />
            </Suspense>
          ) : null}
        </Tabs.Panel>
      </Tabs>
    </FormModal>
  );
}

type Form = CallForm<RouterFields>;

/** A router that dials in at a host is driven by the bridge there, unless another one was chosen. */
function useHostsBridge({ values, setFieldValue }: Form, generated: GeneratedOvpn | null): void {
  const hosts = useRead("listTunnelHosts", {}, { enabled: generated !== null });
  const bridgeId = generated
    ? (hosts.data?.find(({ address }) => address === generated.serverHost)?.bridgeId ?? null)
    : null;
  const isUnchosen = values.bridgeId === noBridge;
  const given = useRef<string | null>(null);
  useEffect(() => {
    // Once: who takes it away again means it.
    if (bridgeId === null || bridgeId === given.current || !isUnchosen) return;
    given.current = bridgeId;
    setFieldValue("bridgeId", bridgeId);
  }, [bridgeId, isUnchosen, setFieldValue]);
}
const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

export function BasicSetup(props: { form: Form; router: PlatformRouter | null }) {
  const { form, router } = props;
  const [name] = useDebouncedValue(form.values.name.trim(), 300);
  const isOther = name !== "" && name !== router?.name;
  const found = useRead("listPlatformRouters", { query: { q: name, pageSize: 25 } }, { enabled: isOther });
  const others = isOther ? (found.data?.filter(({ id }) => id !== router?.id) ?? []) : [];
  const tunnel = form.values.connectionType === "ovpn_client";
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t("Router name")}
          description={sameNameHint(name, others)}
          maxLength={100}
          data-autofocus
          {...form.getInputProps("name")}
        />
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
        <>
          <TextInput label={t("Location (optional)")} maxLength={200} {...form.getInputProps("location")} />
          <Switch
            size="md"
            label={sharesLogInLabel()}
            description={sharesLogInHint()}
            {...form.getInputProps("sharesLogIn", { type: "checkbox" })}
          />
        </>
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
            description={t("It dials in to a host of the platform; the bridge there reaches it.")}
          />
          {form.values.connectionType === "tunnel" ? (
            <Radio
              size="md"
              value="tunnel"
              label={t("Tunnel")}
              description={t("It comes in at the platform's hosts. Its provider set it up by one line.")}
            />
          ) : null}
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
