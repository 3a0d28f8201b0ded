import { Tabs } from "@mantine/core";
import { useForm } from "@mantine/form";
import { lazy, Suspense, useState } from "react";
import type { GeneratedOvpn } from "#contract/openvpn";
import type { PlatformRouter } from "#contract/platform-routers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { rereads } from "./format-router.ts";
import { BasicSetup, ConnectionType } from "./router-fields.tsx";
import { bodyOf, faultsOf, type RouterFields, saidOf, startOf } from "./router-form.ts";

const OvpnConfig = lazy(async () => ({
  default: (await import("../openvpn/ovpn-config.tsx")).OvpnConfig,
}));

/** Adds a router, or edits one that is there. Mount it anew for each. */
export function RouterDialog(props: { router: PlatformRouter | null; onClose: () => void }) {
  const { router, onClose } = props;
  const [tab, setTab] = useState<string | null>("basic");
  const [generated, setGenerated] = useState<GeneratedOvpn | null>(null);
  const [error, setError] = useState<string | null>(null);
  const add = useAct("addRouter", rereads);
  const change = useAct("changeRouter", rereads);
  const form = useForm<RouterFields>({
    mode: "controlled",
    initialValues: startOf(router),
    validate: (values) => faultsOf(values, router === null),
  });
  const { values } = form;
  const tunnel = values.connectionType === "ovpn_client";

  const outcome = {
    onSuccess: ({ name, statusText }: { name: string; statusText: string }) => {
      toastSuccess(router ? t("Router Updated") : t("Router Added"), `${name}: ${statusText}`);
      onClose();
    },
    onError: (cause: unknown) => {
      const why = errorText(cause, t("Failed to add or update the router"));
      toastError(router ? t("Error") : t("Addition Failed"), why);
      setError(why);
    },
  };
  const submit = form.onSubmit(
    (typed) => {
      setError(null);
      const body = bodyOf(typed, generated);
      if (router) change.mutate({ params: { id: router.id }, body }, outcome);
      else add.mutate({ body }, outcome);
    },
    (faults, typed) => {
      const fault = saidOf(faults, typed);
      if (!fault) return;
      toastError(fault.title, fault.text);
      // All of them are on the first tab.
      setTab("basic");
      form.getInputNode(fault.field)?.focus();
    },
  );
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
      opened
      onClose={close}
      title={router ? t("Edit {name}", { name: router.name }) : t("Add Router")}
      onSubmit={submit}
      busy={add.isPending || change.isPending}
      error={error}
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
