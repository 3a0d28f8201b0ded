import { Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconArrowBackUp, IconPrinter, IconReceipt2 } from "@tabler/icons-react";
import { useState } from "react";
import type { AccountEntry, CustomerAccount } from "#contract/customer-accounts";
import type { Line } from "#contract/lines";
import { formatAccountCode } from "#contract/values/account-code";
import { Window } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Fact, Hint, Money, PlainList, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { may, useRead } from "../api.ts";
import { StatementActs } from "./account-statement.tsx";
import { CashReceiptWindow } from "./cash-receipt.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { entryWord } from "./format-line.ts";
import { GiveBalanceBack } from "./give-balance-back.tsx";
import { PayByHandSheet } from "./pay-by-hand-sheet.tsx";
import { UndoCash } from "./undo-cash.tsx";

type Doing =
  | { what: "back" | "print" }
  | { what: "receipt" | "undo"; entry: AccountEntry & { cash: NonNullable<AccountEntry["cash"]> } };

/** A customer's money: what is left, what came in and went out, and how it is paid by hand. */
export function AccountWindow({ customer, onClose }: { customer: Line["customer"]; onClose: () => void }) {
  const account = useRead("customerAccount", { params: { id: customer.id } }, { staleTime: 0 });
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);
  return (
    <Window onClose={onClose} title={t("Account of {name}", { name: customer.name })} size="lg" zIndex={300}>
      <Loaded
        query={account}
        loading={<LoadingRows rows={4} height={56} label={t("Loading …")} />}
        failed={{ title: t("Not loaded"), text: t("Please try again.") }}
      >
        {(shown) => (
          <Stack>
            <Figures account={shown} />
            <Group gap="sm">
              <SecondaryButton icon={IconPrinter} onClick={() => setDoing({ what: "print" })}>
                {t("Print how to pay")}
              </SecondaryButton>
              <StatementActs customerId={shown.id} />
              {may("giveCashBack") && shown.balance >= 1 ? (
                <SecondaryButton icon={IconArrowBackUp} onClick={() => setDoing({ what: "back" })}>
                  {t("Give the balance back")}
                </SecondaryButton>
              ) : null}
            </Group>
            <Entries entries={shown.entries} onDo={setDoing} />
            {may("deleteAccountData") ? <DeleteAccount account={shown} onDone={onClose} /> : null}
            {doing?.what === "back" ? <GiveBalanceBack account={shown} onClose={stop} /> : null}
            {doing?.what === "print" ? <PayByHandSheet account={shown} onDone={stop} /> : null}
            {doing?.what === "receipt" ? (
              <CashReceiptWindow
                customer={shown}
                receipt={doing.entry.cash}
                amount={doing.entry.amount}
                balance={shown.balance}
                at={doing.entry.at}
                onClose={stop}
              />
            ) : null}
            {doing?.what === "undo" ? <UndoCash entry={doing.entry} onClose={stop} /> : null}
          </Stack>
        )}
      </Loaded>
    </Window>
  );
}

function Figures({ account }: { account: CustomerAccount }) {
  const { number, balance, paybill, email, formerNumber } = account;
  return (
    <SimpleGrid component="dl" cols={2} spacing="sm" m={0}>
      <Fact name={t("Balance")}>
        <Money amount={balance} />
      </Fact>
      <Fact name={t("Account number")}>{formatAccountCode(number)}</Fact>
      {paybill === null ? null : <Fact name={t("Typed at pay bill")}>{paybill}</Fact>}
      {formerNumber === "" ? null : <Fact name={t("Number in the other system")}>{formerNumber}</Fact>}
      {email === "" ? null : <Fact name={t("E-mail")}>{email}</Fact>}
    </SimpleGrid>
  );
}

function Entries({ entries, onDo }: { entries: readonly AccountEntry[]; onDo: (doing: Doing) => void }) {
  if (entries.length === 0)
    return (
      <Empty
        icon={<IconReceipt2 size={28} aria-hidden />}
        title={t("Nothing was paid yet")}
        text={t("What comes in and goes out stands here.")}
      />
    );
  return (
    <PlainList gap="xs" aria-label={t("What came in and went out")}>
      {entries.map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names, and a new one stands first
        <EntryCard key={entries.length - place} entry={entry} onDo={onDo} />
      ))}
    </PlainList>
  );
}

function EntryCard({ entry, onDo }: { entry: AccountEntry; onDo: (doing: Doing) => void }) {
  const { at, amount, cash } = entry;
  const isStanding = entry.kind === "cash" && cash !== null && cash.undone === null;
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Stack gap={0} miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text size="sm" fw={600}>
            {entryWord(entry)}
          </Text>
          <Hint component="div">
            <When iso={at} />
            {cash ? ` · ${cash.by}` : ""}
          </Hint>
          {cash?.undone && entry.kind === "cash-undone" ? <Hint>{cash.undone.why}</Hint> : null}
        </Stack>
        <Text size="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
          {amount > 0 ? `+${kes(amount)}` : `−${kes(-amount)}`}
        </Text>
      </Group>
      {isStanding ? (
        <Group gap="xs" mt="xs">
          <SecondaryButton
            size="sm"
            mih={44}
            onClick={() => onDo({ what: "receipt", entry: { ...entry, cash } })}
          >
            {t("Receipt {number}", { number: cash.number })}
          </SecondaryButton>
          {may("undoCash") ? (
            <SecondaryButton
              size="sm"
              mih={44}
              onClick={() => onDo({ what: "undo", entry: { ...entry, cash } })}
            >
              {t("Undo")}
            </SecondaryButton>
          ) : null}
        </Group>
      ) : null}
    </Card>
  );
}
