import { Code, Group, Modal, ScrollArea, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPrinter, IconShare2 } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Voucher } from "#contract/vouchers";
import { useBackCloses } from "../../console/back-closes.ts";
import { CopyButton } from "../../console/copy-button.tsx";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { may } from "../api.ts";
import { addresses } from "../navigation.ts";
import { counterPrice, planName } from "./format-voucher.ts";
import { PrintNow } from "./print-dialog.tsx";
import { useRevoke } from "./revoke-vouchers.ts";
import { shareVouchers } from "./share-vouchers.ts";
import { useShop } from "./use-vouchers.ts";
import type { SlipShop } from "./voucher-sheet.tsx";

export function MadeDialog(props: {
  vouchers: readonly Voucher[];
  shop: SlipShop;
  onPrint: () => void;
  onList: () => void;
  /** It was not sold after all. */
  onTakeBack?: (() => void) | undefined;
  onClose: () => void;
}) {
  useBackCloses(true, props.onClose);
  const { vouchers, shop, onTakeBack } = props;
  const count = vouchers.length;
  const [first] = vouchers;
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t("{count, plural, one {# voucher} other {# vouchers}} generated", { count })}
      closeButtonProps={{ "aria-label": t("Close") }}
    >
      <Stack>
        {first ? (
          <Text c="dimmed">
            {planName(first)}
            {count === 1 && first.plan ? ` · ${counterPrice(first.plan)}` : null}
          </Text>
        ) : null}
        <ScrollArea.Autosize
          mah="40vh"
          offsetScrollbars
          viewportProps={{ tabIndex: 0, "aria-label": t("New codes") }}
        >
          <SimpleGrid cols={count === 1 ? 1 : { base: 2, sm: 3 }} spacing="xs">
            {vouchers.map(({ id, code }) => (
              <Code key={id} fz={count === 1 ? "xl" : "md"} ta="center" py={6}>
                {code}
              </Code>
            ))}
          </SimpleGrid>
        </ScrollArea.Autosize>
        <Group gap="sm">
          <Button icon={IconPrinter} onClick={props.onPrint} data-autofocus>
            {t("Print")}
          </Button>
          <SecondaryButton icon={IconShare2} onClick={() => void shareVouchers(vouchers, shop)}>
            {t("Share")}
          </SecondaryButton>
          <CopyButton labelled text={vouchers.map(({ code }) => code).join("\n")} name={t("Copy all")} />
          <Button variant="subtle" onClick={props.onList}>
            {t("Show in the list")}
          </Button>
          {onTakeBack ? (
            <Button variant="subtle" color="red" onClick={onTakeBack}>
              {t("Not sold: revoke it")}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}

/** The one that was just made to be sold, away from the page of vouchers. */
export function SoldOne(props: { vouchers: readonly Voucher[]; page: PageData; onClose: () => void }) {
  const { vouchers, page, onClose } = props;
  const shop = useShop(page);
  const go = useNavigate();
  const revoke = useRevoke();
  const [isPrinting, print] = useState(false);
  const takeBack = () => {
    revoke.send(vouchers.map(({ id }) => id)).then(
      ({ revoked }) => {
        toastSuccess(t("{revoked, plural, one {# voucher} other {# vouchers}} revoked", { revoked }));
        onClose();
      },
      toastFailure(t("Error"), t("Failed to revoke vouchers")),
    );
  };
  const list = new URLSearchParams({ batchId: vouchers[0]?.batchId ?? "" });
  return (
    <>
      <MadeDialog
        vouchers={vouchers}
        shop={shop}
        onPrint={() => print(true)}
        onList={() => void go(`${addresses.vouchers}?${list}`)}
        onTakeBack={may("revokeVouchers") ? takeBack : undefined}
        onClose={onClose}
      />
      {isPrinting ? <PrintNow vouchers={vouchers} shop={shop} onDone={() => print(false)} /> : null}
    </>
  );
}
