import { Button, Card, Code, Group, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { When } from "./cells.tsx";
import { confirmAction } from "./confirm-action.tsx";
import { CopyButton } from "./copy-button.tsx";
import { t } from "./language.ts";
import { StatusMark } from "./status-mark.tsx";
import { errorText, toastError, toastSuccess } from "./toast.tsx";

/** One bridge in a list: whom it serves, when it was last heard of, and the way to be rid of it. */
export function BridgeCard(props: {
  bridge: {
    name: string;
    isOnline: boolean;
    lastSeen: string | null;
    enrolledAt: string;
    version: string | null;
    updateCommand: string | null;
  };
  /** Whom it belongs to and which routers it serves, in words. */
  serves: string;
  /** What revoking it means. */
  warning: string;
  revoke: () => Promise<unknown>;
  isPending: boolean;
}): ReactElement {
  const { serves, warning, revoke, isPending } = props;
  const { name, isOnline, lastSeen, enrolledAt, version, updateCommand } = props.bridge;
  // Not by callbacks of the call: with the card they would be gone before they are called.
  const run = () =>
    revoke().then(
      () => toastSuccess(t("{name} is revoked", { name })),
      (error: unknown) => toastError(t("Revoke Failed"), errorText(error, t("Failed to revoke the bridge"))),
    );
  const ask = () =>
    confirmAction({
      title: t("Revoke {name}?", { name }),
      text: warning,
      action: t("Revoke bridge"),
      onYes: () => void run(),
    });
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StatusMark tone={isOnline ? "good" : "bad"} word={isOnline ? t("Online") : t("Offline")} />
          </Group>
          <Text size="sm" c="dimmed">
            {serves}
          </Text>
          <Text size="sm" c="dimmed">
            {t("Last Seen")}: <When iso={lastSeen} otherwise={t("Never")} relative /> · {t("Installed")}:{" "}
            <When iso={enrolledAt} />
            {version === null ? null : <> · {t("Version {version}", { version })}</>}
          </Text>
          {updateCommand === null ? null : <Update name={name} command={updateCommand} />}
        </Stack>
        <Button
          variant="light"
          color="red"
          mih={44}
          loading={isPending}
          aria-label={t("Revoke {name}", { name })}
          onClick={ask}
        >
          {t("Revoke")}
        </Button>
      </Group>
    </Card>
  );
}

function Update({ name, command }: { name: string; command: string }): ReactElement {
  return (
    <Stack gap={4} mt="xs">
      <Text size="sm">{t("A newer version is there. On the bridge's machine enter:")}</Text>
      <Group gap="xs" wrap="nowrap" align="center">
        <Code style={{ overflowWrap: "anywhere" }}>{command}</Code>
        <CopyButton text={command} name={t("Copy the line that updates {name}", { name })} />
      </Group>
    </Stack>
  );
}
