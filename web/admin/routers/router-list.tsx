import { ActionIcon, Badge, Group, Stack, Text } from "@mantine/core";
import { IconListCheck, IconPlugConnected, IconTerminal2, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { AssignedRouter } from "#contract/routers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { type Column, DataList } from "../../console/data-list.tsx";
import { IconButton } from "../../console/icon-button.tsx";
import { Hint, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { FindingMark } from "../../console/preflight/finding-mark.tsx";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, useAct, useRead } from "../api.ts";
import { connectionOf, hostOf } from "./format-router.ts";

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

/** Dialogs belong to the list, so that they stay open when rows become cards. */
export type RouterWindow = "check" | "set-up";

export function RouterActions(props: {
  router: AssignedRouter;
  onOpen: (window: RouterWindow, router: AssignedRouter) => void;
  /** On a card there is no room for all of them in a line. */
  isOnCard?: boolean;
}) {
  const { router, onOpen, isOnCard = false } = props;
  const remove = useRemoval(router);
  const { name } = router;
  return (
    <Group gap="xs" wrap={isOnCard ? "wrap" : "nowrap"} justify="flex-end">
      <TestButton router={router} />
      <IconButton
        icon={IconListCheck}
        name={t("Checklist of {name}", { name })}
        tip={t("Checklist")}
        variant="default"
        onClick={() => onOpen("check", router)}
      />
      <IconButton
        icon={IconTerminal2}
        name={t("Set up {name}", { name })}
        tip={t("Set up router")}
        variant="default"
        onClick={() => onOpen("set-up", router)}
      />
      <ActionIcon
        color="red"
        aria-label={t("Remove {name}", { name })}
        disabled={remove.busy}
        onClick={remove.ask}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Each row has its own pending state. */
function TestButton({ router }: { router: AssignedRouter }) {
  const test = useAct("testRouter", ["/api/admin/routers"]);
  const otherwise = t("Failed to connect to router");
  const run = () =>
    test.mutate(
      { params: { id: router.id } },
      {
        onSuccess: ({ success, message }) => {
          if (success) toastSuccess(t("Connection Successful"), message);
          else toastError(t("Connection Failed"), withReason(otherwise, message));
        },
        onError: (error) =>
          toastError(t("Connection Test Failed"), withReason(otherwise, errorText(error, ""))),
      },
    );
  return (
    <SecondaryButton
      mih={44}
      miw="max-content"
      icon={IconPlugConnected}
      loading={test.isPending}
      aria-label={t("Test connection of {name}", { name: router.name })}
      onClick={run}
    >
      {t("Test connection")}
    </SecondaryButton>
  );
}

/** "Failed to connect to router: The router did not answer in time." */
function withReason(text: string, why: string): string {
  return why === "" || why === text ? text : `${text}: ${why}`;
}

/** Asks; and once more with the server's sentence where purchases still run on it. */
function useRemoval(router: AssignedRouter): { busy: boolean; ask: () => void } {
  const remove = useAct("removeRouter", ["/api/admin/routers", "/api/admin/bridges"]);
  const { id, name } = router;
  // By promise: callbacks of `mutate` are dropped when the row unmounts.
  const run = (confirm: boolean): Promise<void> =>
    remove.mutateAsync({ params: { id }, query: confirm ? { confirm: "true" } : {} }).then(
      ({ message }) => toastSuccess(t("Router removed"), message),
      (error: unknown) => {
        if (!confirm && error instanceof RequestError && error.status === 409)
          confirmAction({
            title: t("Purchases are running on {name}", { name }),
            text: error.sentence,
            action: t("Remove it all the same"),
            onYes: () => void run(true),
          });
        else toastError(t("Delete Failed"), errorText(error, t("Failed to remove the router")));
      },
    );
  const ask = () =>
    confirmAction({
      title: t("Remove {name}?", { name }),
      text: t("It serves nobody any more and leaves this list. Its sales stay in your reports."),
      action: t("Remove router"),
      onYes: () => void run(false),
    });
  return { busy: remove.isPending, ask };
}
