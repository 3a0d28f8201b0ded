import { Badge, Group, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { AssignedRouter } from "#contract/routers";
import { type Column, DataList } from "../../console/data-list.tsx";
import { Hint, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { FindingMark } from "../../console/preflight/finding-mark.tsx";
import { callApi, useRead } from "../api.ts";
import { connectionOf, hostOf } from "./format-router.ts";
import { RouterActions, type RouterWindow } from "./router-actions.tsx";

const SetUpRouter = lazy(async () => ({
  default: (await import("../../console/set-up-router.tsx")).SetUpRouter,
}));

const RouterChecklist = lazy(async () => ({
  default: (await import("../../console/preflight/router-checklist.tsx")).RouterChecklist,
}));

const calls = { useRead, callApi };

export function RouterList(props: { routers: readonly AssignedRouter[]; onInstall: () => void }) {
  const { routers, onInstall } = props;
  const [opened, setOpened] = useState<{ window: RouterWindow; router: AssignedRouter } | null>(null);
  const open = (window: RouterWindow, router: AssignedRouter) => setOpened({ window, router });
  const close = () => setOpened(null);
  const install = () => {
    close();
    onInstall();
  };
  const columns: Column<AssignedRouter>[] = [
    { key: "name", title: t("Router"), render: (router) => <Name router={router} /> },
    { key: "connection", title: t("Connection"), render: connectionOf },
    { key: "host", title: t("Host/VPN"), render: (router) => <Host router={router} /> },
    { key: "status", title: t("Status"), render: (router) => <Status router={router} /> },
    { key: "lastSeen", title: t("Last Seen"), render: (router) => <LastSeen router={router} /> },
    {
      key: "actions",
      title: t("Actions"),
      right: true,
      render: (router) => <RouterActions router={router} onOpen={open} />,
    },
  ];
  return (
    <>
      <DataList
        label={t("Assigned Routers")}
        rows={routers}
        rowKey={({ id }) => id}
        columns={columns}
        card={(router) => <RouterCard router={router} onOpen={open} />}
      />
      <Suspense fallback={null}>
        {opened?.window === "check" ? (
          <RouterChecklist router={opened.router} calls={calls} onInstall={install} onClose={close} />
        ) : null}
        {opened?.window === "set-up" ? (
          <SetUpRouter router={opened.router} calls={calls} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function Name({ router }: { router: AssignedRouter }) {
  return (
    <div>
      <Text fw={600}>{router.name}</Text>
      <Hint>{router.location ? `${router.username} · ${router.location}` : router.username}</Hint>
    </div>
  );
}

function Host({ router }: { router: AssignedRouter }) {
  return (
    <Text span inherit style={{ overflowWrap: "break-word", fontVariantNumeric: "tabular-nums" }}>
      {hostOf(router)}
    </Text>
  );
}

function Status({ router }: { router: AssignedRouter }) {
  const { isActive, isOnline, connectionType, statusText, findings } = router;
  return (
    <Stack gap={4} align="flex-start">
      <Group gap={4}>
        <StatusMark tone={isActive ? "good" : "off"} word={isActive ? t("Active") : t("Inactive")} />
        <StatusMark tone={isOnline ? "good" : "bad"} word={isOnline ? t("Online") : t("Offline")} />
        {connectionType === "ovpn_client" ? <Badge variant="default">VPN</Badge> : null}
        <FindingMark findings={findings} />
      </Group>
      <Hint>{statusText}</Hint>
    </Stack>
  );
}

function LastSeen({ router }: { router: AssignedRouter }) {
  return <When iso={router.lastSeen} otherwise={t("Never")} relative />;
}

function RouterCard(props: {
  router: AssignedRouter;
  onOpen: (window: RouterWindow, router: AssignedRouter) => void;
}) {
  const { router, onOpen } = props;
  return (
    <Stack gap="xs">
      <Name router={router} />
      <Status router={router} />
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {connectionOf(router)} · <Host router={router} />
        </Text>
        <Text size="sm">
          {t("Last Seen")}: <LastSeen router={router} />
        </Text>
      </Group>
      <RouterActions router={router} onOpen={onOpen} isOnCard />
    </Stack>
  );
}
