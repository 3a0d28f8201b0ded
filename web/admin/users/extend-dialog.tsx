import { Group, NumberInput, Radio, Select, SimpleGrid, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { type ReactElement, useRef } from "react";
import type { HotspotUser } from "#contract/users";
import { FormModal } from "../../console/form-modal.tsx";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { newKey } from "../../console/request.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { extendForm, minutesOf, presets } from "./extend-time.ts";
import { calledName } from "./format-user.ts";

/** More time for one user: the usual lengths one press away. */
export function ExtendDialog({ user, onClose }: { user: HotspotUser; onClose: () => void }): ReactElement {
  const extend = useAct("extendUser", ["/api/admin/users", "/api/admin/stats"]);
  // The same minutes asked for twice are the same gift; other minutes are another one.
  const keys = useRef(new Map<number, string>());
  const form = useForm({
    mode: "controlled",
    initialValues: { choice: "60", amount: 2 as number | string, unit: "60" },
    validate: zod4Resolver(extendForm()),
  });
  const isOther = form.values.choice === "other";
  const submit = form.onSubmit((values) => {
    const minutes = minutesOf(values);
    const key = keys.current.get(minutes) ?? newKey();
    keys.current.set(minutes, key);
    extend.mutate(
      { params: { id: user.id }, body: { minutes }, key },
      {
        onSuccess: ({ message, expiresAt }) => {
          const until = expiresAt ? dateTime(expiresAt, language()) : null;
          toastSuccess(t("Time extended"), until ? t("Online until {until}", { until }) : message);
          onClose();
        },
      },
    );
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Extend time of {who}", { who: calledName(user) })}
      onSubmit={submit}
      busy={extend.isPending}
      error={extend.isError ? errorText(extend.error, t("Failed to extend the time")) : null}
      action={t("Extend time")}
      busyAction={t("Extending...")}
    >
      <Text size="sm" c="dimmed">
        {user.expiresAt
          ? t("Ends {when}. A purchase that ran out opens again.", {
              when: dateTime(user.expiresAt, language()),
            })
          : t("A purchase that ran out opens again.")}
      </Text>
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
          <NumberInput
            size="md"
            label={t("Length")}
            min={1}
            allowDecimal={false}
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
