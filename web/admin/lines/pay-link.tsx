import { Code, Group, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { Line } from "#contract/lines";
import { CopyButton } from "../../console/copy-button.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

/** Where the customer pays: to send, or to show on one's own phone. */
export function PayLink({ line: { payLink } }: { line: Pick<Line, "payLink"> }) {
  return (
    <Stack gap="xs" component="section" aria-label={t("Pay link")}>
      <Text size="sm" c="dimmed">
        {t("Pay link")}
      </Text>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {payLink}
      </Code>
      <Group gap="sm">
        <CopyButton text={payLink} name={t("Copy")} labelled />
        <SecondaryButton
          component="a"
          href={payLink}
          target="_blank"
          rel="noreferrer"
          icon={IconExternalLink}
        >
          {t("Open the page")}
        </SecondaryButton>
      </Group>
    </Stack>
  );
}
