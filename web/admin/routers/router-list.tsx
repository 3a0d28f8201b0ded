import { Badge, Group, Text, UnstyledButton } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { AssignedRouter } from "#contract/routers";
import { type Column, DataList } from "../../console/data-list.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { IconButton } from "../../console/icon-button.tsx";
import { StatusMark, TwoLines, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import { FindingMark, findingsOf, onlineMark } from "../../console/preflight/finding-mark.tsx";
import rowClasses from "../../console/row-card.module.css";
import { RowCard } from "../../console/row-card.tsx";
import { callApi, useRead } from "../api.ts";
import { connectionOf, hostOf } from "./format-router.ts";
import type { RouterWindow } from "./router-sheet.tsx";
import { useConnectionTest } from "./use-router-acts.ts";

const SetUpRouter = lazy(async () => ({
  default: (await import("../../console/set-up-router.tsx")).SetUpRouter,
}));

const RouterChecklist = lazy(async () => ({
  default: (await import("../../console/preflight/router-checklist.tsx")).RouterChecklist,
}));

const WhoRuns = lazy(async () => ({ default: (await import("./who-runs.tsx")).WhoRuns }));

const RouterSheet = lazy(async () => ({ default: (await import("./router-sheet.tsx")).RouterSheet }));

const EditRouter = lazy(async () => ({ default: (await import("./edit-router.tsx")).EditRouter }));

const calls = { useRead, callApi };

type ListProps = {
  routers: readonly AssignedRouter[];
  /** Whose sheet is open. */
  sheetOf: AssignedRouter | undefined;
  /** Null: none. @param isBack it takes the place of the window that was opened from it */
  onSheet: (router: AssignedRouter | null, isBack?: boolean) => void;
  onInstall: () => void;
  /** A bridge was told something about a router: what it says comes within seconds. */
  onTold: () => void;
};

export function RouterList({ routers, sheetOf, onSheet, onInstall, onTold }: ListProps) {
  const [opened, setOpened] = useState<{ window: RouterWindow; router: AssignedRouter } | null>(null);
  const open = (window: RouterWindow, router: AssignedRouter) => {
    onSheet(null);
    setOpened({ window, router });
  };
  const close = () => setOpened(null);
  const backToSheet = (router: AssignedRouter) => {
    onSheet(router, true);
    close();
  };
  const install = () => {
    onSheet(null);
    close();
    onInstall();
  };
  const columns: Column<AssignedRouter>[] = [
    {
      key: "name",
      title: t("Router"),
      render: (router) => <Name router={router} onOpen={() => onSheet(router)} />,
    },
    { key: "connection", title: t("Connection"), render: connectionOf },
    { key: "host", title: t("Host/VPN"), render: (router) => <Host router={router} /> },
    { key: "status", title: t("Status"), render: (router) => <Status router={router} /> },
    { key: "lastSeen", title: t("Last Seen"), render: (router) => <LastSeen router={router} /> },
    {
      key: "actions",
      title: t("Actions"),
      right: true,
      render: (router) => <TestButton router={router} />,
    },
  ];
  return (
    <>
      <DataList
        label={t("Assigned Routers")}
        rows={routers}
        rowKey={({ id }) => id}
        columns={columns}
        card={(router) => <RouterCard router={router} onOpen={() => onSheet(router)} />}
        onOpen={(router) => onSheet(router)}
      />
      <Sheet opened={sheetOf !== undefined} onClose={() => onSheet(null)} title={sheetOf?.name}>
        <Suspense fallback={<LoadingRows rows={3} label={t("Loading routers …")} />}>
          {sheetOf ? (
            <RouterSheet
              router={sheetOf}
              onOpen={(window) => open(window, sheetOf)}
              onInstall={install}
              onTold={onTold}
            />
          ) : null}
        </Suspense>
      </Sheet>
      <Suspense fallback={null}>
        {opened?.window === "check" ? (
          <RouterChecklist
            router={opened.router}
            calls={calls}
            onInstall={install}
            onSetUp={() => open("set-up", opened.router)}
            onClose={() => backToSheet(opened.router)}
          />
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

function Name({ router, onOpen }: { router: AssignedRouter; onOpen: () => void }) {
  return (
    <UnstyledButton mih={42} maw="100%" onClick={onOpen}>
      <TwoLines strong first={router.name} second={about(router)} />
    </UnstyledButton>
  );
}

function Host({ router }: { router: AssignedRouter }) {
  return (
    <Text span size="sm" style={{ overflowWrap: "break-word", fontVariantNumeric: "tabular-nums" }}>
      {hostOf(router)}
    </Text>
  );
}

function Status({ router }: { router: AssignedRouter }) {
  const { isActive, connectionType } = router;
  return (
    <>
      <Group gap={8} component="span" wrap="nowrap">
        <StatusMark isPlain tone={isActive ? "good" : "off"} word={isActive ? t("Active") : t("Inactive")} />
        <StatusMark isPlain {...onlineMark(router)} />
        {connectionType === "ovpn_client" ? (
          <Badge size="sm" variant="default">
            VPN
          </Badge>
        ) : null}
      </Group>
      <Standing router={router} />
    </>
  );
}

/** What keeps it from selling comes before what its bridge says; a line that is cut is whole in its sheet. */
function Standing({ router }: { router: AssignedRouter }) {
  return (
    <Group gap={8} wrap="nowrap" component="span" maw={240}>
      <FindingMark router={router} isPlain />
      <span className={rowClasses.fact ?? ""}>{router.statusText}</span>
    </Group>
  );
}

function LastSeen({ router }: { router: AssignedRouter }) {
  return <When iso={router.lastSeen} otherwise={t("Never")} relative />;
}

function RouterCard({ router, onOpen }: { router: AssignedRouter; onOpen: () => void }) {
  const { isActive, connectionType, statusText } = router;
  return (
    <RowCard
      title={router.name}
      right={
        <Group gap={4} wrap="nowrap">
          {isActive ? null : <StatusMark isSmall tone="off" word={t("Inactive")} />}
          <StatusMark isSmall {...onlineMark(router)} />
          {connectionType === "ovpn_client" ? <Badge variant="default">VPN</Badge> : null}
        </Group>
      }
      below={<LastSeen router={router} />}
      facts={[
        ...(findingsOf(router) === null ? [] : [<FindingMark key="findings" router={router} isPlain />]),
        // Why it is away is what one looks for here: whole, in place of how it is reached.
        ...(isActive && !router.isOnline
          ? [
              <span key="status" style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
                {statusText}
              </span>,
            ]
          : [statusText, `${connectionOf(router)} · ${hostOf(router)} · ${about(router)}`]),
      ]}
      onOpen={onOpen}
    />
  );
}

/** What is asked of a row at once; all else stands in its sheet, in words. */
function TestButton({ router }: { router: AssignedRouter }) {
  const test = useConnectionTest(router);
  return (
    <IconButton
      icon={IconPlugConnected}
      size={36}
      name={t("Test connection of {name}", { name: router.name })}
      tip={t("Test connection")}
      loading={test.busy}
      onClick={test.run}
    />
  );
}
