import { Card, Group, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import type { ProviderCredits } from "#contract/credits";
import { kes } from "../../console/format.ts";
import { Hint, Money, PlainList, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { useList, useRead } from "../api.ts";
import { ProviderLink } from "../links.tsx";
import { GiveCredits } from "../sms/give-credits.tsx";
import { PlatformSmsCard } from "../sms/platform-sms-card.tsx";

/** The account by which messages of all providers go out, and the credits with which they use it. */
export function SmsPage() {
  const sms = useRead("readPlatformSms");
  return (
    <>
      <PageHead
        title={t("SMS")}
        text={t("The account by which providers without one of their own write to their customers.")}
      />
      <Loaded
        query={sms}
        loading={<LoadingRows rows={4} height={92} label={t("Loading settings …")} />}
        failed={{ title: t("Error Loading Settings"), text: t("Please try again.") }}
      >
        {(found) => (
          <Stack gap="lg">
            <PlatformSmsCard settings={found} />
            <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
              <StatCard name={t("Credits left")} value={kes(found.books.left)} note={t("Of all providers")} />
              <StatCard name={t("Bought")} value={kes(found.books.bought)} note={t("In 30 days")} />
              <StatCard name={t("Given")} value={kes(found.books.given)} note={t("In 30 days")} />
              <StatCard
                name={t("Used")}
                value={kes(found.books.used)}
                note={t("{count} segments in 30 days", { count: found.books.segments })}
              />
            </SimpleGrid>
            <Providers />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Providers() {
  const [{ q }, change] = useUrlState({ q: "" });
  const list = useList("listProviderCredits", { query: { q, pageSize: 100 } });
  const [chosen, choose] = useState<ProviderCredits | null>(null);
  return (
    <Card component="section" aria-labelledby="credits-of-providers">
      <Stack>
        <Title order={2} size="h4" id="credits-of-providers">
          {t("Credits of providers")}
        </Title>
        <TextInput
          aria-label={t("Search")}
          placeholder={t("Name of a provider")}
          value={q}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
        <Loaded
          query={list}
          loading={<LoadingRows rows={3} height={64} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {({ rows }) =>
            rows.length === 0 ? (
              <Hint>{q === "" ? t("There is no provider yet.") : t("No provider has this name.")}</Hint>
            ) : (
              <PlainList gap={8}>
                {rows.map((row) => (
                  <Row key={row.providerId} row={row} onGive={() => choose(row)} />
                ))}
              </PlainList>
            )
          }
        </Loaded>
      </Stack>
      {chosen ? <GiveCredits to={chosen} onClose={() => choose(null)} /> : null}
    </Card>
  );
}

function Row({ row, onGive }: { row: ProviderCredits; onGive: () => void }) {
  const { providerId, businessName, balance, used, bought } = row;
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <ProviderLink id={providerId}>{businessName}</ProviderLink>
        <Hint>{t("In 30 days used {used}, bought {bought}", { used: kes(used), bought: kes(bought) })}</Hint>
      </div>
      <Group gap="sm" wrap="nowrap">
        <Money amount={balance} strong />
        <SecondaryButton aria-label={t("Give {name} credits", { name: businessName })} onClick={onGive}>
          {t("Give")}
        </SecondaryButton>
      </Group>
    </Group>
  );
}
