import { Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type * as z from "zod";
import type { BridgeProgram } from "#contract/bridges";
import { confirmAction } from "./confirm-action.tsx";
import { CopyButton } from "./copy-button.tsx";
import { SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { MachineCard } from "./machine-card.tsx";
import { toastFailure, toastSuccess } from "./toast.tsx";

type Bridge = z.infer<typeof BridgeProgram> & {
  name: string;
  isOnline: boolean;
  lastSeen: string | null;
  enrolledAt: string;
};

export function BridgeCard(props: {
  bridge: Bridge;
  serves: string;
  warning: string;
  /** Null: not one's own to do. */
  update: (() => Promise<{ message: string }>) | null;
  revoke: (() => Promise<unknown>) | null;
  isPending: boolean;
}) {
  const { bridge, serves, warning, update, revoke, isPending } = props;
  const { name, enrolledAt, isOld, isUpdating } = bridge;
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
      machine={bridge}
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
      {isOld ? <Update bridge={bridge} update={isUpdating ? null : update} /> : null}
    </MachineCard>
  );
}

/** Of one that is older than the server: how the newer version comes there. */
function Update({ bridge, update }: { bridge: Bridge; update: (() => Promise<{ message: string }>) | null }) {
  const { name, isUpdating, updatedBy, updateCommand, updateFailure } = bridge;
  const [isAsked, setAsked] = useState(false);
  if (isUpdating)
    return (
      <Text size="sm" mt="xs">
        {t("It is being updated. That takes a minute or two; who is online stays online.")}
      </Text>
    );
  const ask = (begin: () => Promise<{ message: string }>) => {
    setAsked(true);
    void begin()
      .then(
        ({ message }) => toastSuccess(name, message),
        toastFailure(t("Update Failed"), t("Failed to update the bridge")),
      )
      .finally(() => setAsked(false));
  };
  const byItself = updatedBy === "itself" && update !== null;
  return (
    <Stack gap={4} mt="xs" align="flex-start">
      {updateFailure === null ? null : (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t("The last update did not succeed: {why}", { why: updateFailure })}
        </Text>
      )}
      {byItself ? (
        <>
          <Text size="sm">{t("A newer version is there. Who is online stays online.")}</Text>
          <SecondaryButton
            mih={44}
            busy={isAsked}
            aria-label={t("Update {name}", { name })}
            onClick={() => ask(update)}
          >
            {t("Update")}
          </SecondaryButton>
        </>
      ) : (
        <Text size="sm">
          {updatedBy === "image"
            ? t("A newer version is there. It runs in a container: start it with a new image.")
            : t("A newer version is there. On the bridge's machine enter:")}
        </Text>
      )}
      {updateCommand === null || (byItself && updateFailure === null) ? null : (
        <Group gap="xs" wrap="nowrap" align="center">
          <Code style={{ overflowWrap: "anywhere" }}>{updateCommand}</Code>
          <CopyButton text={updateCommand} name={t("Copy the line that updates {name}", { name })} />
        </Group>
      )}
    </Stack>
  );
}
