import { Select, SimpleGrid, Switch, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { t } from "../../console/language.ts";
import type { AdFields } from "./ad-form.ts";
import { audiences } from "./format-ad.ts";
import { PictureField } from "./picture-field.tsx";

type Props = { form: UseFormReturnType<AdFields> };

export function ContentFields({ form }: Props) {
  const length = form.values.description.trim().length;
  return (
    <>
      <TextInput
        label={t("Title")}
        withAsterisk
        maxLength={100}
        data-autofocus
        {...form.getInputProps("title")}
      />
      <Textarea
        size="md"
        label={t("Description")}
        description={t("{count} of 500 characters", { count: length })}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps("description")}
      />
      <Textarea
        size="md"
        label={t("Content (HTML)")}
        description={t("Text, headings, lists and tables. Scripts, styles, links and forms are taken out.")}
        withAsterisk
        autosize
        minRows={5}
        maxRows={14}
        spellCheck={false}
        {...form.getInputProps("content")}
      />
      <PictureField
        value={form.values.imageUrl}
        error={form.errors.imageUrl}
        onChange={(imageUrl) => form.setFieldValue("imageUrl", imageUrl)}
      />
      <TextInput
        type="url"
        inputMode="url"
        autoCapitalize="none"
        label={t("External URL")}
        description={t("Visit Website opens it once the visitor is online.")}
        placeholder="https://"
        maxLength={2_000}
        {...form.getInputProps("externalUrl")}
      />
    </>
  );
}

export function SettingsFields({ form }: Props) {
  // A moment that another program gave is kept as it is written.
  const dayOrText = (text: string) => (text === "" || text.length === 10 ? "date" : "text");
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={10}
          step={1}
          label={t("Priority")}
          description={t("1 to 10; higher shows first.")}
          {...form.getInputProps("priority")}
        />
        <TextInput
          type="number"
          inputMode="numeric"
          min={5}
          max={300}
          step={1}
          label={t("Display duration (seconds)")}
          description={t("5 to 300.")}
          {...form.getInputProps("displayDuration")}
        />
        <TextInput
          type={dayOrText(form.values.startDate)}
          label={t("Start date")}
          description={t("Empty: from now on.")}
          {...form.getInputProps("startDate")}
        />
        <TextInput
          type={dayOrText(form.values.endDate)}
          label={t("End date")}
          description={t("Shown to the end of this day. Empty: without end.")}
          {...form.getInputProps("endDate")}
        />
      </SimpleGrid>
      <Select
        label={t("Target audience")}
        description={t("Returning: who had access from the same provider before.")}
        allowDeselect={false}
        data={audiences()}
        {...form.getInputProps("targetAudience")}
      />
      <Switch
        size="md"
        label={t("Active")}
        description={t("An inactive advertisement stays in this list only.")}
        {...form.getInputProps("isActive", { type: "checkbox" })}
      />
    </>
  );
}
