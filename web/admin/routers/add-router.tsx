import { Select } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { useEffect } from "react";
import * as z from "zod/mini";
import type { OwnBridge } from "#contract/bridges";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { RouterFields, routerFields } from "./router-fields.tsx";

export type Start = { name: string; host: string; port: number; bridgeId: string };

function schema() {
  return z.object({
    ...routerFields(),
    bridgeId: z.string().check(z.minLength(1, t("Choose a bridge"))),
  });
}

export function AddRouter(props: {
  start: Start;
  bridges: readonly OwnBridge[];
  others: readonly { name: string }[];
  /** Used where `start` names none; may arrive after the form opened. */
  usualBridgeId: string;
  onAdded: () => void;
  onClose: () => void;
}) {
  const { start, bridges, others, usualBridgeId, onAdded, onClose } = props;
  const add = useAct("addRouter", ["/api/admin/routers", "/api/admin/bridges"]);
  const saving = useSubmit(add, { text: t("Failed to add the router") });
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { ...start, port: String(start.port), username: "", password: "", location: "" },
    validate: (values) => zod4Resolver(schema())(values),
  });
  const { getValues, setFieldValue } = form;
  useEffect(() => {
    if (usualBridgeId !== "" && getValues().bridgeId === "") setFieldValue("bridgeId", usualBridgeId);
  }, [usualBridgeId, getValues, setFieldValue]);
  const submit = form.onSubmit((values) => {
    saving.send({ body: { ...values, port: Number(values.port) } }, ({ name, statusText }) => {
      toastSuccess(t("{name} added", { name }), statusText);
      onAdded();
      onClose();
    });
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Add router")}
      onSubmit={submit}
      busy={add.isPending}
      error={saving.error}
      action={t("Add router")}
      busyAction={t("Adding...")}
    >
      <RouterFields form={form} others={others} />
      <Select
        label={t("Bridge")}
        withAsterisk
        description={t("The bridge at this router's site")}
        data={bridges.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        key={form.key("bridgeId")}
        {...form.getInputProps("bridgeId")}
      />
    </FormModal>
  );
}
