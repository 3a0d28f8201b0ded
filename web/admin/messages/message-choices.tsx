import {
  Card,
  Group,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import type { MessageSettings } from "#contract/messages";
import { messageKinds } from "#contract/values/message-templates";
import { kes } from "../../console/format.ts";
import { Button, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useUnsavedGuard } from "../../console/unsaved-guard.ts";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { kindMeans, kindName } from "./format-message.ts";

const fieldsOf = (settings: MessageSettings) => ({
  receipt: settings.receipt,
  ending: settings.ending,
  outage: settings.outage,
  language: settings.language,
  segmentPrice: String(settings.segmentPrice),
  budget: String(settings.budget),
  quietFrom: settings.quietFrom,
  quietTo: settings.quietTo,
});

/** What the account is used for, and what it may cost. */
export function MessageChoices({ settings }: { settings: MessageSettings }) {
  const isReady = settings.account?.triedAt != null;
  const save = useAct("saveMessageSettings", ["/api/admin/messages"]);
  const saving = useSubmit(save, { title: t("Not saved"), text: t("Please try again.") });
  const form = useForm({
    initialValues: fieldsOf(settings),
    validate: {
      segmentPrice: (typed) => {
        const price = numberOf(typed);
        return price >= 0.01 && price <= 100
          ? null
          : t("Enter what a segment costs in KES, from 0.01 to 100");
      },
      budget: (typed) => {
        const budget = numberOf(typed);
        return budget >= 0 && budget <= 1_000_000 ? null : t("Enter the most that a month may cost in KES");
      },
      quietFrom: timeFault,
      quietTo: timeFault,
    },
  });
  useUnsavedGuard(form.isDirty());
  const submit = form.onSubmit((values) => {
    const body = { ...values, segmentPrice: numberOf(values.segmentPrice), budget: numberOf(values.budget) };
    saving.send({ body }, ({ message, settings: saved }) => {
      form.setInitialValues(fieldsOf(saved));
      form.setValues(fieldsOf(saved));
      toastSuccess(t("Settings Saved"), message);
    });
  }, focusFirst(form));
  return (
    <form onSubmit={submit} noValidate aria-label={t("Messages")}>
      <Card>
        <Stack>
          <Title order={2} size="h4">
            {t("What is sent")}
          </Title>
          {isReady ? null : (
            <Hint role="status">{t("These can be turned on once the SMS account took a test message.")}</Hint>
          )}
          {messageKinds.map((kind) => (
            <Switch
              key={kind}
              size="md"
              label={kindName(kind)}
              description={kindMeans(kind)}
              // What is on can always be turned off.
              disabled={!isReady && !form.values[kind]}
              {...form.getInputProps(kind, { type: "checkbox" })}
            />
          ))}
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t("Language")}
            </Text>
            <SegmentedControl
              aria-label={t("Language")}
              data={[
                { value: "en", label: "English" },
                { value: "sw", label: "Kiswahili" },
              ]}
              {...form.getInputProps("language")}
            />
            <Hint>
              {t(
                "For purchases that were not made on your portal. Others are told in the language of its page.",
              )}
            </Hint>
          </div>
          <Spent settings={settings} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t("Budget of a month (KES)")}
              description={t("Beyond it messages are held back.")}
              inputMode="decimal"
              {...form.getInputProps("budget")}
            />
            <TextInput
              label={t("Price of a segment (KES)")}
              description={t("160 characters. A higher charge is noticed and counted.")}
              inputMode="decimal"
              {...form.getInputProps("segmentPrice")}
            />
            <TextInput
              label={t("Quiet from")}
              description={t("Reminders wait until quiet hours end.")}
              type="time"
              {...form.getInputProps("quietFrom")}
            />
            <TextInput
              label={t("Quiet until")}
              description={t("The same time twice: no quiet hours.")}
              type="time"
              {...form.getInputProps("quietTo")}
            />
          </SimpleGrid>
          <Group>
            <Button type="submit" busy={save.isPending} disabled={!form.isDirty()}>
              {save.isPending ? t("Saving...") : t("Save")}
            </Button>
          </Group>
        </Stack>
      </Card>
    </form>
  );
}

function Spent({ settings: { spent, budget } }: { settings: MessageSettings }) {
  const label = t("{spent} of {budget} used this month", { spent: kes(spent), budget: kes(budget) });
  const share = budget > 0 ? Math.min(100, (spent / budget) * 100) : 100;
  return (
    <div>
      <Text size="sm">{label}</Text>
      <Progress.Root size="md" mt={4}>
        <Progress.Section value={share} color={share >= 100 ? "red" : "door"} aria-label={label} />
      </Progress.Root>
      {spent >= budget && budget > 0 ? (
        <Hint role="status">{t("Used up: messages are held back until next month or a higher budget.")}</Hint>
      ) : null}
    </div>
  );
}

const numberOf = (typed: string) =>
  typed.trim() === "" ? Number.NaN : Number(typed.trim().replace(",", "."));
const timeFault = (typed: string) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(typed) ? null : t("Enter a time, such as 21:00");
