import { Anchor, Button, Card, Group, Stack } from "@mantine/core";
import { IconRouter } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import { Link } from "react-router";
import type { AssignedRouter } from "#contract/routers";
import { Hint, PlainList, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { FindingMark, onlineMark } from "../../console/preflight/finding-mark.tsx";
import { signedAtom } from "../../console/session.ts";
import { StatStrip } from "../../console/stat-strip.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { useUserStats } from "../use-user-stats.ts";
import { Attention } from "./attention.tsx";

/** What stands at the sites: routers first, and how many people they let out. */
export function TechnicianHome() {
  const signed = useAtomValue(signedAtom);
  const routers = useRead("listRouters", {}, polled(30_000));
  const stats = useUserStats(polled(30_000));
  const online = routers.data?.filter(({ isOnline }) => isOnline).length;
  return (
    <>
      <PageHead
        title={t("Dashboard")}
        text={t("Welcome back, {name}", { name: signed?.name || signed?.username || "" })}
      />
      <Stack gap="md">
        <StatStrip
          figures={[
            { name: t("Routers"), value: routers.data?.length, to: addresses.routers },
            { name: t("Online"), value: online, to: `${addresses.routers}?show=online` },
            {
              name: t("Users online"),
              value: stats.data?.onlineUsers,
              to: `${addresses.users}?show=online`,
            },
          ]}
        />
        <Attention routers={routers.data} />
        <Loaded
          query={routers}
          loading={<LoadingRows rows={3} height={72} label={t("Loading routers …")} />}
          failed={{
            title: t("Error Loading Routers"),
            text: t("Failed to load routers. Please check your connection and try again."),
          }}
          empty={
            <Empty
              icon={<IconRouter size={28} aria-hidden />}
              title={t("No Routers Found")}
              action={
                <Button component={Link} to={addresses.routers}>
                  {t("Go to Routers")}
                </Button>
              }
            />
          }
        >
          {(found) => (
            <PlainList gap="xs" aria-label={t("Routers")}>
              {found.map((router) => (
                <RouterLine key={router.id} router={router} />
              ))}
            </PlainList>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function RouterLine({ router }: { router: AssignedRouter }) {
  const { id, name, lastSeen, statusText } = router;
  return (
    <Card component="li" padding="sm">
      <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Anchor
            component={Link}
            to={`${addresses.routers}?${new URLSearchParams({ router: id })}`}
            fw={600}
            py={10}
          >
            {name}
          </Anchor>
          <StatusMark {...onlineMark(router)} />
        </Group>
        <Group gap="xs">
          <FindingMark router={router} isPlain />
          <Hint>{statusText}</Hint>
        </Group>
        <Hint>
          {t("Last Seen")}: <When iso={lastSeen} otherwise={t("Never")} relative />
        </Hint>
      </Stack>
    </Card>
  );
}
