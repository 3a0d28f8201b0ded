import { Alert, Group, Stack, Text, ThemeIcon, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPoint } from "@tabler/icons-react";
import type { RouterSetup } from "#contract/router-setup";
import { t } from "./language.ts";

type Progress = NonNullable<RouterSetup["tunnel"]>;
type Step = Progress["done"][number];

function steps(): [Step, string][] {
  return [
    ["fetched", t("The router fetched the script")],
    ["keyed", t("Key posted")],
    ["tunnel", t("Tunnel up")],
    ["logged_in", t("The platform has logged in")],
    ["hotspot", t("Hotspot answers")],
    ["device", t("First device seen")],
  ];
}

/** How far a router without a computer at its site is; where it stops, why, and what to do. */
export function TunnelSteps({ done, stopped }: Progress) {
  const all = steps();
  const next = all.find(([step]) => !done.includes(step))?.[0];
  return (
    <Stack gap="sm">
      <Stack gap={6} component="ol" m={0} p={0} role="status" style={{ listStyle: "none" }}>
        {all.map(([step, words]) => {
          const isDone = done.includes(step);
          return (
            <Group key={step} component="li" gap="xs" wrap="nowrap">
              <ThemeIcon
                size={20}
                radius="xl"
                variant={isDone ? "filled" : "light"}
                color={isDone ? "teal" : "gray"}
              >
                {isDone ? <IconCheck size={14} aria-hidden /> : <IconPoint size={14} aria-hidden />}
              </ThemeIcon>
              <Text size="sm" fw={step === next ? 600 : 400}>
                {words}
                {isDone ? <VisuallyHidden>, {t("done")}</VisuallyHidden> : null}
              </Text>
            </Group>
          );
        })}
      </Stack>
      {stopped ? (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={stopped.why} role="alert">
          {stopped.next}
        </Alert>
      ) : null}
    </Stack>
  );
}
