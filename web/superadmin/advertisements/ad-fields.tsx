import {
  FileButton,
  Group,
  Image,
  Input,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPhotoUp, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { shrinkPicture, UnreadablePicture } from "../../console/shrink-picture.ts";
import type { AdFields } from "./ad-form.ts";
import { audiences } from "./format-ad.ts";

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

/** As wide as the portal shows it on a good screen, and small enough for a slow line. */
const limits = { sides: [800, 640, 480, 360, 240], bytes: 40 * 1024 };
const mostPicked = 5 * 1024 * 1024;

const isWeb = (value: string) => value !== "" && !value.startsWith("/media/") && !value.startsWith("data:");

/** A picture from this device, made small here, or the address of one that the server copies when it saves. */
export function PictureField(props: { value: string; error: ReactNode; onChange: (value: string) => void }) {
  const { value, error, onChange } = props;
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    setRefused(null);
    try {
      onChange(await small(file));
    } catch (cause) {
      if (!(cause instanceof UnreadablePicture)) throw cause;
      setRefused(cause.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="xs">
      <Input.Wrapper
        label={t("Image")}
        description={t("A picture up to 5 MB. It is made small here.")}
        error={refused}
        labelElement="div"
      >
        <Group gap="sm" mt={4}>
          {value !== "" && !isWeb(value) ? (
            <Image src={value} alt={t("Chosen image")} h={64} w="auto" maw={120} fit="contain" radius="md" />
          ) : null}
          <FileButton
            accept="image/*"
            onChange={(file) => void take(file)}
            inputProps={{ "aria-label": t("Image file") }}
          >
            {(given) => (
              <Button {...given} variant="default" disabled={busy} icon={IconPhotoUp}>
                {value === "" ? t("Choose an image") : t("Change image")}
              </Button>
            )}
          </FileButton>
          {value !== "" ? (
            <Button variant="subtle" color="red" icon={IconTrash} onClick={() => onChange("")}>
              {t("Remove image")}
            </Button>
          ) : null}
        </Group>
      </Input.Wrapper>
      <TextInput
        type="url"
        inputMode="url"
        autoCapitalize="none"
        label={t("Or the image's web address")}
        description={t("It is copied once when you save: portals ask nobody else for anything.")}
        placeholder="https://"
        maxLength={2_000}
        value={isWeb(value) ? value : ""}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Stack>
  );
}

/** Throws `UnreadablePicture` with what to tell. */
async function small(file: File): Promise<string> {
  if (!file.type.startsWith("image/"))
    throw new UnreadablePicture(t("Please upload an image file (PNG, JPG, SVG, etc.)"));
  if (file.size > mostPicked) throw new UnreadablePicture(t("Please upload an image smaller than 5MB"));
  try {
    const kept = await shrinkPicture(file, limits);
    if (kept) return kept;
  } catch (cause) {
    if (!(cause instanceof UnreadablePicture)) throw cause;
    throw new UnreadablePicture(t("Failed to read the uploaded file"), { cause });
  }
  throw new UnreadablePicture(t("This picture cannot be made small enough. Please choose another one."));
}
