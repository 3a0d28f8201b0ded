import { Code, Group, Modal, ScrollArea, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPrinter, IconShare2 } from "@tabler/icons-react";
import type { Voucher } from "#contract/vouchers";
import { useBackCloses } from "../../console/back-closes.ts";
import { CopyButton } from "../../console/copy-button.tsx";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { planName } from "./format-voucher.ts";
import { shareVouchers } from "./share-vouchers.ts";
import type { SlipShop } from "./voucher-sheet.tsx";

export function MadeDialog(props: {
  vouchers: readonly Voucher[];
  shop: SlipShop;
  onPrint: () => void;
  onList: () => void;
  onClose: () => void;
}) {
  useBackCloses(true, props.onClose);
  const { vouchers, shop } = props;
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
        {first ? <Text c="dimmed">{planName(first)}</Text> : null}
        <ScrollArea.Autosize
          mah="40vh"
          offsetScrollbars
          viewportProps={{ tabIndex: 0, "aria-label": t("New codes") }}
        >
          <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs">
            {vouchers.map(({ id, code }) => (
              <Code key={id} fz="md" ta="center" py={6}>
                {code}
              </Code>
            ))}
          </SimpleGrid>
        </ScrollArea.Autosize>
        <Group gap="sm">
          <Button icon={IconPrinter} onClick={props.onPrint} data-autofocus>
            {t("Print")}
          </Button>
          <CopyButton labelled text={vouchers.map(({ code }) => code).join("\n")} name={t("Copy all")} />
          <SecondaryButton icon={IconShare2} onClick={() => void shareVouchers(vouchers, shop)}>
            {t("Share")}
          </SecondaryButton>
          <Button variant="subtle" onClick={props.onList}>
            {t("Show in the list")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
