import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { saveFile } from "./csv.ts";
import { SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { SectionCard } from "./section-card.tsx";
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
    <SectionCard
      title={props.title}
      text={props.text}
      action={
        <SecondaryButton icon={IconDownload} busy={isBusy} onClick={() => void save()}>
          {isBusy ? t("Downloading...") : props.action}
        </SecondaryButton>
      }
    />
  );
}
