import { Anchor, Card, Group, SimpleGrid, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { Link } from "react-router";
import type { Trial } from "#contract/trials";
import { neededNumber, typedNumber, useCallForm } from "../../console/call-form.ts";
import { kes } from "../../console/format.ts";
import { Button, Hint, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useUnsavedGuard } from "../../console/unsaved-guard.ts";
import { useAct } from "../api.ts";
import { addresses } from "../navigation.ts";

const fieldsOf = ({ isOn, minutes, speedMbps, uploadMbps, perDay, againAfterDays }: Trial) => ({
  isOn,
  minutes: String(minutes),
  speedMbps: String(speedMbps),
  uploadMbps: String(uploadMbps),
  perDay: String(perDay),
  againAfterDays: againAfterDays === null ? "" : String(againAfterDays),
});

/** What is given, to how many, and what their SMS may cost. */
export function TrialForm({ trial }: { trial: Trial }) {
  const save = useAct("saveTrial", ["/api/admin/trial"]);
  const { form, submit, busy } = useCallForm({
    initialValues: fieldsOf(trial),
    body: ({ isOn, ...typed }) => ({
      isOn,
      minutes: neededNumber(typed.minutes),
      speedMbps: neededNumber(typed.speedMbps.replace(",", ".")),
      uploadMbps: neededNumber(typed.uploadMbps.replace(",", ".")),
      perDay: neededNumber(typed.perDay),
      againAfterDays: typedNumber(typed.againAfterDays),
    }),
    send: (body) => save.mutateAsync({ body }),
    failure: { title: t("Not saved"), text: t("Please try again.") },
    onDone: ({ message, trial: saved }) => {
      form.setInitialValues(fieldsOf(saved));
      form.setValues(fieldsOf(saved));
      toastSuccess(t("Settings Saved"), message);
    },
  });
  useUnsavedGuard(form.isDirty());
  const isReady = trial.hindrance !== "no_account" && trial.hindrance !== "untried";
  return (
    <form onSubmit={submit} noValidate aria-label={t("Free trial")}>
      <Card>
        <Stack>
          <Title order={2} size="h4">
            {t("What is given")}
          </Title>
          {trial.hindrance === null ? null : <Hindrance why={trial.hindrance} />}
          <Switch
            size="md"
            label={t("Offer a free trial")}
            description={t(
              "On your WiFi page, to devices that had none. A phone that has bought from you gets none.",
            )}
            // What is on can always be turned off.
            disabled={!isReady && !form.values.isOn}
            {...form.getInputProps("isOn", { type: "checkbox" })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t("Minutes")} inputMode="numeric" {...form.getInputProps("minutes")} />
            <TextInput
              label={t("Trials a day at each router")}
              inputMode="numeric"
              {...form.getInputProps("perDay")}
            />
            <TextInput
              label={t("Download speed (Mbps)")}
              inputMode="decimal"
              {...form.getInputProps("speedMbps")}
            />
            <TextInput
              label={t("Upload speed (Mbps)")}
              inputMode="decimal"
              {...form.getInputProps("uploadMbps")}
            />
            <TextInput
              label={t("Again after days")}
              description={t("Empty: once and never again.")}
              inputMode="numeric"
              {...form.getInputProps("againAfterDays")}
            />
          </SimpleGrid>
          <Cost smsPrice={trial.smsPrice} perDay={form.values.perDay} />
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

/** Twice as many codes as trials: a number may be mistyped, and some codes are never entered. */
function Cost({ smsPrice, perDay }: { smsPrice: number; perDay: string }) {
  if (!isWhole(perDay, 500)) return null;
  const codes = 2 * Number(perDay);
  return (
    <Hint role="status">
      {t(
        "At most {codes} codes a day at each router, {price} for each SMS: {most} a day. All of it counts in the month's budget for messages.",
        { codes, price: kes(smsPrice), most: kes(Math.ceil(codes * smsPrice * 100) / 100) },
      )}
    </Hint>
  );
}

function Hindrance({ why }: { why: NonNullable<Trial["hindrance"]> }) {
  const texts = {
    no_account: t("Codes go out by your own SMS account. Type it under Messages first."),
    untried: t("Send a test message under Messages first."),
    paused: t("Your SMS account takes no messages right now, so your page offers no trial."),
    budget: t("The month's budget for messages is used up, so your page offers no trial."),
    credits: t("Your SMS credits are used up, so your page offers no trial. Buy some under Messages."),
  };
  return (
    <Warning role="status" py="xs">
      <Text size="sm">
        {texts[why]}{" "}
        <Anchor component={Link} to={`${addresses.messages}?tab=settings`} inherit underline="always">
          {t("Set up messages")}
        </Anchor>
      </Text>
    </Warning>
  );
}

const isWhole = (typed: string, most: number) =>
  /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= most;
