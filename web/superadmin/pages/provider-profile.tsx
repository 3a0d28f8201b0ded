import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";

export function ProviderProfilePage(): ReactElement {
  return <PageHead title={t("Provider")} />;
}
