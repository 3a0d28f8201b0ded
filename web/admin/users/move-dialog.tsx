import { TextInput } from "@mantine/core";
import type { HotspotUser } from "#contract/users";
import { parseMac } from "#contract/values/mac";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { calledName } from "./format-user.ts";

/** Brings a purchase to another device on the same WiFi; one whose router was removed, to a device on any of the others. */
export function MoveDialog(props: { user: HotspotUser; onClose: () => void; onMoved: () => void }) {
  const { user, onClose, onMoved } = props;
  const move = useAct("moveUser", ["/api/admin/users", "/api/admin/stats"]);
  const { form, modal } = useCallForm({
    initialValues: { macAddress: "" },
    body: ({ macAddress }) => ({ macAddress: parseMac(macAddress) ?? macAddress }),
    send: (body) => move.mutateAsync({ params: { id: user.id }, body }),
    failure: { text: t("Failed to move the purchase") },
    onDone: ({ message }, { macAddress }) => {
      toastSuccess(t("Moved to {device}", { device: parseMac(macAddress) ?? macAddress }), message);
      onMoved();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Move {who} to another device", { who: calledName(user) })}
      {...modal}
      action={t("Move device")}
      busyAction={t("Moving...")}
    >
      <Hint>
        {user.router
          ? t("Now on {device}. That device goes offline; the time that is left goes with the purchase.", {
              device: user.macAddress,
            })
          : t(
              "Its router was removed. The time that is left goes to a device on the WiFi of another router.",
            )}
      </Hint>
      <TextInput
        label={t("New device (MAC address)")}
        description={t(
          "On the phone: Settings, WiFi, this network, MAC address. The phone must have joined this WiFi.",
        )}
        placeholder="4C:5E:0C:A1:00:07"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={17}
        data-autofocus
        {...form.getInputProps("macAddress")}
      />
    </FormModal>
  );
}
