import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { FoundRouter } from "#contract/routers";
import { t } from "../../console/language.ts";
import { StatusMark } from "../../console/status-mark.tsx";

/** What a bridge found; those that are not ours yet can be added. */
export function FoundRouters(props: {
  found: readonly FoundRouter[];
  onAdd: (router: FoundRouter) => void;
}): ReactElement {
  return (
    <Stack component="ul" gap="xs" p={0} m={0} aria-label={t("Routers found")} style={{ listStyle: "none" }}>
      {props.found.map((router) => (
        <Card component="li" key={`${router.address} ${router.macAddress}`} padding="sm">
          <Group justify="space-between" gap="sm">
            <div>
              <Text fw={600}>{router.identity ?? router.address}</Text>
              <Text size="sm" c="dimmed">
                {details(router)}
              </Text>
            </div>
            {router.routerId === null ? (
              <Button
                mih={44}
                leftSection={<IconPlus size={18} aria-hidden />}
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
    </Stack>
  );
}

function details({ address, board, version, macAddress, ports }: FoundRouter): string {
  const heard = [address, board, version ? `RouterOS ${version}` : null, macAddress];
  const answers = ports.length > 0 ? t("API port {ports}", { ports: ports.join(", ") }) : null;
  return [...heard, answers].filter(Boolean).join(" · ");
}
