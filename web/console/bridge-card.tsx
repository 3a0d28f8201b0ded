import { Button, Card, Code, Group, Stack, Text } from "@mantine/core";
import { confirmAction } from "./confirm-action.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Hint, StatusMark, When } from "./kit.tsx";
import { t } from "./language.ts";
import { toastFailure, toastSuccess } from "./toast.tsx";

export function BridgeCard(props: {
  bridge: {
    name: string;
    isOnline: boolean;
    lastSeen: string | null;
    enrolledAt: string;
    version: string | null;
    updateCommand: string | null;
  };
  serves: string;
  warning: string;
  revoke: () => Promise<unknown>;
  isPending: boolean;
}) {
  const { serves, warning, revoke, isPending } = props;
  const { name, isOnline, lastSeen, enrolledAt, version, updateCommand } = props.bridge;
  // By promise: callbacks of `mutate` are dropped when the card unmounts.
  const run = () =>
    revoke().then(
      () => toastSuccess(t("{name} is revoked", { name })),
      toastFailure(t("Revoke Failed"), t("Failed to revoke the bridge")),
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
          <Hint>{serves}</Hint>
          <Hint>
            {t("Last Seen")}: <When iso={lastSeen} otherwise={t("Never")} relative /> · {t("Installed")}:{" "}
            <When iso={enrolledAt} />
            {version === null ? null : <> · {t("Version {version}", { version })}</>}
          </Hint>
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

function Update({ name, command }: { name: string; command: string }) {
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
