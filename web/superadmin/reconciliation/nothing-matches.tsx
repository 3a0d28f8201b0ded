import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { t } from "../../console/language.ts";
import { Empty } from "../../console/states.tsx";

/** There are rows, but none that the filters let through. */
export function NothingMatches(props: { icon: ReactNode; onClear: () => void }): ReactElement {
  return (
    <Empty
      icon={props.icon}
      title={t("Nothing matches your filters")}
      action={
        <Button variant="default" onClick={props.onClear}>
          {t("Show everything")}
        </Button>
      }
    />
  );
}
