import { IconMail, IconShare2 } from "@tabler/icons-react";
import { SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { mailAddress, share } from "./share.ts";
import { toastError, toastSuccess } from "./toast.tsx";

/** From the phone, where the console is, to the computer that needs it. */
export function SendLine({ line, title }: { line: string; title: string }) {
  const send = () => {
    share({ title, text: line }).then(
      (how) => {
        if (how === "copied") toastSuccess(t("Copied"), t("Paste it where you want to send it."));
      },
      () => toastError(t("Not shared"), t("Copy the line and send it yourself.")),
    );
  };
  return (
    <>
      <SecondaryButton icon={IconShare2} onClick={send}>
        {t("Send the line to my computer")}
      </SecondaryButton>
      <SecondaryButton component="a" href={mailAddress({ subject: title, body: line })} icon={IconMail}>
        {t("E-mail")}
      </SecondaryButton>
    </>
  );
}
