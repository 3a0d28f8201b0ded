import {
  Card,
  Group,
  Button as MantineButton,
  SegmentedControl,
  Stack,
  Textarea,
  Title,
} from "@mantine/core";
import { useState } from "react";
import type { MessageSettings } from "#contract/messages";
import {
  defaultTemplates,
  longestTemplate,
  type MessageKind,
  messageKinds,
  placeholders,
  unknownPlaceholders,
} from "#contract/values/message-templates";
import { useCallForm } from "../../console/call-form.ts";
import { FormProblem } from "../../console/form-modal.tsx";
import { Button, Hint, SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useUnsavedGuard } from "../../console/unsaved-guard.ts";
import { useAct, useRead } from "../api.ts";
import { kindMeans, kindName, sampleText } from "./format-message.ts";
import { SmsPreview } from "./sms-preview.tsx";

type Language = "en" | "sw";
type Template = MessageSettings["templates"][number];

export function MessageTexts() {
  const settings = useRead("messageSettings", {}, { staleTime: 0 });
  const [spoken, speak] = useState<Language>(language() === "sw" ? "sw" : "en");
  return (
    <Loaded
      query={settings}
      loading={<LoadingRows rows={3} height={220} label={t("Loading …")} />}
      failed={{ title: t("Not loaded"), text: t("Please try again.") }}
    >
      {(found) => (
        <Stack maw={640}>
          <SegmentedControl
            aria-label={t("Language of the texts")}
            data={[
              { value: "en", label: "English" },
              { value: "sw", label: "Kiswahili" },
            ]}
            value={spoken}
            onChange={(value) => speak(value as Language)}
          />
          {messageKinds.map((kind) => {
            const template = found.templates.find((one) => one.kind === kind && one.language === spoken);
            return template ? (
              <TemplateCard key={`${kind} ${spoken}`} template={template} settings={found} />
            ) : null;
          })}
        </Stack>
      )}
    </Loaded>
  );
}

function TemplateCard({ template, settings }: { template: Template; settings: MessageSettings }) {
  const { kind, language: spoken, text: saved, isOwn } = template;
  const save = useAct("saveMessageTemplate", ["/api/admin/messages"]);
  const name = kindName(kind);
  const shown = ({ message, settings: now }: { message: string; settings: MessageSettings }) => {
    const kept = now.templates.find((one) => one.kind === kind && one.language === spoken);
    form.setValues({ text: kept?.text ?? defaultTemplates[kind][spoken] });
    toastSuccess(name, message);
  };
  const { form, submit, busy, error } = useCallForm({
    initialValues: { text: saved },
    body: ({ text }) => ({ kind, language: spoken, text: text.trim() }),
    send: (body) => save.mutateAsync({ body }),
    failure: { text: t("Not saved. Please try again.") },
    onDone: shown,
  });
  const { text } = form.values;
  useUnsavedGuard(text !== saved);
  const fault = faultOf(kind, text);
  const backToDefault = () =>
    save
      .mutateAsync({ body: { kind, language: spoken } })
      .then(shown)
      .catch(toastFailure(name, t("Not saved. Please try again.")));
  return (
    <Card component="section" aria-label={name}>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <div>
            <Title order={2} size="h4">
              {name}
            </Title>
            <Hint>{kindMeans(kind)}</Hint>
          </div>
          <Textarea
            label={t("Text")}
            autosize
            minRows={3}
            maxLength={longestTemplate}
            lang={spoken}
            {...form.getInputProps("text")}
            error={fault ?? form.errors.text}
          />
          <Group gap={4}>
            {placeholders[kind].map((one) => (
              <MantineButton
                key={one}
                variant="light"
                size="compact-sm"
                mih={44}
                fw={400}
                onClick={() =>
                  form.setFieldValue("text", (now) => `${now}${/\s$|^$/.test(now) ? "" : " "}{${one}}`)
                }
                aria-label={t("Add {name}: {what}", { name: `{${one}}`, what: placeholderName(one) })}
              >
                {`{${one}}`}
              </MantineButton>
            ))}
          </Group>
          <Preview kind={kind} spoken={spoken} text={text} settings={settings} />
          <FormProblem text={error} />
          <Group gap="xs">
            <Button type="submit" busy={busy} disabled={fault !== null || text.trim() === saved}>
              {busy ? t("Saving...") : t("Save")}
            </Button>
            {isOwn ? (
              <SecondaryButton busy={save.isPending} onClick={() => void backToDefault()}>
                {t("Back to the default text")}
              </SecondaryButton>
            ) : null}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** As a customer reads it, with what it costs at the price that is set. */
function Preview(props: { kind: MessageKind; spoken: Language; text: string; settings: MessageSettings }) {
  const { kind, spoken, text, settings } = props;
  const name = t("Preview of {name}", { name: kindName(kind) });
  const shown = sampleText(text, settings);
  return <SmsPreview name={name} text={shown} lang={spoken} segmentPrice={settings.segmentPrice} />;
}

function faultOf(kind: MessageKind, text: string): string | null {
  if (text.trim() === "") return t("Write a text, or go back to the default.");
  const [unknown] = unknownPlaceholders(kind, text);
  if (unknown === undefined) return null;
  const known = placeholders[kind].map((name) => `{${name}}`).join(", ");
  return t("{name} means nothing in this message. It can use {known}.", { name: `{${unknown}}`, known });
}

function placeholderName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    business: t("Your business"),
    plan: t("Plan"),
    amount: t("Amount"),
    receipt: t("Receipt number"),
    link: t("Link that opens the purchase"),
    ends: t("When it ends"),
    minutes: t("Minutes given back"),
    page: t("Address of your portal"),
  };
  return names[name] ?? name;
}
