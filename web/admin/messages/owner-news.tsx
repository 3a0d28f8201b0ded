import { Card, Group, NativeSelect, SegmentedControl, Stack, Switch, Text, Title } from "@mantine/core";
import type { OwnerNews } from "#contract/owner-news";
import { type MorningWay, morningHours } from "#contract/values/morning";
import { useCallForm } from "../../console/call-form.ts";
import { phone } from "../../console/format.ts";
import { Button, Hint, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastSuccess } from "../../console/toast.tsx";
import { useUnsavedGuard } from "../../console/unsaved-guard.ts";
import { useAct, useRead } from "../api.ts";

const fieldsOf = ({ morning, hour, alarms, language }: OwnerNews) => ({
  morning,
  hour: String(hour),
  alarms,
  language,
});

/** What the owner is told, and how. */
export function OwnerNewsSettings() {
  const news = useRead("getOwnerNews", {}, { staleTime: 0 });
  return (
    <Loaded
      query={news}
      loading={<LoadingRows rows={3} height={92} label={t("Loading settings …")} />}
      failed={{ title: t("Error Loading Settings"), text: t("Please try again.") }}
    >
      {(found) => <NewsForm news={found} />}
    </Loaded>
  );
}

function NewsForm({ news }: { news: OwnerNews }) {
  const { email, phoneNumber, hindrance } = news;
  const save = useAct("saveOwnerNews", ["/api/admin/owner-news"]);
  const { form, submit, busy } = useCallForm({
    initialValues: fieldsOf(news),
    body: (values) => ({ ...values, hour: Number(values.hour) }),
    send: (body) => save.mutateAsync({ body }),
    failure: { title: t("Not saved"), text: t("Please try again.") },
    onDone: ({ message, settings }) => {
      form.setInitialValues(fieldsOf(settings));
      form.setValues(fieldsOf(settings));
      toastSuccess(t("Settings Saved"), message);
    },
  });
  useUnsavedGuard(form.isDirty());
  const { morning, alarms } = form.values;
  return (
    <form onSubmit={submit} noValidate aria-label={t("To you")}>
      <Card maw={640}>
        <Stack>
          <div>
            <Title order={2} size="h4">
              {t("Each morning")}
            </Title>
            <Hint>{t("Yesterday's money, who did not buy again, and which router was away.")}</Hint>
          </div>
          <Group gap="sm" align="center">
            <SegmentedControl
              aria-label={t("Each morning by")}
              data={[
                { value: "off", label: t("Off") },
                { value: "mail", label: t("E-mail") },
                { value: "sms", label: "SMS" },
              ]}
              {...form.getInputProps("morning")}
            />
            {morning === "off" ? null : (
              <NativeSelect
                aria-label={t("At")}
                data={morningHours.map((hour) => ({
                  value: String(hour),
                  label: `${String(hour).padStart(2, "0")}:00`,
                }))}
                {...form.getInputProps("hour")}
              />
            )}
          </Group>
          <Where morning={morning} email={email} phoneNumber={phoneNumber} />
          <Switch
            size="md"
            label={t("SMS when a router is away")}
            description={t(
              "Within five minutes, once, at any hour, and once when it is back. A letter comes in any case.",
            )}
            {...form.getInputProps("alarms", { type: "checkbox" })}
          />
          {hindrance !== null && (alarms || morning === "sms") ? (
            <Warning role="status">
              {hindranceText(hindrance)} {t("Until then you get letters at {email}.", { email })}
            </Warning>
          ) : null}
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
          </div>
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

function Where(props: { morning: MorningWay; email: string; phoneNumber: string }) {
  const { morning, email, phoneNumber } = props;
  if (morning === "off") return null;
  return (
    <Hint style={{ overflowWrap: "anywhere" }}>
      {morning === "mail"
        ? t("To {address}.", { address: email })
        : t("To {address}, paid as your other messages are.", {
            address: phone(phoneNumber),
          })}
    </Hint>
  );
}

function hindranceText(hindrance: NonNullable<OwnerNews["hindrance"]>): string {
  const texts = {
    no_account: t("No SMS account is typed yet."),
    untried: t("The SMS account took no test message yet."),
    paused: t("The SMS account refuses messages now; it is tried again by itself."),
    budget: t("The month's budget for SMS is used up."),
    credits: t("The SMS credits are used up."),
    no_phone: t("Your business has no mobile number: the platform keeps it."),
  };
  return texts[hindrance];
}
