import { Button, Card, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Hint, StatusMark, When } from "./kit.tsx";
import { t } from "./language.ts";

/** A machine through which routers are reached, and the button that gives it up. */
export function MachineCard(props: {
  machine: { name: string; isOnline: boolean; lastSeen: string | null; version: string | null };
  about: ReactNode;
  installedAt?: string;
  act: { word: string; name: string; isPending: boolean; onClick: () => void } | null;
  children?: ReactNode;
}) {
  const { machine, about, installedAt, act, children } = props;
  const { name, isOnline, lastSeen, version } = machine;
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StatusMark tone={isOnline ? "good" : "bad"} word={isOnline ? t("Online") : t("Offline")} />
          </Group>
          <Hint style={{ overflowWrap: "anywhere" }}>{about}</Hint>
          <Hint>
            {t("Last Seen")}: <When iso={lastSeen} otherwise={t("Never")} relative />
            {installedAt === undefined ? null : (
              <>
                {" "}
                · {t("Installed")}: <When iso={installedAt} />
              </>
            )}
            {version === null ? null : <> · {t("Version {version}", { version })}</>}
          </Hint>
          {children}
        </Stack>
        {act ? (
          <Button
            variant="light"
            color="red"
            mih={44}
            loading={act.isPending}
            aria-label={act.name}
            onClick={act.onClick}
          >
            {act.word}
          </Button>
        ) : null}
      </Group>
    </Card>
  );
}
