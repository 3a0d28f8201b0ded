import { Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { StatementLine } from "#contract/payouts";
import { nairobiDay } from "#contract/values/duration";
import { dayMs } from "#contract/values/time";
import { asText, downloadCsv, phoneCell } from "../../console/csv.ts";
import { Window } from "../../console/form-modal.tsx";
import { kes, shortDay } from "../../console/format.ts";
import { SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useRead } from "../api.ts";

/** What was added to the balance and taken off it, with what it was before and is after: as the books have it. */
export function BalanceStatement({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState(() => nairobiDay(Date.now() - 30 * dayMs));
  const [to, setTo] = useState(() => nairobiDay(Date.now()));
  const statement = useRead(
    "readStatement",
    { query: { from, to } },
    { staleTime: 0, enabled: from !== "" && to !== "" },
  );
  const save = () => {
    const found = statement.data;
    if (!found) return;
    const rows = found.lines.map((line) => [
      ...[line.day, kindWords(line), line.count, line.amount],
      ...[line.fee ?? "", phoneCell(line.account ?? ""), asText(line.receipt ?? "")],
    ]);
    const ends = (day: string, word: string, amount: number) => [day, word, "", amount, "", "", ""];
    void downloadCsv(
      `balance-${found.from}-${found.to}.csv`,
      [t("Day"), t("What"), t("Count"), t("Amount (KES)"), t("Fee in it"), t("To"), t("Receipt")],
      [
        ends(found.from, t("Balance before"), found.opening),
        ...rows,
        ends(found.to, t("Balance after"), found.closing),
      ],
    );
  };
  return (
    <Window onClose={onClose} title={t("Statement of your balance")} size="lg">
      <Stack gap="sm">
        <Group grow>
          <TextInput
            type="date"
            label={t("From")}
            value={from}
            max={to}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t("To")}
            value={to}
            min={from}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
        <Loaded
          query={statement}
          loading={<LoadingRows rows={3} height={40} label={t("Loading the statement …")} />}
          failed={{
            title: t("Error Loading the Statement"),
            text: t("Failed to load the statement. Please choose another period, or try again."),
          }}
        >
          {({ opening, closing, lines }) => (
            <Table.ScrollContainer minWidth={280} tabIndex={0} aria-label={t("Statement of your balance")}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t("Day")}</Table.Th>
                    <Table.Th>{t("What")}</Table.Th>
                    <Table.Th ta="right">{t("Amount")}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  <End word={t("Balance before")} amount={opening} />
                  {lines.map((line, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own, and never move.
                    <Table.Tr key={place}>
                      <Table.Td style={{ whiteSpace: "nowrap" }}>{shortDay(line.day, language())}</Table.Td>
                      <Table.Td style={{ overflowWrap: "anywhere" }}>
                        {kindWords(line)}
                        {line.fee ? (
                          <Text size="xs" c="dimmed">
                            {t("Fee {amount}", { amount: kes(line.fee) })}
                          </Text>
                        ) : null}
                      </Table.Td>
                      <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                        {kes(line.amount)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                  <End word={t("Balance after")} amount={closing} />
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </Loaded>
        <Group justify="flex-end">
          <SecondaryButton onClick={save} disabled={!statement.data}>
            {t("Save as CSV")}
          </SecondaryButton>
        </Group>
      </Stack>
    </Window>
  );
}

function End({ word, amount }: { word: string; amount: number }) {
  return (
    <Table.Tr>
      <Table.Td />
      <Table.Td fw={650}>{word}</Table.Td>
      <Table.Td fw={650} ta="right" style={{ whiteSpace: "nowrap" }}>
        {kes(amount)}
      </Table.Td>
    </Table.Tr>
  );
}

function kindWords({ kind, count, account }: StatementLine): string {
  switch (kind) {
    case "sales":
      return t("{count, plural, one {# sale} other {# sales}}", { count });
    case "taken-back":
      return t("{count, plural, one {# sale that M-Pesa denied} other {# sales that M-Pesa denied}}", {
        count,
      });
    case "refunds":
      return t("{count, plural, one {# refund} other {# refunds}}", { count });
    case "payout":
      return t("Payout to {account}", { account: account ?? "" });
    case "payout-given-back":
      return t("Payout to {account} failed: back in the balance", { account: account ?? "" });
    case "payout-reversed":
      return t("Payout to {account} was taken back", { account: account ?? "" });
    default:
      return kind satisfies never;
  }
}
