import { Alert, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { CopyButton } from "../../console/copy-button.tsx";
import { t } from "../../console/language.ts";
import { PrintSheet } from "../../console/print-sheet.tsx";

/** The codes that help without the phone, this once. */
export function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }): ReactElement {
  const { codes } = props;
  const [printing, setPrinting] = useState(false);
  return (
    <Alert color="yellow" variant="light" title={t("Your recovery codes")}>
      <Stack gap="sm">
        <Text size="sm" c="inherit">
          {t(
            "Each signs you in once when the phone is not at hand. They are shown this once: print them or keep them in a password store.",
          )}
        </Text>
        <SimpleGrid
          cols={2}
          spacing="xs"
          verticalSpacing={4}
          role="list"
          aria-label={t("Your recovery codes")}
        >
          {codes.map((code) => (
            <Text key={code} role="listitem" ff="monospace" fw={600} c="inherit">
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <CopyButton text={codes.join("\n")} name={t("Copy codes")} labelled />
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => setPrinting(true)}
          >
            {t("Print")}
          </Button>
          <Button variant="default" onClick={props.onDone}>
            {t("I have kept them")}
          </Button>
        </Group>
      </Stack>
      {printing ? (
        <PrintSheet paper="a4" onDone={() => setPrinting(false)}>
          <h1>{t("Your recovery codes")}</h1>
          <p>{window.location.host}</p>
          <pre>{codes.join("\n")}</pre>
        </PrintSheet>
      ) : null}
    </Alert>
  );
}
