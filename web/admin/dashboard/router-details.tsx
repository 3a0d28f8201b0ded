import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { AssignedRouter } from "#contract/routers";
import { When } from "../../console/cells.tsx";
import { siteSentence, t } from "../../console/language.ts";

export function RouterDetails({ router }: { router: AssignedRouter }): ReactElement {
  return (
    <Paper component="section" withBorder p="md" aria-label={router.name}>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} m={0}>
        <Fact name={t("IP Address")}>{router.ovpnTunnelIp?.split("/")[0] || router.host}</Fact>
        <Fact name={t("Location")}>{router.location || t("Not set")}</Fact>
        <Fact name={t("Last Seen")}>
          <When iso={router.lastSeen} otherwise={t("Never")} relative />
        </Fact>
      </SimpleGrid>
      {router.isOnline ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {siteSentence(router.statusText)}
        </Text>
      )}
    </Paper>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={500} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}
