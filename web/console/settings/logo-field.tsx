import "@mantine/dropzone/styles.css";
import { Group, Image, Input, Stack } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconPhotoUp, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Button, Hint, SecondaryButton } from "../kit.tsx";
import { t } from "../language.ts";
import { shrinkPicture, UnreadablePicture } from "../shrink-picture.ts";
import { toastError } from "../toast.tsx";

/** Picks a logo, by hand or by dropping it; it takes effect with Save. `value` is an address or a data URL. */
export function LogoField(props: { value: string; onChange: (value: string) => void }) {
  const { value, onChange } = props;
  const choose = useRef<() => void>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setError(null);
    try {
      onChange(await shrinkLogo(file));
    } catch (cause) {
      const refused =
        cause instanceof LogoRefused
          ? cause
          : new LogoRefused(t("Upload Failed"), t("Failed to upload logo"));
      setError(refused.message);
      toastError(refused.title, refused.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Input.Wrapper
      label={t("Logo")}
      description={t("An image up to 5 MB. It is made small here and shown after you save.")}
      error={error}
      labelElement="div"
      size="md"
    >
      <Dropzone
        mt={4}
        p="sm"
        openRef={choose}
        multiple={false}
        loading={busy}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ accept: "image/*", "aria-label": t("Logo file") }}
        onDrop={([file]) => void take(file)}
        onReject={([rejection]) => void take(rejection?.file)}
        tabIndex={-1}
      >
        <Group wrap="nowrap">
          {value ? (
            <Image src={value} alt={t("Logo")} w={64} h={64} fit="contain" radius="md" bg="white" />
          ) : (
            <IconPhotoUp size={40} aria-hidden />
          )}
          <Stack gap="xs" miw={0}>
            <Group gap="xs">
              <SecondaryButton onClick={() => choose.current?.()}>
                {value ? t("Change logo") : t("Choose a logo")}
              </SecondaryButton>
              {value ? (
                <Button variant="subtle" color="red" icon={IconTrash} onClick={() => onChange("")}>
                  {t("Remove logo")}
                </Button>
              ) : null}
            </Group>
            <Hint visibleFrom="sm">{t("or drop an image here")}</Hint>
          </Stack>
        </Group>
      </Dropzone>
    </Input.Wrapper>
  );
}

// A logo is picked large and kept small: visitors on slow lines load it before they see a plan.

/** docs/behaviour/provider-console.md, PC-91 and PC-93. */
const maxPickedBytes = 5 * 1024 * 1024;
const limits = { sides: [256, 192, 128, 96, 64, 48], bytes: 12 * 1024 };

/** Why a picked file is no logo; `title` and `text` as in docs/behaviour/provider-console.md, PC-90 to PC-92. */
export class LogoRefused extends Error {
  override readonly name = "LogoRefused";
  readonly title: string;

  constructor(title: string, text: string) {
    super(text);
    this.title = title;
  }
}

/** Throws `LogoRefused` for what is no image by its type, or over 5 MB. */
export function checkLogo(file: { type: string; size: number }): void {
  if (!file.type.startsWith("image/"))
    throw new LogoRefused(t("Invalid File Type"), t("Please upload an image file (PNG, JPG, SVG, etc.)"));
  if (file.size > maxPickedBytes)
    throw new LogoRefused(t("File Too Large"), t("Please upload an image smaller than 5MB"));
}

/** At no more than 256 pixels and 12 KB, as data URL. Throws `LogoRefused`. */
export async function shrinkLogo(file: File): Promise<string> {
  checkLogo(file);
  try {
    const small = await shrinkPicture(file, limits);
    if (small) return small;
  } catch (cause) {
    if (!(cause instanceof UnreadablePicture)) throw cause;
    console.warn("a logo was not read", cause);
    throw new LogoRefused(t("Upload Failed"), t("Failed to read the uploaded file"));
  }
  throw new LogoRefused(t("Upload Failed"), t("Failed to upload logo"));
}
