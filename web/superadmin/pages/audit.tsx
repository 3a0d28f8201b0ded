import { Button, Group, Select, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import type { AuditLine } from "#contract/audit";
import { DataList, type DataListProps } from "../../console/data-list.tsx";
import { DateRangeField, EmptyList, FilterBar } from "../../console/filter-bar.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { dateTime } from "../../console/format.ts";
import { Fact, Hint, When } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { polled, useList } from "../api.ts";
import {
  actionGroups,
  actorKinds,
  actorOf,
  changesIn,
  formatField,
  formatValue,
  kindOf,
} from "../audit/format-audit.ts";
import { subjectAddress } from "../audit/subject-address.ts";
import { ProviderLink, TextLink } from "../links.tsx";
import { ProviderFilter } from "../routers/provider-select.tsx";

export function AuditPage() {
  const { filter, page, go, narrow } = useListParams(noFilter);
  const [opened, setOpened] = useState<AuditLine | null>(null);
  const lines = useList("listAudit", { query: { ...queryOf(filter), page, pageSize } }, polled(30_000));
  useLastPage(lines.data, page, go);
  const hasFilter = filter.q !== "" || filtersSet(filter) > 0;
  return (
    <>
      <PageHead title={t("Audit")} text={t("Who did what, when and from where.")} />
      <AuditFilters filter={filter} narrow={narrow} />
      <Loaded
        query={lines}
        loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Audit"),
          text: t("Failed to load the audit trail. Please check your connection and try again."),
        }}
        empty={
          <EmptyList
            icon={<IconHistory size={28} aria-hidden />}
            isFiltered={hasFilter}
            onClear={() => narrow(noFilter)}
            filtered={{ title: t("Nothing matches your filters"), show: t("Show everything") }}
            title={t("Nothing was done yet")}
          />
        }
      >
        {({ rows, total }) => (
          <>
            <Hint mb="xs" role="status">
              {t("{count, plural, one {# line} other {# lines}}", { count: total })}
            </Hint>
            <AuditList
              rows={rows}
              page={{ number: page, size: pageSize, total, go }}
              busy={lines.isPlaceholderData}
              onOpen={setOpened}
            />
          </>
        )}
      </Loaded>
      <Sheet opened={opened !== null} onClose={() => setOpened(null)} title={t("Details")}>
        {opened ? <AuditDetails line={opened} /> : null}
      </Sheet>
    </>
  );
}

export function AuditDetails({ line }: { line: AuditLine }) {
  const { changes, ...rest } = line.detail ?? {};
  const details = Object.entries(rest);
  const address = subjectAddress(line);
  return (
    <Stack component="dl" gap="sm" m={0}>
      <Fact name={t("What")}>{line.what}</Fact>
      <Fact name={t("Who")}>
        {actorOf(line)} ({kindOf(line.actor)})
      </Fact>
      <Fact name={t("When")}>
        <When iso={line.at} />
      </Fact>
      <Fact name={t("From where")}>{line.network ?? t("Not known")}</Fact>
      {line.providerName ? (
        <Fact name={t("Provider")}>
          <Whose line={line} />
        </Fact>
      ) : null}
      {changesIn(changes).map(({ name, from, to }) => (
        <Fact key={`change of ${name}`} name={formatField(name)}>
          <Text span inherit c="dimmed" td="line-through">
            {formatValue(from)}
          </Text>{" "}
          <VisuallyHidden>{t("changed to")}</VisuallyHidden>
          <span aria-hidden>→</span>{" "}
          <Text span inherit fw={600}>
            {formatValue(to)}
          </Text>
        </Fact>
      ))}
      {details.map(([name, value]) => (
        <Fact key={name} name={formatField(name)}>
          {formatValue(value)}
        </Fact>
      ))}
      {line.subject ? (
        <Fact name={t("Id of what it was done to")}>
          {address === null ? line.subject : <TextLink to={address}>{line.subject}</TextLink>}
        </Fact>
      ) : null}
      <Fact name={t("As it is kept")}>{line.action}</Fact>
    </Stack>
  );
}

export function AuditFilters(props: { filter: AuditFilter; narrow: (wanted: Partial<AuditFilter>) => void }) {
  const { filter, narrow } = props;
  return (
    <FilterBar
      search={{
        value: filter.q,
        onSearch: (q) => narrow({ q }),
        label: t("Search the audit trail"),
        placeholder: t("Name, provider, address"),
      }}
      set={filtersSet(filter)}
      onClear={() => narrow({ ...noFilter, q: filter.q })}
    >
      <Select
        aria-label={t("Who")}
        placeholder={t("Anybody")}
        clearable
        clearButtonProps={{ "aria-label": t("Anybody") }}
        value={filter.actor || null}
        onChange={(actor) => narrow({ actor: actor ?? "" })}
        data={actorKinds()}
      />
      <ProviderFilter value={filter.providerId} onChange={(providerId) => narrow({ providerId })} />
      <Select
        aria-label={t("What")}
        placeholder={t("Everything")}
        clearable
        clearButtonProps={{ "aria-label": t("Everything") }}
        value={filter.action || null}
        onChange={(action) => narrow({ action: action ?? "" })}
        data={actionGroups()}
      />
      <DateRangeField
        clearable
        label={t("Days")}
        value={{ from: filter.from, to: filter.to }}
        onChange={(days) => narrow(days)}
      />
    </FilterBar>
  );
}

/** What the address says; keys are those of the call. */
export const noFilter = { q: "", actor: "", providerId: "", action: "", from: "", to: "", page: "1" };
export type AuditFilter = typeof noFilter;

const actors: readonly string[] = [
  "provider",
  "platform",
  "bridge",
  "system",
  "customer",
] satisfies AuditLine["actor"][];
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** For the call; what an address made up is left out. */
export function queryOf(filter: AuditFilter) {
  const { q, actor, providerId, action, from, to } = filter;
  return {
    ...(q ? { q } : {}),
    ...(actors.includes(actor) ? { actor: actor as AuditLine["actor"] } : {}),
    ...(providerId && providerId.length <= 64 ? { providerId } : {}),
    ...(action && action.length <= 60 ? { action } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

export function filtersSet({ actor, providerId, action, from, to }: AuditFilter): number {
  return [actor, providerId, action, from || to].filter((value) => value !== "").length;
}

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
        { key: "provider", title: t("Provider"), render: (line) => <Whose line={line} /> },
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
              {line.providerName ? (
                <>
                  {" · "}
                  <Whose line={line} />
                </>
              ) : null}
              {line.network ? ` · ${line.network}` : null}
            </Hint>
          </Stack>
          <Open line={line} onOpen={onOpen} />
        </Group>
      )}
    />
  );
}

function Whose({ line: { providerId, providerName } }: { line: AuditLine }) {
  if (providerName === null || providerId === null) return providerName ?? "–";
  return <ProviderLink id={providerId}>{providerName}</ProviderLink>;
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
      {line.what}
    </Text>
  );
}

function Open(props: { line: AuditLine; onOpen: (line: AuditLine) => void }) {
  const { line, onOpen } = props;
  const name = t("Details: {what}, {when}", { what: line.what, when: dateTime(line.at, language()) });
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
