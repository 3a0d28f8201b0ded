import { ActionIcon, Button, Card, Group, Menu, VisuallyHidden } from "@mantine/core";
import {
  IconBan,
  IconChevronDown,
  IconChevronUp,
  IconDotsVertical,
  IconDownload,
  IconPrinter,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Voucher, VoucherBatch } from "#contract/vouchers";
import { IconButton } from "../../console/icon-button.tsx";
import { PlainList, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { RowCard } from "../../console/row-card.tsx";
import { toastFailure } from "../../console/toast.tsx";
import { callApi, polled, useRead } from "../api.ts";
import { everyVoucher, saveVouchers } from "./export-vouchers.ts";
import { voucherTerms } from "./format-voucher.ts";
import { confirmRevoke, useRevoke } from "./revoke-vouchers.ts";

/** It leaves room for the vouchers themselves on a phone. */
const fewBatches = 1;

const vouchersOf = ({ id }: VoucherBatch) => everyVoucher({ batchId: id }, () => undefined);

export const useBatches = () => useRead("listVoucherBatches", {}, polled(30_000));

/** What was made together, the newest first: printed again, saved and revoked as one. */
export function Batches(props: {
  onPrint: (vouchers: readonly Voucher[]) => void;
  onOpen: (batch: VoucherBatch) => void;
}) {
  const first = useBatches();
  const [isOpen, setOpen] = useState(false);
  const [older, setOlder] = useState<{ batches: readonly VoucherBatch[]; next: string | null } | null>(null);
  const { batches, next } = first.data ?? { batches: [], next: null };
  if (batches.length === 0) return null;
  const all = [...batches, ...(older?.batches ?? [])];
  const following = older ? older.next : next;
  const readOlder = async () => {
    const read = await callApi("listVoucherBatches", { query: { after: following ?? "" } });
    setOlder({ batches: [...(older?.batches ?? []), ...read.batches], next: read.next });
  };
  return (
    <Card mb={8} px="sm" py={2} component="section" aria-labelledby="batches">
      <VisuallyHidden component="h2" id="batches">
        {t("Made together")}
      </VisuallyHidden>
      <PlainList gap={0} aria-label={t("Made together")}>
        {all.slice(0, isOpen ? all.length : fewBatches).map((batch, place) => (
          <li key={batch.id}>
            <Batch
              batch={batch}
              {...props}
              unfold={
                place === 0 && all.length > fewBatches ? (
                  <IconButton
                    icon={isOpen ? IconChevronUp : IconChevronDown}
                    name={isOpen ? t("Show fewer") : t("Show all that were made together")}
                    color="gray"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(!isOpen)}
                  />
                ) : null
              }
            />
          </li>
        ))}
      </PlainList>
      {isOpen && following !== null ? (
        <Button
          variant="subtle"
          fullWidth
          onClick={() => void readOlder().catch(toastFailure(t("Error"), t("Failed to load older ones")))}
        >
          {t("Show older ones")}
        </Button>
      ) : null}
    </Card>
  );
}

function Batch(props: {
  batch: VoucherBatch;
  onPrint: (vouchers: readonly Voucher[]) => void;
  onOpen: (batch: VoucherBatch) => void;
  /** Shows the others, or hides them. */
  unfold: ReactNode;
}) {
  const { batch, onPrint, onOpen, unfold } = props;
  const { plan, made, used, left, createdAt } = batch;
  const revoke = useRevoke();
  const [busy, setBusy] = useState(false);
  const name = t("{made} of {plan}", { made, plan: plan.name });
  const withVouchers = (act: (vouchers: Voucher[]) => unknown) => () => {
    setBusy(true);
    vouchersOf(batch)
      .then(act)
      .catch(
        toastFailure(t("Error"), t("Failed to load vouchers. Please check your connection and try again.")),
      )
      .finally(() => setBusy(false));
  };
  return (
    <RowCard
      title={name}
      facts={[
        <span key="left">
          {t("{used} used, {left} left", { used, left })} · <When iso={createdAt} relative /> ·{" "}
          {voucherTerms(batch)}
        </span>,
      ]}
      onOpen={() => onOpen(batch)}
      aside={
        <Group gap={0} wrap="nowrap">
          <ActionIcon
            aria-label={t("Print {name} again", { name })}
            disabled={left === 0 || busy}
            onClick={withVouchers((all) => onPrint(all.filter(({ status }) => status === "active")))}
          >
            <IconPrinter size={20} aria-hidden />
          </ActionIcon>
          <Menu position="bottom-end" shadow="md" withinPortal>
            <Menu.Target>
              <ActionIcon color="gray" aria-label={t("More for {who}", { who: name })}>
                <IconDotsVertical size={20} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                mih={44}
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={withVouchers(saveVouchers)}
              >
                {t("Export CSV")}
              </Menu.Item>
              <Menu.Item
                mih={44}
                color="red"
                disabled={left === 0}
                leftSection={<IconBan size={18} aria-hidden />}
                onClick={withVouchers((all) => confirmRevoke(all, revoke.send, () => undefined))}
              >
                {t("Revoke unused ({unused})", { unused: left })}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {unfold}
        </Group>
      }
    />
  );
}
