import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { NewRouterSetup } from "#contract/router-setup";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { sameNameHint } from "../../console/same-name.ts";
import { SetUpRouter } from "../../console/set-up-router.tsx";
import { callApi, useAct, useRead } from "../api.ts";

const calls = { useRead, callApi };

/** A router without a computer at its site: its name, then one line for its terminal. */
export function AddTunnelRouter(props: { others: readonly { name: string }[]; onClose: () => void }) {
  const { others, onClose } = props;
  const [added, setAdded] = useState<{ id: string; name: string; made: NewRouterSetup } | null>(null);
  const add = useAct("addTunnelRouter", ["/api/admin/routers"]);
  const { form, modal } = useCallForm({
    initialValues: { name: "", location: "", interface: "bridge" },
    send: (body) => add.mutateAsync({ body }),
    failure: { text: t("Failed to add the router") },
    onDone: ({ routerId, ...made }, { name }) => setAdded({ id: routerId, name: name.trim(), made }),
  });
  if (added) return <SetUpRouter router={added} calls={calls} made={added.made} onClose={onClose} />;
  return (
    <FormModal
      onClose={onClose}
      title={t("Set up a router by one line")}
      size="lg"
      {...modal}
      action={t("Make the line")}
      busyAction={t("Making the line...")}
    >
      <Text size="sm">
        {t(
          "For a MikroTik router with RouterOS 7.9 or newer, or the newest of version 6, and internet. You paste one line into its terminal; we reach it through a tunnel that it opens itself. No computer is needed at the site. Vouchers then work only while the router has internet.",
        )}
      </Text>
      <TextInput
        label={t("Name")}
        description={sameNameHint(form.values.name, others)}
        maxLength={100}
        {...form.getInputProps("name")}
      />
      <TextInput label={t("Location (optional)")} maxLength={200} {...form.getInputProps("location")} />
      <TextInput
        label={t("Interface of the visitors")}
        description={t(
          "Everybody on it must pay. On a home router as it comes it is bridge; choose another to keep an office network free.",
        )}
        maxLength={60}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.getInputProps("interface")}
      />
    </FormModal>
  );
}
