import { Alert, Code, Divider, Group, Progress, Stack, Text } from "@mantine/core";
import { IconListCheck, IconRefresh } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Finding, Preflight } from "#contract/preflight";
import { polled, type Reading } from "../calls.ts";
import { CopyButton } from "../copy-button.tsx";
import { Window } from "../form-modal.tsx";
import { Button, Hint, PlainList, SecondaryButton, StatusMark, type Tone, When } from "../kit.tsx";
import { t } from "../language.ts";
import { Empty, Loaded, LoadingRows } from "../loaded.tsx";
import { OwnDevices, type OwnDevicesCalls } from "../own-devices.tsx";
import { toastFailure } from "../toast.tsx";
import { mendedByLine } from "./finding-words.ts";
import { checkName, formatFinding, formatOverall, verdictWord } from "./format-finding.ts";
import { HandOver, type HandOverCalls } from "./hand-over.tsx";

type OfRouter = { params: { id: string } };

export type RouterChecklistProps = {
  router: { id: string; name: string };
  /** The console's own: both consoles have these calls. */
  calls: {
    useRead: (name: "readPreflight", of: OfRouter, reading: Reading) => UseQueryResult<Preflight>;
    /** Resolves when the bridge has begun. */
    callApi: (name: "runPreflight", of: OfRouter) => Promise<unknown>;
  } & OwnDevicesCalls &
    HandOverCalls;
  onInstall: () => void;
  /** The set-up line, where whoever looks may make it. */
  onSetUp?: () => void;
  onClose: () => void;
};

/** The known findings of one router, each with what to do. */
export function RouterChecklist(props: RouterChecklistProps) {
  const { router, calls, onClose } = props;
  // A check tells how far it is.
  const checklist = calls.useRead("readPreflight", { params: { id: router.id } }, polled(2_000));
  return (
    <Window onClose={onClose} title={t("Checklist of {name}", { name: router.name })} size="lg">
      <Loaded
        query={checklist}
        loading={<LoadingRows rows={5} height={64} label={t("Loading the checklist …")} />}
        failed={{ title: t("Error Loading the Checklist"), text: t("Failed to load the checklist.") }}
      >
        {(data) => <Shown {...props} checklist={data} reread={() => void checklist.refetch()} />}
      </Loaded>
      <Divider my="md" />
      <OwnDevices router={router} calls={calls} />
    </Window>
  );
}

function Shown(props: RouterChecklistProps & { checklist: Preflight; reread: () => void }) {
  const { router, calls, checklist, reread } = props;
  const { checkedAt, findings, note, running, hindrance, hasBridge } = checklist;
  const [isAsking, setAsking] = useState(false);
  // Once: the same line mends them all.
  const byLine = heavyFirst(findings).find(({ code }) => mendedByLine.has(code));
  const again = () => {
    setAsking(true);
    calls
      .callApi("runPreflight", { params: { id: router.id } })
      .then(reread, toastFailure(t("Check Failed"), t("Failed to check the router")))
      .finally(() => setAsking(false));
  };
  const button = hasBridge ? (
    <Button
      mih={44}
      icon={IconRefresh}
      loading={isAsking || running !== null}
      disabled={hindrance !== ""}
      onClick={again}
    >
      {checkedAt === null ? t("Check now") : t("Check again")}
    </Button>
  ) : (
    <Button mih={44} onClick={props.onInstall}>
      {t("Install a bridge")}
    </Button>
  );
  return (
    <Stack>
      {hindrance === "" ? null : (
        <Alert color="yellow" title={t("It cannot be checked now")}>
          {hindrance}
        </Alert>
      )}
      {running ? <Running running={running} /> : null}
      {note === "" ? null : (
        <Alert color="yellow" title={t("Not everything could be read")} role="status">
          {note}
        </Alert>
      )}
      {checkedAt === null ? (
        <Empty
          icon={<IconListCheck aria-hidden />}
          title={t("Not checked yet")}
          text={t("The bridge looks by itself as soon as it has reached this router for the first time.")}
          action={button}
        />
      ) : (
        <>
          <Group justify="space-between" gap="sm">
            <div role="status">
              <StatusMark {...formatOverall(findings)} />
              <Hint mt={4}>
                {t("Last checked")}: <When iso={checkedAt} relative />
              </Hint>
            </div>
            {button}
          </Group>
          <PlainList gap="md" aria-label={t("Checklist")}>
            {heavyFirst(findings).map((finding) => (
              <Point key={finding.check} finding={finding}>
                {props.onSetUp && finding === byLine ? (
                  <SecondaryButton size="sm" mih={44} mt="xs" onClick={props.onSetUp}>
                    {t("Set up router")}
                  </SecondaryButton>
                ) : null}
                <HandOver router={router} finding={finding} calls={calls} reread={props.reread} />
              </Point>
            ))}
          </PlainList>
        </>
      )}
    </Stack>
  );
}

const weights: Record<Finding["verdict"], number> = { blocks: 0, mend: 1, unknown: 2, fine: 3 };
const tones: Record<Finding["verdict"], Tone> = { blocks: "bad", mend: "wait", unknown: "off", fine: "good" };

function heavyFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, other) => weights[one.verdict] - weights[other.verdict]);
}

function Running({ running }: { running: NonNullable<Preflight["running"]> }) {
  const { checked, total } = running;
  const text = t("Asking the router: {checked} of {total}", { checked, total });
  return (
    <div role="status">
      <Text size="sm" mb={4}>
        {text}
      </Text>
      <Progress value={(100 * checked) / Math.max(1, total)} aria-label={text} />
    </div>
  );
}

function Point({ finding, children }: { finding: Finding; children: ReactNode }) {
  const { check, verdict, command } = finding;
  const { found, todo } = formatFinding(finding);
  const name = checkName(check);
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text fw={600}>{name}</Text>
        <StatusMark tone={tones[verdict]} word={verdictWord(verdict)} />
      </Group>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {found}
      </Text>
      {todo === "" ? null : (
        <Text size="sm" mt={4}>
          {todo}
        </Text>
      )}
      {command === null ? null : (
        <Group gap="xs" wrap="nowrap" align="flex-start" mt="xs">
          <Code
            block
            flex={1}
            tabIndex={0}
            aria-label={t("Commands for {name}", { name })}
            style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
          >
            {command}
          </Code>
          <CopyButton text={command} name={t("Copy the commands for {name}", { name })} />
        </Group>
      )}
      {children}
    </li>
  );
}
