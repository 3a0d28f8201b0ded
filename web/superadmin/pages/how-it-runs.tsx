import { Anchor, Card, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { platformBooks } from "#contract/values/platform-books";
import type { Watch } from "#contract/watches";
import { HelpLink } from "../../console/help-link.tsx";
import { Hint, PlainList, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { polled, useRead } from "../api.ts";
import { TextLink } from "../links.tsx";
import { addresses, profileAddress } from "../navigation.ts";
import {
  inOrderOfNeed,
  isBad,
  nothingYet,
  remedyPlace,
  watchHelp,
  watchName,
  watchValue,
} from "../watches/watch-words.ts";

/** The platform's own work against its limits; what is above is told to all operators by mail. */
export function HowItRunsPage() {
  const watches = useRead("listWatches", {}, polled(30_000));
  return (
    <>
      <PageHead
        title={t("How it runs")}
        text={t(
          "Looked at every minute. What is above its limit is told to all operators by mail, once, and again when it is in order.",
        )}
      />
      <Stack maw={720}>
        <Loaded
          query={watches}
          loading={<LoadingRows rows={6} height={92} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => (
            <PlainList gap="sm" aria-label={t("How it runs")}>
              {inOrderOfNeed(found).map((watch) => (
                <WatchCard key={watch.id} watch={watch} />
              ))}
            </PlainList>
          )}
        </Loaded>
        <Anchor component={Link} to={addresses.goLive} underline="always" lh="44px">
          {t("Going live")}
        </Anchor>
      </Stack>
    </>
  );
}

function WatchCard({ watch }: { watch: Watch }) {
  // 0.2.0 says nothing of whom it is about, and may answer for a while beside this version.
  const { id, value, limit, badSince, about = [] } = watch;
  const bad = isBad(watch);
  const { means, remedy } = watchHelp(id);
  const place = remedyPlace(id);
  // Without a store there is nothing to be late, and nothing that could be loaded either.
  const lacksBackup = id === "backup" && value === null && !bad;
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="sm" align="flex-start" wrap="nowrap">
        <Text fw={600}>{watchName(id)}</Text>
        {lacksBackup ? (
          <StatusMark tone="wait" word={t("To do")} />
        ) : (
          <StatusMark tone={bad ? "bad" : "good"} word={bad ? t("Not in order") : t("In order")} />
        )}
      </Group>
      <Text style={{ fontVariantNumeric: "tabular-nums" }}>
        {value === null ? nothingYet(id) : watchValue(id, value)}{" "}
        <Text span c="dimmed" size="sm">
          {t("limit {limit}", { limit: watchValue(id, limit) })}
        </Text>
      </Text>
      <Group gap="xs">
        <Hint>{means}</Hint>
        <HelpLink topic={`operator#watch-${id}`} about={watchName(id)} />
      </Group>
      {lacksBackup ? (
        <Text size="sm" mt={4}>
          {t(
            "Without a store for backups (BACKUP_URL) only Cloudflare's own recovery of 30 days stands. With one, the first night shows here.",
          )}
        </Text>
      ) : null}
      {about.length > 0 ? (
        <PlainList gap={4} mt={4} aria-label={t("Concerned")}>
          {about.map(({ providerId, businessName, fault }) => (
            <Text component="li" size="sm" key={providerId} style={{ overflowWrap: "anywhere" }}>
              {providerId === platformBooks ? (
                businessName
              ) : (
                <Anchor component={Link} to={profileAddress(providerId)} underline="always">
                  {businessName}
                </Anchor>
              )}
              : {fault}
            </Text>
          ))}
        </PlainList>
      ) : null}
      {bad ? (
        <Text size="sm" mt={4}>
          {remedy} {place ? <TextLink to={place.to}>{place.words}</TextLink> : null}{" "}
          {badSince === null ? null : (
            <>
              {t("Since")}: <When iso={badSince} relative />
            </>
          )}
        </Text>
      ) : null}
    </Card>
  );
}
