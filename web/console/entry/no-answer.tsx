import { useState } from "react";
import { t, useLanguage } from "../language.ts";
import type { PageData } from "../page-data.ts";
import { errorText } from "../toast.tsx";
import { Button, EntryCard, Notice } from "./kit.tsx";

/** In place of a page of which nobody says whether it may be shown. @param props.cause why; null where the answer is only late */
export function NoAnswer(props: { cause: unknown; page: PageData; isEnglish: boolean; onRetry: () => void }) {
  const { cause, page, isEnglish, onRetry } = props;
  useLanguage();
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    onRetry();
  };
  return (
    <EntryCard
      title={t("It is not known whether you are signed in")}
      subtitle={page.businessName ?? page.subdomain ?? ""}
      isEnglish={isEnglish}
    >
      <Notice tone="warn">
        {cause === null
          ? t("Your line or the server is slow. When the answer comes, the page opens by itself.")
          : errorText(cause, t("Please try again."))}
      </Notice>
      <Button busy={busy} onClick={retry}>
        {busy ? t("Loading …") : t("Try again")}
      </Button>
    </EntryCard>
  );
}
