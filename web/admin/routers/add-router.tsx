import { Select } from "@mantine/core";
import { useEffect } from "react";
import type { OwnBridge } from "#contract/bridges";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { RouterFields, routerBody } from "./router-fields.tsx";

export type Start = { name: string; host: string; port: number; bridgeId: string };

export function AddRouter(props: {
  start: Start;
  bridges: readonly OwnBridge[];
  others: readonly { name: string }[];
  /** Used where `start` names none; may arrive after the form opened. */
  usualBridgeId: string;
  onAdded: (id: string) => void;
  onClose: () => void;
}) {
  const { start, bridges, others, usualBridgeId, onAdded, onClose } = props;
  const add = useAct("addRouter", ["/api/admin/routers", "/api/admin/bridges"]);
  const { form, modal } = useCallForm({
    initialValues: { ...start, port: String(start.port), username: "", password: "", location: "" },
    body: (values) => routerBody(values),
    send: (body) => add.mutateAsync({ body }),
    failure: { text: t("Failed to add the router") },
    onDone: ({ id, name, statusText }) => {
      toastSuccess(t("{name} added", { name }), statusText);
      onAdded(id);
      onClose();
    },
  });
  const { getValues, setFieldValue } = form;
  useEffect(() => {
    if (usualBridgeId !== "" && getValues().bridgeId === "") setFieldValue("bridgeId", usualBridgeId);
  }, [usualBridgeId, getValues, setFieldValue]);
  return (
    <FormModal
      onClose={onClose}
      title={t("Add router")}
      {...modal}
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
        {...form.getInputProps("bridgeId")}
      />
    </FormModal>
  );
}
