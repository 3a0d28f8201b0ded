import { Card, CloseButton, Group, Progress, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import type { FoundRouter, Scan } from "#contract/routers";
import { Button, Hint, PlainList, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError, toastFailure } from "../../console/toast.tsx";
import { polled, useAct, useRead } from "../api.ts";

type Props = {
  onClose: () => void;
  onAdd: (router: FoundRouter, bridgeId: string) => void;
};

export function SearchPanel({ search, ...rest }: Props & { search: Search }) {
  switch (search.kind) {
    case "discovering":
      return (
        <Panel title={t("Discovering routers")}>
          <Working
            label={t("Discovering routers")}
            text={t("Listening for MikroTik announcements at your site. This takes about five seconds.")}
          />
        </Panel>
      );
    case "discovered":
      return (
        <Panel title={t("Discovered routers")} onClose={rest.onClose}>
          <Text size="sm" role="status">
            {search.message}
          </Text>
          <FoundRouters found={search.found} onAdd={(router) => rest.onAdd(router, search.bridgeId)} />
        </Panel>
      );
    case "scanning":
      return (
        <Panel title={t("Network scan")}>
          <Working label={t("Network scan")} text={t("Asking your bridge to begin …")} />
        </Panel>
      );
    case "scan":
      return <RunningScan key={search.scan.id} begun={search.scan} {...rest} />;
  }
}

/** Polls every second until the scan is done, stopped or unknown. */
function RunningScan({ begun, onClose, onAdd }: Props & { begun: Scan }) {
  const [ended, setEnded] = useState(begun.done);
  const params = { id: begun.id };
  const read = useRead("readScan", { params }, ended ? { enabled: false } : polled(1_000));
  const cancel = useAct("cancelScan");
  const scan = read.data ?? begun;
  const lost = read.error instanceof RequestError ? read.error : null;

  useEffect(() => {
    if (scan.done) setEnded(true);
  }, [scan.done]);
  useEffect(() => {
    if (!lost) return;
    setEnded(true);
    toastError(t("Network Scan Failed"), errorText(lost, t("Failed to scan the network")));
  }, [lost]);

  const stop = () =>
    cancel.mutate(
      { params },
      {
        onSuccess: () => void read.refetch(),
        onError: toastFailure(t("Network Scan Failed"), t("The scan was not stopped")),
      },
    );
  const share = scan.total > 0 ? (scan.checked / scan.total) * 100 : 0;
  const far = t("{checked} of {total} addresses checked", { checked: scan.checked, total: scan.total });
  return (
    <Panel title={t("Network scan")} onClose={ended ? onClose : undefined}>
      <Progress.Root size="lg">
        <Progress.Section
          value={share}
          animated={!ended}
          aria-label={t("Network scan")}
          aria-valuetext={far}
        />
      </Progress.Root>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {far}
          {scan.subnets.length > 0 ? ` · ${scan.subnets.join(", ")}` : ""}
        </Text>
        {ended ? null : (
          <SecondaryButton mih={44} loading={cancel.isPending} onClick={stop}>
            {t("Stop scan")}
          </SecondaryButton>
        )}
      </Group>
      {ended && scan.message ? <Text size="sm">{scan.message}</Text> : null}
      <FoundRouters found={scan.found} onAdd={(router) => onAdd(router, scan.bridgeId)} />
    </Panel>
  );
}

function Working({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Progress.Root size="lg">
        <Progress.Section value={100} animated aria-label={label} aria-valuetext={text} />
      </Progress.Root>
      <Text size="sm" role="status">
        {text}
      </Text>
    </>
  );
}

function Panel(props: { title: string; onClose?: (() => void) | undefined; children: ReactNode }) {
  return (
    <Card component="section" aria-label={props.title}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Text component="h2" fw={600}>
            {props.title}
          </Text>
          {props.onClose ? (
            <CloseButton size={44} iconSize={20} aria-label={t("Close")} onClick={props.onClose} />
          ) : null}
        </Group>
        {props.children}
      </Stack>
    </Card>
  );
}

export function FoundRouters(props: { found: readonly FoundRouter[]; onAdd: (router: FoundRouter) => void }) {
  return (
    <PlainList gap="xs" aria-label={t("Routers found")}>
      {props.found.map((router) => (
        <Card component="li" key={`${router.address} ${router.macAddress}`} padding="sm">
          <Group justify="space-between" gap="sm">
            <div>
              <Text fw={600}>{router.identity ?? router.address}</Text>
              <Hint>{details(router)}</Hint>
            </div>
            {router.routerId === null ? (
              <Button
                mih={44}
                icon={IconPlus}
                aria-label={t("Add {name}", { name: router.identity ?? router.address })}
                onClick={() => props.onAdd(router)}
              >
                {t("Add")}
              </Button>
            ) : (
              <StatusMark tone="good" word={t("Added already")} />
            )}
          </Group>
        </Card>
      ))}
    </PlainList>
  );
}

function details({ address, board, version, macAddress, ports }: FoundRouter): string {
  const heard = [address, board, version ? `RouterOS ${version}` : null, macAddress];
  const answers = ports.length > 0 ? t("API port {ports}", { ports: ports.join(", ") }) : null;
  return [...heard, answers].filter(Boolean).join(" · ");
}

type Search =
  | { kind: "discovering" }
  | { kind: "discovered"; bridgeId: string; found: FoundRouter[]; message: string }
  | { kind: "scanning" }
  | { kind: "scan"; scan: Scan };

type Searches = {
  search: Search | null;
  busy: boolean;
  discover: () => void;
  scan: () => void;
  close: () => void;
};

/** The two ways to find routers. @param bridgeId through which bridge; null where the server shall choose */
export function useSearches(bridgeId: string | null): Searches {
  const [search, setSearch] = useState<Search | null>(null);
  const discovery = useAct("discoverRouters");
  const scanning = useAct("scanNetwork");
  const body = bridgeId === null ? {} : { bridgeId };

  const noDiscovery = (text: string) => {
    setSearch(null);
    toastError(t("Auto-Discovery Failed"), text);
  };
  const discover = () => {
    setSearch({ kind: "discovering" });
    const otherwise = t("Failed to discover MikroTik routers");
    discovery.mutate(
      { body },
      {
        onSuccess: ({ success, ...answer }) => {
          if (success) setSearch({ kind: "discovered", ...answer });
          else noDiscovery(answer.message || otherwise);
        },
        onError: (error) => noDiscovery(errorText(error, otherwise)),
      },
    );
  };
  const noScan = (text: string) => {
    setSearch(null);
    toastError(t("Network Scan Failed"), text);
  };
  const scan = () => {
    setSearch({ kind: "scanning" });
    const otherwise = t("Failed to scan the network");
    scanning.mutate(
      { body },
      {
        onSuccess: (answer) => {
          if (answer.success) setSearch({ kind: "scan", scan: answer.scan });
          else noScan(answer.message || otherwise);
        },
        onError: (error) => noScan(errorText(error, otherwise)),
      },
    );
  };
  return {
    search,
    busy: discovery.isPending || scanning.isPending,
    discover,
    scan,
    close: () => setSearch(null),
  };
}
