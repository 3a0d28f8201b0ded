import { Text } from "@mantine/core";
import type { IdleRouter } from "#contract/platform-routers";
import { PlainList, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { polled, useList } from "../api.ts";
import { ProviderLink, routerAddress, TextLink } from "../links.tsx";

const named = 5;

export const useIdleRouters = () =>
  useList("listIdleRouters", { query: { pageSize: named } }, polled(60_000));

/** Routers that sell nothing now, by name; nothing where there are none. @param lead where else each leads */
export function IdleRouters({ lead }: { lead?: { words: string; to: (router: IdleRouter) => string } }) {
  const { data } = useIdleRouters();
  if (!data || data.rows.length === 0) return null;
  const { rows, total } = data;
  return (
    <Warning
      title={
        rows.some(({ blocks }) => blocks > 0)
          ? t("{count, plural, one {# router sells} other {# routers sell}} nothing now", { count: total })
          : t("{count, plural, one {# router is} other {# routers are}} away: who pays there waits", {
              count: total,
            })
      }
    >
      <PlainList gap={0} aria-label={t("Routers that sell nothing")}>
        {rows.map((router) => (
          <Text component="li" size="sm" key={router.id} style={{ overflowWrap: "anywhere" }} py={6}>
            <TextLink to={routerAddress(router.id)}>{router.name}</TextLink> ·{" "}
            <ProviderLink id={router.providerId}>{router.provider}</ProviderLink> ·{" "}
            {router.blocks > 0 ? (
              t("{blocks, plural, one {# thing blocks selling} other {# things block selling}}", {
                blocks: router.blocks,
              })
            ) : (
              <>
                {t("last seen")} <When iso={router.lastSeen} relative />
              </>
            )}
            {lead ? (
              <>
                {" · "}
                <TextLink to={lead.to(router)}>{lead.words}</TextLink>
              </>
            ) : null}
          </Text>
        ))}
      </PlainList>
      {total > rows.length ? (
        <Text size="sm">{t("and {count} more", { count: total - rows.length })}</Text>
      ) : null}
    </Warning>
  );
}
