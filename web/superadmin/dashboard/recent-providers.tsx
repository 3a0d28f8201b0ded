import { Anchor, Box, Button, Group, Paper, Title } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import { Hint, PlainList, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { polled, useList } from "../api.ts";
import { addresses, profileAddress } from "../navigation.ts";

/** docs/behaviour/operator-console.md, OC-15. */
const shown = 5;

export const newProviderAddress = `${addresses.providers}?new=1`;

export function RecentProviders() {
  const providers = useList("listProviders", { query: { page: 1, pageSize: shown } }, polled(60_000));
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="recent-providers">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} fz="md" id="recent-providers">
          {t("Recent Providers")}
        </Title>
        <Anchor component={Link} to={addresses.providers} size="sm" lh="44px">
          {t("All providers")}
        </Anchor>
      </Group>
      <Loaded
        query={providers}
        loading={<LoadingRows rows={shown} height={60} label={t("Loading providers …")} />}
        failed={{
          title: t("Error Loading Providers"),
          text: t("Failed to load providers. Please check your connection and try again."),
        }}
        empty={<NoProvidersYet />}
      >
        {({ rows }) => (
          <PlainList gap={0}>
            {rows.slice(0, shown).map((provider) => (
              <Row key={provider.id} provider={provider} />
            ))}
          </PlainList>
        )}
      </Loaded>
    </Paper>
  );
}

function Row({ provider }: { provider: Provider }) {
  const { id, businessName, subdomain, status, createdAt } = provider;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm" mih={60}>
      <Box miw={0}>
        <Anchor component={Link} to={profileAddress(id)} fw={600} display="block" py={10} my={-10} truncate>
          {businessName}
        </Anchor>
        <Hint truncate>
          {subdomain} · <When iso={createdAt} relative />
        </Hint>
      </Box>
      <StatusMark
        tone={status === "active" ? "good" : "bad"}
        word={status === "active" ? t("Active") : t("Suspended")}
      />
    </Group>
  );
}

export function NoProvidersYet() {
  return (
    <Empty
      icon={<IconBuildingStore size={28} aria-hidden />}
      title={t("No Providers Yet")}
      text={t("Create a provider, and it can sell within minutes.")}
      action={
        <Button component={Link} to={newProviderAddress}>
          {t("Add Provider")}
        </Button>
      }
    />
  );
}
