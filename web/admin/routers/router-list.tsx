import { ActionIcon, Badge, Group, Menu, Text } from "@mantine/core";
import {
  IconArrowsExchange,
  IconDotsVertical,
  IconListCheck,
  IconPencil,
  IconPlugConnected,
  IconTerminal2,
  IconTrash,
} from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { AssignedRouter } from "#contract/routers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { type Column, DataList } from "../../console/data-list.tsx";
import { IconButton } from "../../console/icon-button.tsx";
import { type Icon, StatusMark, TwoLines, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { FindingMark, hasFindings } from "../../console/preflight/finding-mark.tsx";
import { RequestError } from "../../console/request.ts";
import rowClasses from "../../console/row-card.module.css";
import { RowCard } from "../../console/row-card.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, may, useAct, useRead } from "../api.ts";
import { connectionOf, hostOf } from "./format-router.ts";

const SetUpRouter = lazy(async () => ({
  default: (await import("../../console/set-up-router.tsx")).SetUpRouter,
}));

const RouterChecklist = lazy(async () => ({
  default: (await import("../../console/preflight/router-checklist.tsx")).RouterChecklist,
}));

const WhoRuns = lazy(async () => ({ default: (await import("./who-runs.tsx")).WhoRuns }));

const EditRouter = lazy(async () => ({ default: (await import("./edit-router.tsx")).EditRouter }));

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
        {opened?.window === "edit" ? (
          <EditRouter
            router={opened.router}
            others={routers.filter(({ id }) => id !== opened.router.id)}
            onClose={close}
          />
        ) : null}
        {opened?.window === "who-runs" ? (
          <WhoRuns router={opened.router} onInstall={install} onClose={close} />
        ) : null}
        {opened?.window === "set-up" ? (
          <SetUpRouter router={opened.router} calls={calls} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

const about = ({ username, location }: AssignedRouter) => (location ? `${username} · ${location}` : username);

function Name({ router }: { router: AssignedRouter }) {
  return <TwoLines strong first={router.name} second={about(router)} />;
}

function Host({ router }: { router: AssignedRouter }) {
  return (
    <Text span size="sm" style={{ overflowWrap: "break-word", fontVariantNumeric: "tabular-nums" }}>
      {hostOf(router)}
    </Text>
  );
}

function Status({ router }: { router: AssignedRouter }) {
  const { isActive, isOnline, connectionType, statusText, findings } = router;
  return (
    <>
      <Group gap={8} component="span" wrap="nowrap">
        <StatusMark isPlain tone={isActive ? "good" : "off"} word={isActive ? t("Active") : t("Inactive")} />
        <StatusMark isPlain tone={isOnline ? "good" : "bad"} word={isOnline ? t("Online") : t("Offline")} />
        {connectionType === "ovpn_client" ? (
          <Badge size="sm" variant="default">
            VPN
          </Badge>
        ) : null}
      </Group>
      <Standing findings={findings} statusText={statusText} />
    </>
  );
}

/** What keeps it from selling comes before what its bridge says; a line that is cut is whole in its title. */
function Standing({ findings, statusText }: Pick<AssignedRouter, "findings" | "statusText">) {
  return (
    <Group gap={8} wrap="nowrap" component="span" maw={240} title={statusText}>
      <FindingMark findings={findings} isPlain />
      <span className={rowClasses.fact ?? ""}>{statusText}</span>
    </Group>
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
  const { isActive, isOnline, connectionType, statusText, findings } = router;
  return (
    <RowCard
      title={router.name}
      right={
        <Group gap={4} wrap="nowrap">
          {isActive ? null : <StatusMark isSmall tone="off" word={t("Inactive")} />}
          <StatusMark isSmall tone={isOnline ? "good" : "bad"} word={isOnline ? t("Online") : t("Offline")} />
          {connectionType === "ovpn_client" ? <Badge variant="default">VPN</Badge> : null}
        </Group>
      }
      below={<LastSeen router={router} />}
      facts={[
        ...(hasFindings(findings) ? [<FindingMark key="findings" findings={findings} isPlain />] : []),
        statusText,
        `${connectionOf(router)} · ${hostOf(router)} · ${about(router)}`,
      ]}
      aside={<CardMenu router={router} onOpen={onOpen} />}
    />
  );
}

/** Dialogs belong to the list, so that they stay open when rows become cards. */
type RouterWindow = "check" | "set-up" | "edit" | "who-runs";

type ActionProps = {
  router: AssignedRouter;
  onOpen: (window: RouterWindow, router: AssignedRouter) => void;
};

function CardMenu({ router, onOpen }: ActionProps) {
  const remove = useRemoval(router);
  const test = useConnectionTest(router);
  const { name } = router;
  const item = (text: string, icon: ReactNode, onClick: () => void) => (
    <Menu.Item mih={44} leftSection={icon} onClick={onClick}>
      {text}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon
          color="gray"
          loading={test.busy}
          disabled={remove.busy}
          aria-label={t("More for {who}", { who: name })}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item(t("Test connection"), <IconPlugConnected size={18} aria-hidden />, test.run)}
        {item(t("Edit"), <IconPencil size={18} aria-hidden />, () => onOpen("edit", router))}
        {item(t("Checklist"), <IconListCheck size={18} aria-hidden />, () => onOpen("check", router))}
        {item(t("Set up router"), <IconTerminal2 size={18} aria-hidden />, () => onOpen("set-up", router))}
        {router.connectionType === "tunnel"
          ? item(t("Who runs it"), <IconArrowsExchange size={18} aria-hidden />, () =>
              onOpen("who-runs", router),
            )
          : null}
        {may("removeRouter") ? (
          <Menu.Item
            mih={44}
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={remove.ask}
          >
            {t("Remove router")}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

export function RouterActions({ router, onOpen }: ActionProps) {
  const remove = useRemoval(router);
  const test = useConnectionTest(router);
  const { name } = router;
  const button = (icon: Icon, called: string, tip: string, window: RouterWindow) => (
    <IconButton icon={icon} size={36} name={called} tip={tip} onClick={() => onOpen(window, router)} />
  );
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      <IconButton
        icon={IconPlugConnected}
        size={36}
        name={t("Test connection of {name}", { name })}
        tip={t("Test connection")}
        loading={test.busy}
        onClick={test.run}
      />
      {button(IconPencil, t("Edit {name}", { name }), t("Edit"), "edit")}
      {button(IconListCheck, t("Checklist of {name}", { name }), t("Checklist"), "check")}
      {button(IconTerminal2, t("Set up {name}", { name }), t("Set up router"), "set-up")}
      {router.connectionType === "tunnel"
        ? button(IconArrowsExchange, t("Who runs {name}", { name }), t("Who runs it"), "who-runs")
        : null}
      {may("removeRouter") ? (
        <IconButton
          icon={IconTrash}
          size={36}
          color="red"
          name={t("Remove {name}", { name })}
          tip={t("Remove router")}
          disabled={remove.busy}
          onClick={remove.ask}
        />
      ) : null}
    </Group>
  );
}

/** Each row has its own pending state. */
function useConnectionTest(router: AssignedRouter): { busy: boolean; run: () => void } {
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
  return { busy: test.isPending, run };
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
