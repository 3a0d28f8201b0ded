import { Card, Group, Stack, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useId, useState } from "react";
import { saveFile } from "./csv.ts";
import { Hint, SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { errorText, toastError, toastSuccess } from "./toast.tsx";

/** A file that the server makes while it is taken. */
export function DataFile(props: {
  title: string;
  text: string;
  action: string;
  fileName: string;
  read: () => Promise<Blob>;
}) {
  const [isBusy, setBusy] = useState(false);
  const heading = useId();
  const save = async () => {
    setBusy(true);
    try {
      saveFile(props.fileName, await props.read());
      toastSuccess(t("Downloaded"));
    } catch (cause) {
      toastError(
        t("Download Failed"),
        errorText(cause, t("The file did not arrive whole. Please try again.")),
      );
    }
    setBusy(false);
  };
  return (
    <Card component="section" aria-labelledby={heading}>
      <Stack>
        <Title order={2} size="h4" id={heading}>
          {props.title}
        </Title>
        <Hint>{props.text}</Hint>
        <Group>
          <SecondaryButton icon={IconDownload} busy={isBusy} onClick={() => void save()}>
            {isBusy ? t("Downloading...") : props.action}
          </SecondaryButton>
        </Group>
      </Stack>
    </Card>
  );
}
