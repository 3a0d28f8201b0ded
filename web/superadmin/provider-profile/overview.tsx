import { Anchor, Card, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { Provider } from "#contract/providers";
import { When } from "../../console/cells.tsx";
import { phone } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { originOf } from "../../console/provider-origin.ts";

/** Who it is, and where. */
export function Overview(props: { provider: Provider; mainOrigin: string }): ReactElement {
  const { provider, mainOrigin } = props;
  const portal = originOf(mainOrigin, provider.subdomain);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Card>
        <Facts
          facts={[
            [t("Business Name"), provider.businessName],
            [t("Contact Name"), provider.contactName],
            [t("Email"), provider.email],
            [t("Phone"), provider.phone ? phone(provider.phone) : null],
            [t("Address"), provider.address],
          ]}
        />
      </Card>
      <Card>
        <Facts
          facts={[
            [
              t("Portal"),
              <Anchor key="portal" href={portal} target="_blank" rel="noopener">
                {new URL(portal).host}
              </Anchor>,
            ],
            [t("Routers"), String(provider.routerCount)],
            [t("Created"), <When key="created" iso={provider.createdAt} />],
            [t("KRA PIN"), provider.kraPin],
            [t("Business License"), provider.businessLicense],
          ]}
        />
      </Card>
    </SimpleGrid>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }): ReactElement {
  return (
    <Stack component="dl" gap="sm" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
            {value || t("Not set")}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
