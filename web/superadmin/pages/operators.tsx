import { Stack } from "@mantine/core";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";
import { AdminList } from "../operators/admin-list.tsx";
import { RootSecrets } from "../operators/root-secrets.tsx";
import { SecondFactorRule } from "../operators/second-factor-rule.tsx";

/** Who runs this platform. */
export function OperatorsPage(): ReactElement {
  return (
    <>
      <PageHead title={t("Operators")} text={t("Who may sign in here, and what is asked of them.")} />
      <Stack maw={720}>
        <AdminList />
        <SecondFactorRule />
        <RootSecrets />
      </Stack>
    </>
  );
}
