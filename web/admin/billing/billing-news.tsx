import { Badge, Card, Group, Text, Title } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { Hint, PlainList, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure } from "../../console/toast.tsx";
import { polled, useAct, useList } from "../api.ts";

const shown = 20;

export function BillingNews({ unread }: { unread: number }) {
  const news = useList("listNotifications", { query: { pageSize: shown } }, polled(60_000));
  const markRead = useAct("readNotifications", ["/api/admin/billing"]);
  const mark = () => markRead.mutate({}, { onError: toastFailure(t("Not marked"), t("Please try again.")) });
  return (
    <section aria-labelledby="news">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h4" id="news">
          {t("Notifications")}
        </Title>
        {unread > 0 ? (
          <SecondaryButton onClick={mark} busy={markRead.isPending}>
            {t("Mark {count} as read", { count: unread })}
          </SecondaryButton>
        ) : null}
      </Group>
      <Loaded
        query={news}
        loading={<LoadingRows rows={2} height={80} label={t("Loading notifications …")} />}
        failed={{
          title: t("Error Loading Notifications"),
          text: t("Failed to load notifications. Please check your connection and try again."),
        }}
        empty={
          <Empty
            icon={<IconBell size={28} aria-hidden />}
            title={t("No notifications yet")}
            text={t(
              "New invoices, reminders and verified payments are told here, and when a site goes offline.",
            )}
          />
        }
      >
        {({ rows }) => (
          <PlainList gap="xs">
            {rows.map(({ id, title, message, createdAt, readAt }) => (
              <Card component="li" key={id} padding="sm">
                <Group justify="space-between" align="flex-start" gap="xs">
                  <Text fw={650}>{title}</Text>
                  {readAt === null ? <Badge tt="none">{t("New")}</Badge> : null}
                </Group>
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {message}
                </Text>
                <Hint>
                  <When iso={createdAt} />
                </Hint>
              </Card>
            ))}
          </PlainList>
        )}
      </Loaded>
    </section>
  );
}
