import { Badge, Box, Group, Skeleton, Stack, Text, UnstyledButton } from "@mantine/core";
import type { RouterRevenue } from "#contract/platform-figures";
import type { PlatformRouter } from "#contract/platform-routers";
import { type Column, DataList, type DataListProps } from "../../console/data-list.tsx";
import { Hint, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Failed } from "../../console/loaded.tsx";
import { FindingMark, findingsOf, onlineMark } from "../../console/preflight/finding-mark.tsx";
import { useRead } from "../api.ts";
import { ksh } from "./format-router.ts";
import { RouterActions, type RouterOpeners } from "./router-actions.tsx";

type Span = "today" | "thisMonth" | "total";

export function RouterList(
  props: RouterOpeners & {
    routers: readonly PlatformRouter[];
    page: NonNullable<DataListProps<PlatformRouter>["page"]>;
    busy: boolean;
  },
) {
  const { routers, page, busy, ...openers } = props;
  const revenue = useRevenue(routers.map(({ id }) => id));
  const money = (key: Span, title: string): Column<PlatformRouter> => ({
    key,
    title,
    right: true,
    wraps: true,
    render: ({ id }) => <Money of={revenue.of} id={id} span={key} />,
  });
  const columns: Column<PlatformRouter>[] = [
    { key: "name", title: t("Router"), render: (router) => <Name router={router} /> },
    { key: "host", title: t("Host"), render: (router) => <Host router={router} />, width: 104 },
    {
      key: "status",
      title: t("Status"),
      render: (router) => <Status router={router} onCheck={openers.onCheck} />,
      width: 176,
    },
    money("today", t("Today's Revenue")),
    money("thisMonth", t("Monthly Revenue")),
    money("total", t("All Time Revenue")),
    { key: "lastSeen", title: t("Last Seen"), render: (router) => <LastSeen router={router} />, width: 104 },
    {
      key: "actions",
      title: t("Actions"),
      right: true,
      width: 152,
      render: (router) => <RouterActions router={router} {...openers} />,
    },
  ];
  return (
    <>
      {revenue.again ? (
        <Box mb="sm">
          <Failed
            title={t("Error Loading Revenue")}
            text={t("Failed to load revenue. Please check your connection and try again.")}
            onRetry={revenue.again}
          />
        </Box>
      ) : null}
      <DataList
        label={t("Routers")}
        rows={routers}
        rowKey={({ id }) => id}
        columns={columns}
        page={page}
        busy={busy}
        card={(router) => <RouterCard router={router} revenue={revenue.of} {...openers} />}
      />
    </>
  );
}

function Name({ router }: { router: PlatformRouter }) {
  return (
    <Box miw={104}>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {router.name}
      </Text>
      <Hint>
        {[router.provider?.businessName ?? t("Unassigned"), router.location].filter(Boolean).join(" · ")}
      </Hint>
    </Box>
  );
}

function Host({ router }: { router: PlatformRouter }) {
  return (
    <Text span inherit style={{ overflowWrap: "break-word", fontVariantNumeric: "tabular-nums" }}>
      {router.host}
      <wbr />:{router.port}
    </Text>
  );
}

function Status({ router, onCheck }: { router: PlatformRouter } & Pick<RouterOpeners, "onCheck">) {
  const { status, connectionType, statusText } = router;
  return (
    <Stack gap={4} align="flex-start">
      <Group gap={4}>
        {status === "active" ? null : <StatusMark tone="wait" word={t("Suspended")} />}
        <StatusMark {...onlineMark(router)} />
        {connectionType === "ovpn_client" ? <Badge variant="default">VPN</Badge> : null}
        {findingsOf(router) === null ? null : (
          <UnstyledButton py={10} my={-10} onClick={() => onCheck(router)}>
            <FindingMark router={router} />
          </UnstyledButton>
        )}
        {router.isLogInKnown ? <StatusMark tone="wait" word={t("Log-in known")} /> : null}
      </Group>
      <Text size="xs" c="dimmed">
        {statusText}
      </Text>
    </Stack>
  );
}

function Money(props: { of: RevenueOf; id: string; span: Span }) {
  const sums = props.of(props.id);
  if (sums === undefined) return <Skeleton height={14} width={72} my={4} ml="auto" />;
  if (sums === null)
    return (
      <Text span inherit c="red">
        {t("Error")}
      </Text>
    );
  return (
    <Text span inherit style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
      {ksh(sums[props.span])}
    </Text>
  );
}

function LastSeen({ router }: { router: PlatformRouter }) {
  return <When iso={router.lastSeen} otherwise={t("Never")} relative />;
}

function RouterCard(props: RouterOpeners & { router: PlatformRouter; revenue: RevenueOf }) {
  const { router, revenue, ...openers } = props;
  const sums = [
    ["today", t("Today")],
    ["thisMonth", t("This month")],
    ["total", t("All time")],
  ] as const;
  return (
    <Stack gap="xs">
      <Name router={router} />
      <Status router={router} onCheck={openers.onCheck} />
      <Group justify="space-between" gap="xs">
        {sums.map(([span, name]) => (
          <div key={span}>
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="div" size="xs" fw={600}>
              <Money of={revenue} id={router.id} span={span} />
            </Text>
          </div>
        ))}
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <Host router={router} />
        </Text>
        <Text size="sm">
          {t("Last Seen")}: <LastSeen router={router} />
        </Text>
      </Group>
      <RouterActions router={router} {...openers} />
    </Stack>
  );
}

const keptMs = 30_000;

/** `undefined`: not read yet; `null`: it could not be read. */
type RevenueOf = (routerId: string) => RouterRevenue | null | undefined;

/** What the routers of a page sold: one call for all of them, kept 30 s; `again` where some could not be read. */
export function useRevenue(routerIds: readonly string[]): { of: RevenueOf; again: (() => void) | null } {
  const query = { ids: [...routerIds].sort().join(",") };
  const revenue = useRead(
    "routersRevenue",
    { query },
    {
      staleTime: keptMs,
      refetchInterval: keptMs,
      refetchIntervalInBackground: false,
      enabled: routerIds.length > 0,
    },
  );
  const known = new Map(revenue.data?.map((row) => [row.routerId, row.revenue]));
  const of: RevenueOf = (routerId) =>
    known.get(routerId) ?? (known.has(routerId) || revenue.isError ? null : undefined);
  return { of, again: routerIds.some((id) => of(id) === null) ? () => void revenue.refetch() : null };
}
