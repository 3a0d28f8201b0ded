import type { ReactNode } from "react";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty } from "../../console/loaded.tsx";

/** There are rows, but none that the filters let through. */
export function NothingMatches(props: { icon: ReactNode; onClear: () => void }) {
  return (
    <Empty
      icon={props.icon}
      title={t("Nothing matches your filters")}
      action={<SecondaryButton onClick={props.onClear}>{t("Show everything")}</SecondaryButton>}
    />
  );
}
