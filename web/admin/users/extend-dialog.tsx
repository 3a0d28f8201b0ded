import { Group, Radio, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import type { HotspotUser } from "#contract/users";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useFreeMinutes } from "../use-free-minutes.ts";
import { calledName } from "./format-user.ts";
import { extendHint, sayExtended, useExtend } from "./use-give.ts";

export function ExtendDialog({ user, onClose }: { user: HotspotUser; onClose: () => void }) {
  const extend = useExtend();
  const { form, modal } = useCallForm({
    initialValues: { choice: "60", amount: "2", unit: "60" },
    body: (values) => ({ minutes: minutesOf(values) }),
    send: (body, key) => extend.mutateAsync({ params: { id: user.id }, body, key }),
    failure: { text: t("Failed to extend the time") },
    fieldOf: { minutes: "amount" },
    onDone: (answer) => {
      sayExtended(answer);
      onClose();
    },
  });
  const free = useFreeMinutes();
  const isOther = form.values.choice === "other";
  return (
    <FormModal
      onClose={onClose}
      title={t("Extend time of {who}", { who: calledName(user) })}
      {...modal}
      action={t("Extend time")}
      busyAction={t("Extending...")}
      disabled={free.left === 0}
    >
      {free.text === null ? null : <Hint>{free.text}</Hint>}
      <Hint>{extendHint(user)}</Hint>
      <Radio.Group label={t("How much more?")} {...form.getInputProps("choice")}>
        <SimpleGrid cols={2} spacing="xs" mt="xs">
          {presets().map(([value, name]) => (
            <Radio.Card key={value} value={value} p="sm" mih={48}>
              <Group wrap="nowrap" gap="sm">
                <Radio.Indicator />
                <Text size="sm">{name}</Text>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      {isOther ? (
        <Group grow align="flex-start" preventGrowOverflow={false}>
          {/* As it was typed: a number field would correct it before the rule is asked. */}
          <TextInput
            label={t("Length")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            data-autofocus
            {...form.getInputProps("amount")}
          />
          <Select
            label={t("Unit")}
            allowDeselect={false}
            data={[
              { value: "1", label: t("Minutes") },
              { value: "60", label: t("Hours") },
              { value: "1440", label: t("Days") },
            ]}
            {...form.getInputProps("unit")}
          />
        </Group>
      ) : null}
    </FormModal>
  );
}

export type ExtendValues = {
  choice: string;
  amount: string;
  unit: string;
};

export function presets(): readonly (readonly [string, string])[] {
  return [
    ["30", t("30 minutes")],
    ["60", t("1 hour")],
    ["180", t("3 hours")],
    ["1440", t("1 day")],
    ["other", t("Another length")],
  ];
}

/** As it is typed where it is no number. */
export function minutesOf({ choice, amount, unit }: ExtendValues): number {
  const length = neededNumber(choice === "other" ? amount : choice);
  return choice === "other" && typeof length === "number" ? length * Number(unit) : length;
}
