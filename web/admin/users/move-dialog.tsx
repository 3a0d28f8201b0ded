import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import * as z from "zod/mini";
import type { HotspotUser } from "#contract/users";
import { parseMac } from "#contract/values/mac";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { calledName } from "./format-user.ts";

function moveForm(user: HotspotUser) {
  return z.object({
    macAddress: z.string().check(
      z.refine((typed) => parseMac(typed) !== undefined, {
        error: t("This is no device address. It has six pairs of 0-9 and A-F, such as 4C:5E:0C:A1:00:07."),
        abort: true,
      }),
      // Where its router was removed, the same phone may come back to another one.
      z.refine((typed) => user.router === null || parseMac(typed) !== user.macAddress, {
        error: t("This is the device that has it now."),
      }),
    ),
  });
}

/** Brings a purchase to another device on the same WiFi; one whose router was removed, to a device on any of the others. */
export function MoveDialog(props: { user: HotspotUser; onClose: () => void; onMoved: () => void }) {
  const { user, onClose, onMoved } = props;
  const move = useAct("moveUser", ["/api/admin/users", "/api/admin/stats"]);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { macAddress: "" },
    validate: zod4Resolver(moveForm(user)),
  });
  const submit = form.onSubmit(({ macAddress }) => {
    const wanted = parseMac(macAddress) ?? macAddress;
    move.mutate(
      { params: { id: user.id }, body: { macAddress: wanted } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(t("Moved to {device}", { device: wanted }), message);
          onMoved();
        },
      },
    );
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Move {who} to another device", { who: calledName(user) })}
      onSubmit={submit}
      busy={move.isPending}
      error={move.isError ? errorText(move.error, t("Failed to move the purchase")) : null}
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
        key={form.key("macAddress")}
        {...form.getInputProps("macAddress")}
      />
    </FormModal>
  );
}
