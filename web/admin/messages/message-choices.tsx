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
import type { MessageSettings } from "#contract/messages";
import { type MessageKind, messageKinds } from "#contract/values/message-templates";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { kes } from "../../console/format.ts";
import { Button, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useUnsavedGuard } from "../../console/unsaved-guard.ts";
import { useAct } from "../api.ts";
import { aboutPrice, kindMeans, kindName } from "./format-message.ts";

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
  const isOwn = settings.sender === "own";
  const isReady = isOwn ? settings.account?.triedAt != null : settings.platform !== null;
  const save = useAct("saveMessageSettings", ["/api/admin/messages"]);
  const { form, submit, busy } = useCallForm({
    initialValues: fieldsOf(settings),
    body: (values) => ({
      ...values,
      segmentPrice: neededNumber(values.segmentPrice.replace(",", ".")),
      budget: neededNumber(values.budget.replace(",", ".")),
    }),
    send: (body) => save.mutateAsync({ body }),
    failure: { title: t("Not saved"), text: t("Please try again.") },
    onDone: ({ message, settings: saved }) => {
      form.setInitialValues(fieldsOf(saved));
      form.setValues(fieldsOf(saved));
      toastSuccess(t("Settings Saved"), message);
    },
  });
  useUnsavedGuard(form.isDirty());
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
              description={described(kind, settings)}
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
          {isOwn ? <Spent settings={settings} /> : null}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {isOwn ? (
              <>
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
              </>
            ) : null}
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
            <Button type="submit" busy={busy} disabled={!form.isDirty()}>
              {busy ? t("Saving...") : t("Save")}
            </Button>
          </Group>
        </Stack>
      </Card>
    </form>
  );
}

/** When it goes out, and what that costs. */
function described(kind: MessageKind, settings: MessageSettings): string {
  const means = kindMeans(kind);
  const about = aboutPrice(kind, settings);
  if (about === null) return means;
  const [least, most] = about;
  return least === most
    ? t("{means} About {price} each.", { means, price: kes(most) })
    : t("{means} About {least} to {most} each.", { means, least: kes(least), most: kes(most) });
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
