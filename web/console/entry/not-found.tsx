import { t } from "../language.ts";
import { ButtonLink, EntryCard } from "./kit.tsx";

export function NotFound({ home }: { home: string }) {
  return (
    <EntryCard
      isEnglish
      title={t("404 Page Not Found")}
      subtitle={t("Did you forget to add the page to the router?")}
    >
      <ButtonLink isSecond={false} href={home}>
        {t("Go to the dashboard")}
      </ButtonLink>
    </EntryCard>
  );
}
