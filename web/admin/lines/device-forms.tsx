import { Switch, TextInput } from "@mantine/core";
import type { Line } from "#contract/lines";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal, Window } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { isMissing, LoadingRows, Missing } from "../../console/loaded.tsx";
import { toastSuccess } from "../../console/toast.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { linesPath } from "./format-line.ts";
import { plainText } from "./pppoe-password.tsx";

type Device = NonNullable<Line["device"]>;
type Props = { line: Line; onClose: () => void };

const failed = () => ({ text: t("Not saved. Please try again.") });

/** A box that broke, or was stolen. */
export function ReplaceDevice({ line, onClose }: Props) {
  const save = useAct("replaceDevice", [linesPath]);
  const { form, modal } = useCallForm({
    initialValues: { mac: "" },
    send: (body) => save.mutateAsync({ params: { id: line.id }, body }),
    failure: failed(),
    onDone: ({ message }) => {
      toastSuccess(t("Saved"), message);
      onClose();
    },
  });
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("Replace the device")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <Hint>
        {t("The new one has the address {address}, and {mac} passes no more.", {
          address: line.device?.address ?? "",
          mac: line.login,
        })}
      </Hint>
      <TextInput
        label={t("MAC address")}
        placeholder="02:11:22:33:44:55"
        withAsterisk
        maxLength={40}
        data-autofocus
        {...plainText}
        {...form.getInputProps("mac")}
      />
    </FormModal>
  );
}

/** Of the whole network that this line's device is in. */
export function StrictNetwork({ line, device, onClose }: Props & { device: Device }) {
  const { id } = line.router;
  const read = useRead("readNetworks", { params: { id } }, keptFor(0));
  const now = read.data?.networks.find(({ name }) => name === device.network);
  if (isMissing(read))
    return (
      <Window onClose={onClose} title={t("Who is answered in {network}", { network: device.network })}>
        <Missing
          query={read}
          failed={{ title: t("The router was not read"), text: t("Please try again.") }}
        />
      </Window>
    );
  return (
    <StrictForm key={String(now?.isStrict)} {...{ line, device, onClose }} isStrict={now?.isStrict ?? null} />
  );
}

function StrictForm(props: Props & { device: Device; isStrict: boolean | null }) {
  const { line, device, isStrict, onClose } = props;
  const { id, name } = line.router;
  const save = useAct("setNetwork", [linesPath, `/api/admin/routers/${id}/networks`]);
  const { form, modal } = useCallForm({
    initialValues: { isStrict: isStrict ?? false },
    body: (fields) => ({ network: device.network, ...fields }),
    send: (body) => save.mutateAsync({ params: { id }, body }),
    failure: failed(),
    onDone: ({ message }) => {
      toastSuccess(t("Saved"), message);
      onClose();
    },
  });
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("Who is answered in {network}", { network: device.network })}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
      disabled={isStrict === null}
    >
      {isStrict === null ? (
        <LoadingRows rows={1} height={56} label={t("The router is read …")} />
      ) : (
        <Switch
          label={t("Only devices with a line")}
          description={t(
            "{router} answers no other device there, not even with the pay page. What has an address set by hand and no line, as a printer or an antenna, is cut off.",
            { router: name },
          )}
          {...form.getInputProps("isStrict", { type: "checkbox" })}
        />
      )}
    </FormModal>
  );
}
