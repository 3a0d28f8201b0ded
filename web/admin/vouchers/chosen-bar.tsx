import { Button, Group, Paper, Text } from "@mantine/core";
import { IconBan, IconDownload, IconPrinter } from "@tabler/icons-react";
import type { Voucher } from "#contract/vouchers";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { may } from "../api.ts";
import { isUnused } from "./format-voucher.ts";

export function ChosenBar(props: {
  chosen: readonly Voucher[];
  onPrint: () => void;
  onExport: () => void;
  onRevoke: () => void;
  onClear: () => void;
}) {
  const count = props.chosen.length;
  if (count === 0) return null;
  const active = props.chosen.filter(({ status }) => status === "active").length;
  const unused = props.chosen.filter(isUnused).length;
  return (
    <Paper
      withBorder
      p="sm"
      mb="md"
      pos="sticky"
      // Stays in sight below the header.
      top="calc(var(--app-shell-header-height, 56px) + 8px)"
      style={{ zIndex: 2 }}
      role="region"
      aria-label={t("Chosen vouchers")}
    >
      <Group gap="sm">
        <Text fw={600} role="status">
          {t("{count} chosen", { count })}
        </Text>
        <SecondaryButton
          size="sm"
          disabled={active === 0}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={props.onPrint}
        >
          {t("Print {active}", { active })}
        </SecondaryButton>
        {may("noteExport") ? (
          <SecondaryButton
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={props.onExport}
          >
            {t("Export {count}", { count })}
          </SecondaryButton>
        ) : null}
        {may("revokeVouchers") ? (
          <Button
            size="sm"
            variant="light"
            color="red"
            disabled={unused === 0}
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={props.onRevoke}
          >
            {t("Revoke unused ({unused})", { unused })}
          </Button>
        ) : null}
        <Button size="sm" variant="subtle" onClick={props.onClear}>
          {t("Clear")}
        </Button>
      </Group>
    </Paper>
  );
}
