import { Code, Group, Stack, Text } from "@mantine/core";
import { confirmAction } from "./confirm-action.tsx";
import { CopyButton } from "./copy-button.tsx";
import { t } from "./language.ts";
import { MachineCard } from "./machine-card.tsx";
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
  /** Null: not one's own to do. */
  revoke: (() => Promise<unknown>) | null;
  isPending: boolean;
}) {
  const { serves, warning, revoke, isPending } = props;
  const { name, enrolledAt, updateCommand } = props.bridge;
  // By promise: callbacks of `mutate` are dropped when the card unmounts.
  const run = (end: () => Promise<unknown>) =>
    end().then(
      () => toastSuccess(t("{name} is revoked", { name })),
      toastFailure(t("Revoke Failed"), t("Failed to revoke the bridge")),
    );
  const ask = (end: () => Promise<unknown>) =>
    confirmAction({
      title: t("Revoke {name}?", { name }),
      text: warning,
      action: t("Revoke bridge"),
      onYes: () => void run(end),
    });
  return (
    <MachineCard
      machine={props.bridge}
      about={serves}
      installedAt={enrolledAt}
      act={
        revoke && {
          word: t("Revoke"),
          name: t("Revoke {name}", { name }),
          isPending,
          onClick: () => ask(revoke),
        }
      }
    >
      {updateCommand === null ? null : <Update name={name} command={updateCommand} />}
    </MachineCard>
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
