import { Button, Card, CloseButton, Group, Progress, Stack, Text } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import type { FoundRouter, Scan } from "#contract/routers";
import { siteSentence, t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { FoundRouters } from "./found-routers.tsx";
import type { Search } from "./use-searches.ts";

type Props = {
  onClose: () => void;
  /** Opens the form with what was found. */
  onAdd: (router: FoundRouter, bridgeId: string) => void;
};

export function SearchPanel({ search, ...rest }: Props & { search: Search }): ReactElement {
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
            {siteSentence(search.message)}
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

/** Asks every second how far it is, until it is done, stopped, or nobody knows it any more. */
function RunningScan({ begun, onClose, onAdd }: Props & { begun: Scan }): ReactElement {
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
        onError: (error) =>
          toastError(t("Network Scan Failed"), errorText(error, t("The scan was not stopped"))),
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
          <Button variant="default" mih={44} loading={cancel.isPending} onClick={stop}>
            {t("Stop scan")}
          </Button>
        )}
      </Group>
      {ended && scan.message ? <Text size="sm">{siteSentence(scan.message)}</Text> : null}
      <FoundRouters found={scan.found} onAdd={(router) => onAdd(router, scan.bridgeId)} />
    </Panel>
  );
}

function Working({ label, text }: { label: string; text: string }): ReactElement {
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

function Panel(props: {
  title: string;
  onClose?: (() => void) | undefined;
  children: ReactNode;
}): ReactElement {
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
