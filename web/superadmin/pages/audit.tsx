import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";

export function AuditPage(): ReactElement {
  return <PageHead title={t("Audit")} />;
}
