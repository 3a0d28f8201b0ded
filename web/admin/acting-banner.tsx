import { Group, Text } from "@mantine/core";
import { IconLogout, IconUserShield } from "@tabler/icons-react";
import { SecondaryButton, Warning } from "../console/kit.tsx";
import { t } from "../console/language.ts";

/** On every page while a super admin acts for this provider. */
export function ActingBanner(props: { name: string; provider: string; onExit: () => void }) {
  const { name, provider, onExit } = props;
  return (
    <Warning
      role="status"
      mb="md"
      icon={<IconUserShield aria-hidden />}
      title={t("{name}, you are acting as {provider}", { name, provider })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t("What you do here is recorded under your own name.")}</Text>
        <SecondaryButton mih={44} icon={IconLogout} onClick={onExit}>
          {t("Exit")}
        </SecondaryButton>
      </Group>
    </Warning>
  );
}
