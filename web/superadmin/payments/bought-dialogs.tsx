import { Group, NumberInput, Radio, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { PaidLine } from "#contract/refunds";
import { parseMac } from "#contract/values/mac";
import { FormModal } from "../../console/form-modal.tsx";
import { dateTime } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { newKey } from "../../console/request.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";

type Props = { row: PaidLine; onClose: () => void };
const longest = 44_640;

/** More time for what a payment bought. */
export function ExtendBought({ row, onClose }: Props) {
  const { id, providerId, planName, payer } = row;
  const [key] = useState(newKey);
  const extend = useAct("extendBought");
  const sending = useSubmit(extend, { text: t("Failed to extend the time. Please try again.") });
  const form = useForm({
    initialValues: { choice: "60", minutes: 120 as number | string },
    validate: {
      minutes: (minutes, { choice }) =>
        choice !== "other" ||
        (Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= longest)
          ? null
          : t("Whole minutes, at most 31 days"),
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Extend {plan} of {payer}", { plan: planName, payer })}
      busy={extend.isPending}
      error={sending.error}
      action={t("Extend")}
      busyAction={t("Extending...")}
      onSubmit={form.onSubmit(({ choice, minutes: typed }) => {
        const minutes = choice === "other" ? Number(typed) : Number(choice);
        sending.send(
          { params: { id }, body: { providerId, minutes }, key: `${key} ${minutes}` },
          ({ message, expiresAt }) => {
            toastSuccess(
              t("Time extended"),
              expiresAt ? t("Until {when}", { when: dateTime(expiresAt, language()) }) : message,
            );
            onClose();
          },
        );
      }, focusFirst(form))}
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
  const sending = useSubmit(move, { text: t("Failed to move it. Please try again.") });
  const form = useForm({
    initialValues: { mac: "" },
    validate: {
      mac: (typed) => (parseMac(typed) ? null : t("Twelve hex digits, such as AA:BB:CC:DD:EE:FF")),
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Move {plan} of {payer}", { plan: planName, payer })}
      busy={move.isPending}
      error={sending.error}
      action={t("Move")}
      busyAction={t("Moving...")}
      onSubmit={form.onSubmit(
        ({ mac }) =>
          sending.send({ params: { id }, body: { providerId, macAddress: mac.trim() } }, ({ message }) => {
            toastSuccess(t("Moved"), message);
            onClose();
          }),
        focusFirst(form),
      )}
    >
      <Hint>{t("Bought for {device}.", { device: macAddress ?? "" })}</Hint>
      <TextInput
        label={t("Address of the new device")}
        description={t("It has to be on the WiFi of the same router.")}
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("mac")}
      />
    </FormModal>
  );
}
