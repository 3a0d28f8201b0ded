import { Group, NumberInput, Radio, TextInput } from "@mantine/core";
import type { PaidLine } from "#contract/refunds";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { dateTime } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

type Props = { row: PaidLine; onClose: () => void };

/** More time for what a payment bought. */
export function ExtendBought({ row, onClose }: Props) {
  const { id, providerId, planName, payer } = row;
  const extend = useAct("extendBought");
  const { form, modal } = useCallForm({
    initialValues: { choice: "60", minutes: 120 as number | string },
    body: ({ choice, minutes }) => ({ providerId, minutes: Number(choice === "other" ? minutes : choice) }),
    send: (body, key) => extend.mutateAsync({ params: { id }, body, key }),
    failure: { text: t("Failed to extend the time. Please try again.") },
    onDone: ({ message, expiresAt }) => {
      toastSuccess(
        t("Time extended"),
        expiresAt ? t("Until {when}", { when: dateTime(expiresAt, language()) }) : message,
      );
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Extend {plan} of {payer}", { plan: planName, payer })}
      {...modal}
      action={t("Extend")}
      busyAction={t("Extending...")}
    >
      <Hint>{t("A purchase that ran out within a week opens again.")}</Hint>
      <Radio.Group label={t("How much more?")} {...form.getInputProps("choice")}>
        <Group mt="xs" gap="lg">
          <Radio value="30" label={t("30 minutes")} />
          <Radio value="60" label={t("1 hour")} />
          <Radio value="1440" label={t("1 day")} />
          <Radio value="other" label={t("Another length")} />
        </Group>
      </Radio.Group>
      {form.values.choice === "other" ? (
        <NumberInput
          label={t("Minutes")}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.getInputProps("minutes")}
        />
      ) : null}
    </FormModal>
  );
}

/** To a device that the same router sees. */
export function MoveBought({ row, onClose }: Props) {
  const { id, providerId, planName, payer, macAddress } = row;
  const move = useAct("moveBought");
  const { form, modal } = useCallForm({
    initialValues: { macAddress: "" },
    body: ({ macAddress }) => ({ providerId, macAddress: macAddress.trim() }),
    send: (body) => move.mutateAsync({ params: { id }, body }),
    failure: { text: t("Failed to move it. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Moved"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Move {plan} of {payer}", { plan: planName, payer })}
      {...modal}
      action={t("Move")}
      busyAction={t("Moving...")}
    >
      <Hint>{t("Bought for {device}.", { device: macAddress ?? "" })}</Hint>
      <TextInput
        label={t("Address of the new device")}
        description={t("It has to be on the WiFi of the same router.")}
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("macAddress")}
      />
    </FormModal>
  );
}
