import { Button, Group, Image, Input, Stack } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { Hint, SecondaryButton } from "../kit.tsx";
import "@mantine/dropzone/styles.css";
import { IconPhotoUp, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { t } from "../language.ts";
import { toastError } from "../toast.tsx";
import { LogoRefused, shrinkLogo } from "./shrink-logo.ts";

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
                <Button
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={18} aria-hidden />}
                  onClick={() => onChange("")}
                >
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
