import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import type { CashReceipt } from "#contract/customer-accounts";
import type { Line } from "#contract/lines";
import { formatAccountCode } from "#contract/values/account-code";
import { Window } from "../../console/form-modal.tsx";
import { dateTime, kes } from "../../console/format.ts";
import { Button, Fact, SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { PrintSheet } from "../../console/print-sheet.tsx";
import { keptFor, useRead } from "../api.ts";
import { useSheetTemplate } from "../vouchers/sheet-template.ts";

type Props = {
  customer: Pick<Line["customer"], "name" | "number">;
  receipt: CashReceipt;
  /** KES that were taken; below zero: given back. */
  amount: number;
  /** Of the account since. */
  balance: number;
  at: string;
};

/** What was taken, to show and to print. */
export function CashReceiptWindow({
  message,
  onClose,
  ...shown
}: Props & { message?: string; onClose: () => void }) {
  const [isPrinting, setPrinting] = useState(false);
  return (
    <Window onClose={onClose} title={t("Receipt {number}", { number: shown.receipt.number })} zIndex={300}>
      <Stack>
        {message ? (
          <Text role="status" fw={600}>
            {message}
          </Text>
        ) : null}
        <Facts {...shown} />
        <Group justify="flex-end" gap="sm">
          <SecondaryButton icon={IconPrinter} onClick={() => setPrinting(true)}>
            {t("Print")}
          </SecondaryButton>
          <Button onClick={onClose}>{t("Done")}</Button>
        </Group>
      </Stack>
      {isPrinting ? <Slip {...shown} onDone={() => setPrinting(false)} /> : null}
    </Window>
  );
}

function factsOf({ customer, receipt, amount, balance, at }: Props): [string, string][] {
  return [
    [t("Customer"), customer.name],
    [t("Account number"), formatAccountCode(customer.number)],
    [amount < 0 ? t("Given back in cash") : t("Paid in cash"), kes(Math.abs(amount))],
    [t("Balance"), kes(balance)],
    [t("When"), dateTime(at, language())],
    [amount < 0 ? t("Given by") : t("Taken by"), receipt.by],
  ];
}

function Facts(props: Props) {
  return (
    <SimpleGrid component="dl" cols={2} spacing="sm" m={0}>
      {factsOf(props).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </SimpleGrid>
  );
}

/** On the paper on which vouchers were printed last. */
function Slip({ onDone, ...shown }: Props & { onDone: () => void }) {
  const [{ paper }] = useSheetTemplate();
  const business = useRead("getSettings", {}, keptFor(30_000)).data?.provider?.businessName ?? "";
  return (
    <PrintSheet paper={paper} onDone={onDone}>
      <h1>{business}</h1>
      <p>{t("Receipt {number}", { number: shown.receipt.number })}</p>
      {factsOf(shown).map(([name, value]) => (
        <p key={name}>
          {name}: <strong>{value}</strong>
        </p>
      ))}
      {shown.receipt.undone ? <p>{t("Undone")}</p> : null}
    </PrintSheet>
  );
}
