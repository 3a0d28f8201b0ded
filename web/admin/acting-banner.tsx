import { Alert, Button, Group, Text } from "@mantine/core";
import { IconLogout, IconUserShield } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { t } from "../console/language.ts";

/** On every page while a super admin acts for this provider. */
export function ActingBanner(props: { name: string; provider: string; onExit: () => void }): ReactElement {
  const { name, provider, onExit } = props;
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      mb="md"
      icon={<IconUserShield aria-hidden />}
      title={t("{name}, you are acting as {provider}", { name, provider })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t("What you do here is recorded under your own name.")}</Text>
        <Button
          variant="default"
          mih={44}
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={onExit}
        >
          {t("Exit")}
        </Button>
      </Group>
    </Alert>
  );
}
