import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconBrandWhatsapp, IconPrinter, IconShare, IconUser } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Transaction } from "#contract/transactions";
import { CopyButton } from "../../console/copy-button.tsx";
import { Button, Hint, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { PrintSheet } from "../../console/print-sheet.tsx";
import { share, whatsAppAddress } from "../../console/share.ts";
import { toastError, toastSuccess } from "../../console/toast.tsx";
import { may } from "../api.ts";
import { SentTo } from "../messages/sent-to.tsx";
import { addresses } from "../navigation.ts";
import {
  canRetry,
  isGivable,
  isNotActivated,
  receiptLines,
  receiptText,
  statusOf,
} from "./format-payment.ts";
import { GiveBack } from "./give-back.tsx";
import type { PaymentActs } from "./payments-list.tsx";
import classes from "./receipt.module.css";

export function Receipt(props: {
  transaction: Transaction;
  provider: string;
  acts: Pick<PaymentActs, "retry" | "isBusy">;
  /** The form that gives it back is open at once. */
  givesBack?: boolean;
}) {
  const { transaction, provider, acts, givesBack = false } = props;
  const [isPrinting, setPrinting] = useState(false);
  const text = receiptText(provider, transaction);
  const handOn = () =>
    share({ title: t("Receipt"), text }).then(
      (how) => {
        if (how === "copied") toastSuccess(t("Copied"));
      },
      (cause: unknown) => {
        console.warn("not shared", cause);
        toastError(t("Not shared"), t("Copy the receipt instead."));
      },
    );
  const isBusy = acts.isBusy(transaction.id);
  return (
    <Stack>
      <Stack component="dl" gap="xs" m={0}>
        {receiptLines(transaction).map(([name, value]) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="md" align="flex-start">
            <Hint component="dt" style={{ flexShrink: 0 }}>
              {name}
            </Hint>
            <Text component="dd" size="sm" m={0} ta="right" style={{ overflowWrap: "anywhere" }}>
              {name === t("Status") ? <StatusMark {...statusOf(transaction)} isLong /> : value}
            </Text>
          </Group>
        ))}
      </Stack>
      {canRetry(transaction) ? (
        <Button busy={isBusy} onClick={() => acts.retry(transaction)}>
          {isBusy ? t("Retrying...") : t("Retry")}
        </Button>
      ) : null}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
        <CopyButton labelled text={text} name={t("Copy")} />
        <SecondaryButton icon={IconPrinter} onClick={() => setPrinting(true)}>
          {t("Print")}
        </SecondaryButton>
        <SecondaryButton icon={IconShare} onClick={() => void handOn()}>
          {t("Share")}
        </SecondaryButton>
      </SimpleGrid>
      {transaction.status === "completed" ? (
        <SecondaryButton
          component="a"
          href={whatsAppAddress(text, transaction.phoneNumber)}
          target="_blank"
          rel="noreferrer"
          icon={IconBrandWhatsapp}
        >
          {t("Send receipt by WhatsApp")}
        </SecondaryButton>
      ) : null}
      {/* What was never paid made no user. */}
      {transaction.macAddress && transaction.status === "completed" ? (
        <Button
          component={Link}
          variant="subtle"
          icon={IconUser}
          to={`${addresses.users}?user=${encodeURIComponent(transaction.macAddress)}`}
        >
          {isNotActivated(transaction) ? t("Move or extend") : t("Open this user")}
        </Button>
      ) : null}
      {isGivable(transaction) && may("refundOwnPayment") ? (
        <GiveBack key={`${transaction.id} ${givesBack}`} transaction={transaction} opens={givesBack} />
      ) : null}
      {transaction.phoneNumber && may("listMessages") ? (
        <SentTo phoneNumber={transaction.phoneNumber} />
      ) : null}
      {isPrinting ? (
        <PrintSheet paper="80" onDone={() => setPrinting(false)}>
          <h1 className={classes.head}>{provider}</h1>
          <dl className={classes.lines}>
            {receiptLines(transaction).map(([name, value]) => (
              <div key={name} style={{ display: "contents" }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </PrintSheet>
      ) : null}
    </Stack>
  );
}
