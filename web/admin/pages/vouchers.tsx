import { Group, Select, Stack, Text } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { Voucher } from "#contract/vouchers";
import { useAskedFor } from "../../console/asked-for.ts";
import { EmptyList, FilterBar } from "../../console/filter-bar.tsx";
import { Button } from "../../console/kit.tsx";
import { useKnownOnce } from "../../console/known-once.ts";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { StatStrip } from "../../console/stat-strip.tsx";
import { toastFailure } from "../../console/toast.tsx";
import { polled, useList, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { Batches, useBatches } from "../vouchers/batches.tsx";
import { ChosenBar } from "../vouchers/chosen-bar.tsx";
import { saveVouchers } from "../vouchers/export-vouchers.ts";
import { activeWord } from "../vouchers/format-voucher.ts";
import { confirmRevoke, useRevoke } from "../vouchers/revoke-vouchers.ts";
import { byWhatsApp, shareVouchers } from "../vouchers/share-vouchers.ts";
import { usePlans, useShop } from "../vouchers/use-vouchers.ts";
import { VoucherActions } from "../vouchers/voucher-actions.tsx";
import { VoucherList } from "../vouchers/voucher-list.tsx";

const GenerateDialog = lazy(async () => ({
  default: (await import("../vouchers/generate-dialog.tsx")).GenerateDialog,
}));
const OfflineDialog = lazy(async () => ({
  default: (await import("../vouchers/offline-dialog.tsx")).OfflineDialog,
}));
const MadeDialog = lazy(async () => ({ default: (await import("../vouchers/made-dialog.tsx")).MadeDialog }));
const PrintDialog = lazy(async () => ({
  default: (await import("../vouchers/print-dialog.tsx")).PrintDialog,
}));
const PrintNow = lazy(async () => ({ default: (await import("../vouchers/print-dialog.tsx")).PrintNow }));

const noFilter = { q: "", status: "", batchId: "", page: "1" };
const statuses = ["active", "used", "revoked", "expired", "ended"] as const;
type Wanted = (typeof statuses)[number];

type Doing =
  | { kind: "generate" }
  | { kind: "assign" }
  | { kind: "made"; vouchers: readonly Voucher[]; isPrinting: boolean }
  | { kind: "print"; vouchers: readonly Voucher[] }
  /** Without a question, as it was printed last. */
  | { kind: "reprint"; vouchers: readonly Voucher[] }
  | null;

export function VouchersPage({ page }: { page: PageData }) {
  const { filter, page: number, go, narrow } = useListParams(noFilter);
  const [doing, setDoing] = useState<Doing>(null);
  const [chosen, choose] = useState<Voucher[]>([]);
  const status = statuses.find((one) => one === filter.status);
  const filters = {
    ...(filter.q ? { q: filter.q } : {}),
    ...(status ? { status } : {}),
    ...(filter.batchId ? { batchId: filter.batchId } : {}),
  };
  const list = useList("listVouchers", { query: { page: number, pageSize, ...filters } }, polled(30_000));
  const plans = usePlans();
  const revoke = useRevoke();
  useLastPage(list.data, number, go);
  const areBatchesKnown = useKnownOnce(useBatches());

  const shop = useShop(page);
  const stop = () => setDoing(null);
  const print = (vouchers: readonly Voucher[]) => setDoing({ kind: "print", vouchers });
  const isFiltered = Object.keys(filters).length > 0;
  const isTopKnown = isFiltered || areBatchesKnown;
  const openForm = () => setDoing({ kind: "generate" });
  useAskedFor("make", openForm);
  return (
    <>
      <PageHead
        title={t("Voucher Management")}
        help="provider#sell-vouchers"
        text={t("Generate and manage access vouchers for your hotspot service.")}
        actions={
          <VoucherActions
            wanted={filters}
            onGenerate={openForm}
            onAssign={() => setDoing({ kind: "assign" })}
          />
        }
      />
      <VoucherStats />
      {isFiltered ? null : (
        <Batches
          onPrint={(vouchers) => setDoing({ kind: "reprint", vouchers })}
          onOpen={({ id }) => narrow({ ...noFilter, batchId: id })}
        />
      )}
      {isTopKnown ? null : <Loading />}
      <div hidden={!isTopKnown}>
        <FilterBar
          search={{
            value: filter.q,
            onSearch: (q) => narrow({ q }),
            label: t("Search vouchers"),
            placeholder: t("Code, plan or device"),
          }}
          set={status ? 1 : 0}
          onClear={() => narrow({ status: "" })}
        >
          <StatusFilter value={status} onChange={(wanted) => narrow({ status: wanted })} />
        </FilterBar>
        {filter.batchId ? (
          <Group gap="xs" mb="md">
            <Text size="sm">{t("Only vouchers that were made together.")}</Text>
            <Button size="sm" variant="subtle" onClick={() => narrow({ batchId: "" })}>
              {t("Show all vouchers")}
            </Button>
          </Group>
        ) : null}
        <ChosenBar
          chosen={chosen}
          onPrint={() => print(chosen.filter((voucher) => voucher.status === "active"))}
          onExport={() =>
            void saveVouchers(chosen).catch(toastFailure(t("Export failed"), t("Failed to export vouchers")))
          }
          onRevoke={() => confirmRevoke(chosen, revoke.send, () => choose([]))}
          onClear={() => choose([])}
        />
        <Loaded
          query={list}
          loading={<Loading />}
          failed={{
            title: t("Error Loading Vouchers"),
            text: t("Failed to load vouchers. Please check your connection and try again."),
          }}
          empty={
            <EmptyList
              icon={<IconTicket size={28} />}
              isFiltered={isFiltered}
              onClear={() => narrow(noFilter)}
              filtered={{ title: t("No vouchers match"), show: t("Show all vouchers") }}
              title={t("No vouchers found. Generate some to get started!")}
              action={<Button onClick={openForm}>{t("Generate Vouchers")}</Button>}
            />
          }
        >
          {({ rows, total }) => (
            <VoucherList
              rows={rows}
              page={{ number, size: pageSize, total, go }}
              busy={list.isPlaceholderData}
              chosen={chosen}
              choose={choose}
              acts={{
                share: (voucher) => void shareVouchers([voucher], shop),
                byWhatsApp: (voucher) => byWhatsApp(voucher, shop),
                print: (voucher) => print([voucher]),
                revoke: (voucher) =>
                  confirmRevoke([voucher], revoke.send, () =>
                    choose((before) => before.filter(({ id }) => id !== voucher.id)),
                  ),
              }}
            />
          )}
        </Loaded>
      </div>
      <Suspense fallback={null}>
        {doing?.kind === "generate" ? (
          <GenerateDialog
            plans={plans}
            onClose={stop}
            onMade={(vouchers, isPrinting) => setDoing({ kind: "made", vouchers, isPrinting })}
          />
        ) : null}
        {doing?.kind === "assign" ? <OfflineDialog onClose={stop} /> : null}
        {doing?.kind === "made" ? (
          <MadeDialog
            vouchers={doing.vouchers}
            shop={shop}
            onPrint={() => setDoing({ ...doing, isPrinting: true })}
            onList={() => {
              stop();
              narrow({ ...noFilter, batchId: doing.vouchers[0]?.batchId ?? "" });
            }}
            onClose={stop}
          />
        ) : null}
        {doing?.kind === "made" && doing.isPrinting ? (
          <PrintNow
            vouchers={doing.vouchers}
            shop={shop}
            onDone={() => setDoing({ ...doing, isPrinting: false })}
          />
        ) : null}
        {doing?.kind === "reprint" ? <PrintNow vouchers={doing.vouchers} shop={shop} onDone={stop} /> : null}
        {doing?.kind === "print" ? (
          <PrintDialog vouchers={doing.vouchers} shop={shop} onClose={stop} />
        ) : null}
      </Suspense>
    </>
  );
}

function StatusFilter(props: { value: Wanted | undefined; onChange: (value: string) => void }) {
  return (
    <Select
      aria-label={t("Status")}
      allowDeselect={false}
      value={props.value ?? "all"}
      onChange={(value) => props.onChange(value === "all" || value === null ? "" : value)}
      data={[
        { value: "all", label: t("All vouchers") },
        { value: "active", label: activeWord() },
        { value: "used", label: t("Used") },
        { value: "ended", label: t("Expired or revoked") },
        { value: "expired", label: t("Expired") },
        { value: "revoked", label: t("Revoked") },
      ]}
    />
  );
}

function Loading() {
  const label = t("Loading vouchers...");
  return (
    <Stack gap="xs">
      <Text c="dimmed">{label}</Text>
      <LoadingRows rows={8} height={64} label={label} />
    </Stack>
  );
}

export function VoucherStats() {
  const stats = useRead("voucherStats", {}, polled(20_000));
  const { data } = stats;
  const at = addresses.vouchers;
  const figure = (count: number | undefined) => count?.toLocaleString("en-US");
  return (
    <StatStrip
      query={stats}
      figures={[
        { name: t("Total Vouchers"), value: figure(data?.total), to: at },
        { name: activeWord(), value: figure(data?.active), to: `${at}?status=active` },
        { name: t("Used"), value: figure(data?.used), to: `${at}?status=used` },
        {
          name: t("Expired"),
          value: figure(data?.expired),
          note: t("with revoked ones"),
          to: `${at}?status=ended`,
        },
      ]}
    />
  );
}
