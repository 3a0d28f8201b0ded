import { Box, Group, Input, SegmentedControl, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { Voucher } from "#contract/vouchers";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { type PaperWidth, useSheetTemplate } from "./sheet-template.ts";
import classes from "./voucher-sheet.module.css";
import { layoutOf, type SlipShop, VoucherSheet, VoucherSlip } from "./voucher-sheet.tsx";

/** Prints as was printed last in this browser; the first time it asks how, and for the name of the WiFi. */
export function PrintNow(props: { vouchers: readonly Voucher[]; shop: SlipShop; onDone: () => void }) {
  const { onDone, ...slips } = props;
  const [template] = useSheetTemplate();
  const [isFirst] = useState(template.ssid === null);
  if (isFirst) return <PrintDialog {...slips} onClose={onDone} />;
  return <VoucherSheet {...props} template={template} />;
}

export function PrintDialog(props: { vouchers: readonly Voucher[]; shop: SlipShop; onClose: () => void }) {
  const { vouchers, shop, onClose } = props;
  const [template, change] = useSheetTemplate();
  const [printing, setPrinting] = useState(false);
  const form = useForm();
  const count = vouchers.length;
  const [first] = vouchers;
  const toggle = (name: "price" | "speed" | "qr" | "company", label: string) => (
    <Switch
      size="md"
      label={label}
      checked={template[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <FormModal
        onClose={onClose}
        title={t("Print {count, plural, one {# voucher} other {# vouchers}}", { count })}
        onSubmit={form.onSubmit(() => {
          change({ ssid: template.ssid ?? "" });
          setPrinting(true);
        })}
        busy={printing}
        action={t("Print")}
        busyAction={t("Printing...")}
      >
        <Input.Wrapper label={t("Paper")} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t("Paper")}
            value={template.paper}
            onChange={(paper) => change({ paper: paper as PaperWidth })}
            data={[
              { value: "a4", label: "A4" },
              { value: "80", label: "80 mm" },
              { value: "58", label: "58 mm" },
            ]}
          />
        </Input.Wrapper>
        <TextInput
          label={t("Name of the WiFi")}
          description={t("As phones show it. Empty: it is left out.")}
          maxLength={32}
          value={template.ssid ?? ""}
          onChange={(event) => change({ ssid: event.currentTarget.value })}
        />
        <Stack gap="sm">
          {toggle("qr", t("QR code"))}
          {toggle("price", t("Price"))}
          {toggle("speed", t("Speed"))}
          {toggle("company", t("Company name, logo and support phone"))}
        </Stack>
        {first ? (
          <Box>
            <Text size="sm" fw={500} mb={4}>
              {t("Preview")}
            </Text>
            <Group justify="center" p="sm" bd="1px solid var(--mantine-color-default-border)">
              <div
                className={`${classes.sheet} ${template.paper === "a4" ? classes.single : layoutOf(template.paper)}`}
              >
                <VoucherSlip voucher={first} template={template} shop={shop} />
              </div>
            </Group>
          </Box>
        ) : null}
      </FormModal>
      {printing ? (
        <VoucherSheet
          vouchers={vouchers}
          template={template}
          shop={shop}
          onDone={() => {
            setPrinting(false);
            onClose();
          }}
        />
      ) : null}
    </>
  );
}
