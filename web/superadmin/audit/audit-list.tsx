import { Button, Group, Stack, Text } from "@mantine/core";
import type { AuditLine } from "#contract/audit";
import { DataList, type DataListProps } from "../../console/data-list.tsx";
import { dateTime } from "../../console/format.ts";
import { Hint, When } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { actorOf, formatAction, kindOf } from "./format-audit.ts";

export function AuditList(props: {
  rows: readonly AuditLine[];
  page: NonNullable<DataListProps<AuditLine>["page"]>;
  busy: boolean;
  onOpen: (line: AuditLine) => void;
}) {
  const { rows, page, busy, onOpen } = props;
  return (
    <DataList
      rows={rows}
      rowKey={({ id }) => id}
      label={t("Audit")}
      page={page}
      busy={busy}
      columns={[
        { key: "at", title: t("When"), render: ({ at }) => <When iso={at} />, width: 190 },
        { key: "actor", title: t("Who"), render: (line) => <Who line={line} /> },
        { key: "action", title: t("What"), render: (line) => <What line={line} /> },
        { key: "provider", title: t("Provider"), render: ({ providerName }) => providerName ?? "–" },
        { key: "network", title: t("From where"), render: ({ network }) => network ?? "–" },
        {
          key: "details",
          title: t("Actions"),
          right: true,
          width: 110,
          render: (line) => <Open line={line} onOpen={onOpen} />,
        },
      ]}
      card={(line) => (
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Stack gap={2} miw={0}>
            <What line={line} />
            <Who line={line} />
            <Hint style={{ overflowWrap: "anywhere" }}>
              <When iso={line.at} />
              {[line.providerName, line.network].filter(Boolean).map((text) => ` · ${text}`)}
            </Hint>
          </Stack>
          <Open line={line} onOpen={onOpen} />
        </Group>
      )}
    />
  );
}

function Who({ line }: { line: AuditLine }) {
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {actorOf(line)}{" "}
      <Text span size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
        {kindOf(line.actor)}
      </Text>
    </Text>
  );
}

function What({ line }: { line: AuditLine }) {
  return (
    <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
      {formatAction(line.action)}
    </Text>
  );
}

function Open(props: { line: AuditLine; onOpen: (line: AuditLine) => void }) {
  const { line, onOpen } = props;
  const name = t("Details: {what}, {when}", {
    what: formatAction(line.action),
    when: dateTime(line.at, language()),
  });
  return (
    <Button
      size="sm"
      mih={44}
      px={8}
      variant="subtle"
      style={{ flexShrink: 0 }}
      aria-label={name}
      onClick={() => onOpen(line)}
    >
      {t("Details")}
    </Button>
  );
}
