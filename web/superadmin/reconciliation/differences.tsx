import { Box, Group, SegmentedControl, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import type { Difference, DifferenceKind } from "#contract/reconciliation";
import { platformBooks } from "#contract/values/platform-books";
import { DataList } from "../../console/data-list.tsx";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { Button, Hint, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList } from "../api.ts";
import { ProviderLink, paymentAddress, TextLink } from "../links.tsx";
import { ProviderFilter } from "../routers/provider-select.tsx";
import { DifferenceGroups, NothingDiffers } from "./difference-groups.tsx";
import { factsOf, formatKind, kinds, shortId, whose } from "./format-difference.ts";
import { RefundDialog, type RefundTarget } from "./refund-dialog.tsx";
import { ResolveDialog, reconciliationReads } from "./resolve-dialog.tsx";

/** What one cause made is told together first. */
const everything = { q: "", kind: "", providerId: "", state: "causes", page: "1" };

export function Differences() {
  const { filter, page, go, narrow } = useListParams(everything);
  const [opened, open] = useState<Difference | null>(null);
  const [givenBack, giveBack] = useState<RefundTarget | null>(null);
  const kind = kinds.find((one) => one === filter.kind);
  const isGrouped = filter.state !== "open" && filter.state !== "resolved";
  const state = filter.state === "resolved" ? "resolved" : "open";
  const query = {
    state,
    page,
    pageSize,
    ...(filter.q ? { q: filter.q } : {}),
    ...(kind ? { kind } : {}),
    ...(filter.providerId ? { providerId: filter.providerId } : {}),
  };
  const list = useList("listDifferences", { query }, { ...polled(30_000), enabled: !isGrouped });
  useLastPage(list.data, page, go);
  const hasFilter = filter.q !== "" || kind !== undefined || filter.providerId !== "";
  return (
    <>
      <Stack gap="sm" mb="md">
        <SegmentedControl
          aria-label={t("Which differences")}
          value={isGrouped ? "causes" : state}
          onChange={(value) => narrow({ state: value })}
          data={[
            { value: "causes", label: t("By cause") },
            { value: "open", label: t("Still open") },
            { value: "resolved", label: t("Resolved") },
          ]}
        />
        {isGrouped ? null : (
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            <SearchField
              value={filter.q}
              onSearch={(q) => narrow({ q })}
              label={t("Search differences")}
              placeholder={t("Receipt, transaction or provider")}
            />
            <Select
              aria-label={t("Kind")}
              placeholder={t("All kinds")}
              clearable
              clearButtonProps={{ "aria-label": t("All kinds") }}
              value={kind ?? null}
              onChange={(value) => narrow({ kind: value ?? "" })}
              data={kinds.map((value) => ({ value, label: formatKind(value).name }))}
            />
            <ProviderFilter
              value={filter.providerId}
              fixed={[{ value: platformBooks, label: t("The platform") }]}
              onChange={(providerId) => narrow({ providerId })}
            />
          </SimpleGrid>
        )}
      </Stack>
      {isGrouped ? (
        <DifferenceGroups
          onShow={({ kind: shown, providerId, account }) =>
            narrow({ state: "open", kind: shown, providerId, q: account })
          }
        />
      ) : (
        <Loaded
          query={list}
          loading={<LoadingRows rows={5} height={88} label={t("Loading …")} />}
          failed={{
            title: t("Error Loading Reconciliation"),
            text: t("Failed to load what does not agree. Please check your connection and try again."),
          }}
          empty={
            state === "open" && !hasFilter ? (
              <NothingDiffers />
            ) : (
              <EmptyList
                icon={<IconCircleCheck size={28} aria-hidden />}
                isFiltered={hasFilter}
                onClear={() => narrow({ ...everything, state })}
                filtered={{ title: t("Nothing matches your filters"), show: t("Show everything") }}
                title={t("Nothing was resolved yet")}
                text={t("What you resolve stays here to be looked up.")}
              />
            )
          }
        >
          {({ rows, total }) => {
            const first = firstOfKinds(rows);
            return (
              <DataList<Difference>
                rows={rows}
                rowKey={({ providerId, id }) => `${providerId} ${id}`}
                label={t("Differences")}
                page={{ number: page, size: pageSize, total, go }}
                busy={list.isPlaceholderData}
                columns={[
                  { key: "at", title: t("Since"), render: ({ at }) => <When iso={at} />, width: 160 },
                  {
                    key: "what",
                    title: t("What"),
                    render: (row) => <What row={row} isExplained={first.has(row)} />,
                  },
                  { key: "provider", title: t("Provider"), render: (row) => <Whose row={row} />, width: 150 },
                  {
                    key: "actions",
                    title: t("Actions"),
                    render: (row) => <Actions row={row} onResolve={open} onGiveBack={giveBack} />,
                    width: 210,
                  },
                ]}
                card={(row) => (
                  <Stack gap="xs">
                    <Hint>
                      <Whose row={row} /> · <When iso={row.at} />
                    </Hint>
                    <What row={row} isExplained={first.has(row)} />
                    <Actions row={row} onResolve={open} onGiveBack={giveBack} />
                  </Stack>
                )}
              />
            );
          }}
        </Loaded>
      )}
      {opened ? <ResolveDialog difference={opened} onClose={() => open(null)} /> : null}
      {givenBack ? <RefundDialog target={givenBack} onClose={() => giveBack(null)} /> : null}
    </>
  );
}

function Whose({ row }: { row: Difference }) {
  if (row.providerId === platformBooks) return <>{whose(row)}</>;
  return <ProviderLink id={row.providerId}>{whose(row)}</ProviderLink>;
}

/** What a kind means and what to do about it is said where it first stands. */
function firstOfKinds(rows: readonly Difference[]): ReadonlySet<Difference> {
  const first = new Map<string, Difference>();
  for (const row of rows) if (!first.has(row.kind)) first.set(row.kind, row);
  return new Set(first.values());
}

function What({ row, isExplained }: { row: Difference; isExplained: boolean }) {
  const { name, means, act } = formatKind(row.kind as DifferenceKind);
  const facts = factsOf(row);
  return (
    <Box style={{ whiteSpace: "normal", overflowWrap: "anywhere" }} maw={620}>
      <Text fw={600}>{name}</Text>
      {facts ? <Text size="sm">{facts}</Text> : null}
      {isExplained ? (
        <Hint>
          {means} {row.resolvedAt === null ? act : null}
        </Hint>
      ) : null}
      {row.transactionId ? (
        <Text size="xs" c="dimmed">
          <TextLink to={paymentAddress(row.transactionId)}>
            {t("Transaction {id}", { id: shortId(row.transactionId) })}
          </TextLink>
        </Text>
      ) : null}
    </Box>
  );
}

function Actions(props: {
  row: Difference;
  onResolve: (row: Difference) => void;
  onGiveBack: (target: RefundTarget) => void;
}) {
  const { row, onResolve, onGiveBack } = props;
  const replay = useAct("replayDeadLetter", reconciliationReads);
  if (row.resolvedAt !== null)
    return (
      <Text size="sm" style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
        {row.resolution} <When iso={row.resolvedAt} />
      </Text>
    );
  const { name } = formatKind(row.kind);
  const deliver = () =>
    replay.mutate(
      { params: { providerId: row.providerId, id: row.id } },
      {
        onSuccess: ({ message }) => toastSuccess(t("Delivered again"), message),
        onError: toastFailure(t("Not delivered"), t("Failed to deliver it. Please try again.")),
      },
    );
  return (
    <Group gap="xs">
      {row.replayable ? (
        <Button size="sm" mih={44} onClick={deliver} busy={replay.isPending}>
          {t("Replay")}
        </Button>
      ) : null}
      {row.giveBack ? (
        <SecondaryButton
          size="sm"
          mih={44}
          onClick={() => row.giveBack && onGiveBack({ ...row.giveBack, providerId: row.providerId })}
          aria-label={t("Give back: {what} of {name}", { what: name, name: whose(row) })}
        >
          {t("Give back")}
        </SecondaryButton>
      ) : null}
      <SecondaryButton
        size="sm"
        mih={44}
        onClick={() => onResolve(row)}
        aria-label={t("Resolve {what} of {name}", { what: name, name: whose(row) })}
      >
        {t("Resolve")}
      </SecondaryButton>
    </Group>
  );
}
