import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";

export function DashboardPage(): ReactElement {
  return <PageHead title={t("System Overview")} />;
}
