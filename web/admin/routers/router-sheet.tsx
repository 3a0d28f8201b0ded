import { Alert, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { AssignedRouter } from "#contract/routers";
import { hindranceOf } from "#contract/values/router-state";
import {
  Button,
  besideOthers,
  Fact,
  SecondaryButton,
  StatusMark,
  Warning,
  When,
} from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { FindingMark, onlineMark } from "../../console/preflight/finding-mark.tsx";
import { keptFor, may, polled, useRead } from "../api.ts";
import { connectionOf, hostOf } from "./format-router.ts";
import { todoOf } from "./router-todo.ts";
import { useCarry, useConnectionTest, useReclaim, useRemoval } from "./use-router-acts.ts";

/** What a router's sheet opens. They belong to the list, so that they stay open when rows become cards. */
export type RouterWindow = "check" | "set-up" | "edit" | "who-runs";

type SheetProps = {
  router: AssignedRouter;
  onOpen: (window: RouterWindow) => void;
  onInstall: () => void;
  onTold: () => void;
};

/** How one router stands, whole: why, what to do and the press that does it; below it all that can be done with it. */
export function RouterSheet(props: SheetProps) {
  const { router } = props;
  const acts = useActs(props);
  const todo = useTodo(router);
  const first = acts.find(({ act }) => act === todo.act);
  const remove = useRemoval(router);
  return (
    <Stack>
      <Standing router={router} todo={todo.text}>
        {first ? (
          <Button loading={first.busy ?? false} onClick={first.go}>
            {first.name}
          </Button>
        ) : null}
      </Standing>
      {may("carryPurchases") ? <SetAside router={router} /> : null}
      <Facts router={router} />
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs">
        {acts.map(({ act, name, go, busy = false, isUrgent = false }) =>
          isUrgent || act === todo.act ? null : (
            <SecondaryButton key={act} {...besideOthers} loading={busy} onClick={go}>
              {name}
            </SecondaryButton>
          ),
        )}
        {may("removeRouter") ? (
          <Button variant="light" color="red" {...besideOthers} disabled={remove.busy} onClick={remove.ask}>
            {t("Remove router")}
          </Button>
        ) : null}
      </SimpleGrid>
    </Stack>
  );
}

/** Red where somebody must act: the same that every list calls red. */
function Standing(props: { router: AssignedRouter; todo: string | null; children: ReactNode }) {
  const { router, todo, children } = props;
  const { statusText } = router;
  const why = hindranceOf(router);
  const lines = (
    <Stack gap="xs" align="flex-start" style={{ overflowWrap: "anywhere" }}>
      <FindingMark router={router} />
      <Text size="sm">{statusText}</Text>
      {todo === null ? null : <Text size="sm">{todo}</Text>}
      {children}
    </Stack>
  );
  return why !== null ? (
    <Alert color="red" variant="light" role="status">
      {lines}
    </Alert>
  ) : (
    lines
  );
}

/** What its former self at this address had sold comes over by one press. */
function SetAside({ router }: { router: AssignedRouter }) {
  const waiting = useRead("readSetAside", { params: { id: router.id } }, keptFor(0));
  const carry = useCarry(router);
  const { purchases = 0, routers = [] } = waiting.data ?? {};
  if (purchases === 0) return null;
  return (
    <Warning>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t(
            "{purchases, plural, one {# paid purchase of {names} waits} other {# paid purchases of {names} wait}} for a router at this address. Time and data go on as they were.",
            { purchases, names: routers.join(", ") },
          )}
        </Text>
        <Button loading={carry.busy} onClick={carry.run}>
          {t("Carry them on here")}
        </Button>
      </Stack>
    </Warning>
  );
}

function Facts({ router }: { router: AssignedRouter }) {
  const { isActive, lastSeen, username, location } = router;
  return (
    <SimpleGrid component="dl" cols={2} spacing="sm" m={0}>
      <Fact isSmall name={t("Status")}>
        <Group gap={8}>
          <StatusMark isPlain {...onlineMark(router)} />
          <StatusMark
            isPlain
            tone={isActive ? "good" : "off"}
            word={isActive ? t("Active") : t("Inactive")}
          />
        </Group>
      </Fact>
      <Fact isSmall name={t("Last Seen")}>
        <When iso={lastSeen} otherwise={t("Never")} relative />
      </Fact>
      <Fact isSmall name={t("Connection")}>{`${connectionOf(router)} · ${hostOf(router)}`}</Fact>
      <Fact isSmall name={t("API user")}>
        {username}
      </Fact>
      <Fact isSmall name={t("Location")}>
        {location || t("Not set")}
      </Fact>
    </SimpleGrid>
  );
}

/** What is to be done; of a bridge that is not the provider's own the operator decides. */
function useTodo(router: AssignedRouter) {
  const bridges = useRead("listBridges", {}, polled(30_000));
  return todoOf(router, bridges.data?.some(({ id }) => id === router.bridgeId) ?? true);
}

type Act = {
  act: RouterWindow | "test" | "install" | "reclaim";
  name: string;
  go: () => void;
  busy?: boolean;
  /** Stands beside the reason alone. */
  isUrgent?: boolean;
};

function useActs({ router, onOpen, onInstall, onTold }: SheetProps): Act[] {
  const test = useConnectionTest(router);
  const reclaim = useReclaim(router, onTold);
  const window = (act: RouterWindow, name: string): Act => ({ act, name, go: () => onOpen(act) });
  return [
    {
      act: "reclaim",
      name: t("Let my bridge run it again"),
      go: reclaim.run,
      busy: reclaim.busy,
      isUrgent: true,
    },
    { act: "install", name: t("Install a bridge"), go: onInstall, isUrgent: true },
    { act: "test", name: t("Test connection"), go: test.run, busy: test.busy },
    window("edit", t("Edit")),
    window("check", t("Checklist")),
    window("set-up", t("Set up router")),
    ...(router.connectionType === "tunnel" ? [window("who-runs", t("Who runs it"))] : []),
  ];
}
