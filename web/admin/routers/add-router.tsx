import { NumberInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { useEffect } from "react";
import * as z from "zod/mini";
import type { OwnBridge } from "#contract/bridges";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { toastSuccess } from "../../console/toast.tsx";
import { useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";

export type Start = { name: string; host: string; port: number; bridgeId: string };

function schema() {
  const text = (longest: number, missing: string) =>
    z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(longest));
  const port = t("Enter a port from 1 to 65535");
  return z.object({
    name: text(100, t("Give the router a name")),
    host: text(255, t("Enter the router's address")),
    port: z.int(port).check(z.minimum(1, port), z.maximum(65_535, port)),
    username: text(100, t("Enter the API user")),
    password: z.string(),
    location: z.string(),
    bridgeId: text(80, t("Choose a bridge")),
  });
}

export function AddRouter(props: {
  start: Start;
  bridges: readonly OwnBridge[];
  /** Used where `start` names none; may arrive after the form opened. */
  usualBridgeId: string;
  onClose: () => void;
}) {
  const { start, bridges, usualBridgeId, onClose } = props;
  const add = useAct("addRouter", ["/api/admin/routers", "/api/admin/bridges"]);
  const saving = useSubmit(add, { text: t("Failed to add the router") });
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { ...start, username: "", password: "", location: "" },
    validate: (values) => zod4Resolver(schema())(values),
  });
  const { getValues, setFieldValue } = form;
  useEffect(() => {
    if (usualBridgeId !== "" && getValues().bridgeId === "") setFieldValue("bridgeId", usualBridgeId);
  }, [usualBridgeId, getValues, setFieldValue]);
  const submit = form.onSubmit((values) => {
    saving.send({ body: values }, ({ name, statusText }) => {
      toastSuccess(t("{name} added", { name }), statusText);
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
      <TextInput label={t("Name")} key={form.key("name")} {...form.getInputProps("name")} />
      <TextInput
        label={t("Address")}
        placeholder="192.168.88.1"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        key={form.key("host")}
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
        key={form.key("port")}
        {...form.getInputProps("port")}
      />
      <TextInput
        label={t("API user")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key("username")}
        {...form.getInputProps("username")}
      />
      <PasswordField
        label={t("API password")}
        autoComplete="new-password"
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <TextInput
        label={t("Location (optional)")}
        key={form.key("location")}
        {...form.getInputProps("location")}
      />
      <Select
        label={t("Bridge")}
        description={t("The bridge at this router's site")}
        data={bridges.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        key={form.key("bridgeId")}
        {...form.getInputProps("bridgeId")}
      />
    </FormModal>
  );
}
