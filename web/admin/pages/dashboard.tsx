import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { PageHead } from "../../console/page-head.tsx";

export function DashboardPage(): ReactElement {
  return (
    <>
      <PageHead title="x" />
      <Text>y</Text>
    </>
  );
}
