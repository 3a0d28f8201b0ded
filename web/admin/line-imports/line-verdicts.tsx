import { Card, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { parseKenyanMobile } from "#contract/values/phone";
import { asText, downloadCsv, moment, phoneCell } from "../../console/csv.ts";
import { date, kes } from "../../console/format.ts";
import { Hint, PlainList, StatusMark } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import type { JudgedLine, Outlook } from "./line-rows.ts";
import { notesOf, refusalOf } from "./line-words.ts";

const shown = 50;

/** What comes of the file: next month's money, then the rows. */
export function LineVerdicts(props: { judged: readonly JudgedLine[]; outlook: Outlook; isIn: boolean }) {
  const { judged, outlook, isIn } = props;
  const refused = judged.filter(({ isGood }) => !isGood);
  const told = judged.filter((one) => !one.isGood || notesOf(one).length > 0);
  const choices = { all: judged, good: judged.filter(({ isGood }) => isGood), refused, told };
  const [which, setWhich] = useState<keyof typeof choices>(told.length > 0 ? "told" : "all");
  const rows = choices[which];
  return (
    <Stack gap="sm">
      <Money outlook={outlook} refused={refused.length} />
      <Select
        aria-label={t("Rows")}
        maw={280}
        allowDeselect={false}
        value={which}
        onChange={(value) => setWhich((value ?? "all") as typeof which)}
        data={[
          { value: "all", label: t("All rows") },
          { value: "good", label: isIn ? t("Brought in") : t("To be brought in") },
          { value: "refused", label: t("Left out") },
          { value: "told", label: t("Left out, or with a note") },
        ]}
      />
      <PlainList gap={6} aria-label={t("Rows of the file")}>
        {rows.slice(0, shown).map((one) => (
          <RowCard key={one.line.row} one={one} />
        ))}
      </PlainList>
      {rows.length > shown ? (
        <Hint>
          {t("These are the first {shown} of {count}. The table has all of them.", {
            shown,
            count: rows.length,
          })}
        </Hint>
      ) : null}
    </Stack>
  );
}

function Money({ outlook, refused }: { outlook: Outlook; refused: number }) {
  const { lines, customers, month, blocked, blockedMonth, balances, debts } = outlook;
  const amount = (cents: number) => kes(Math.round(cents / 100));
  return (
    <div role="status">
      <Text>
        {t(
          "{lines, plural, one {# line} other {# lines}} of {customers, plural, one {# customer} other {# customers}}, {refused, plural, one {# row left out} other {# rows left out}}.",
          { lines, customers, refused },
        )}
      </Text>
      <Text fw={600}>
        {t(
          "Next month: {amount} from {count, plural, one {# line that is on} other {# lines that are on}}.",
          {
            amount: amount(month),
            count: lines - blocked,
          },
        )}
      </Text>
      {blocked > 0 ? (
        <Text size="sm">
          {t(
            "And {amount} if {count, plural, one {the one that is blocked pays} other {the # that are blocked pay}}.",
            { amount: amount(blockedMonth), count: blocked },
          )}
        </Text>
      ) : null}
      {balances > 0 ? (
        <Text size="sm">
          {t("{amount} of balances comes along, and is owed to its customers.", { amount: amount(balances) })}
        </Text>
      ) : null}
      {debts > 0 ? (
        <Text size="sm">
          {t("{amount} that is owed to you there does not come along.", { amount: amount(debts) })}
        </Text>
      ) : null}
    </div>
  );
}

function RowCard({ one }: { one: JudgedLine }) {
  const { line, isGood } = one;
  return (
    <Card component="li" padding="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {[line.name, line.login].filter((text) => text !== "").join(" · ")}
        </Text>
        <Hint>{t("Row {row}", { row: line.row })}</Hint>
      </Group>
      {isGood ? (
        <Text size="sm">{becomes(one)}</Text>
      ) : (
        <StatusMark tone="bad" word={refusalOf(one)} isLong />
      )}
      {notesOf(one).map((note) => (
        <StatusMark key={note} tone="wait" word={note} isLong />
      ))}
    </Card>
  );
}

function becomes({ line, pack, verdict }: JudgedLine): string {
  const name = pack?.name ?? "";
  const until = line.endsAt === null ? "" : date(line.endsAt, language());
  const paid = line.isBlocked
    ? t("{package}, blocked until it is paid", { package: name })
    : until === ""
      ? name
      : t("{package}, paid until {until}", { package: name, until });
  return verdict?.becomes === "adopted" ? t("{what} · as the router has it", { what: paid }) : paid;
}

/** Its headings are never translated, so that spreadsheets keep working. No password is in it. */
export async function saveLineVerdicts(fileName: string, judged: readonly JudgedLine[]): Promise<void> {
  const rows = judged.map((one) => [
    one.line.row,
    one.line.name,
    phoneCell(parseKenyanMobile(one.line.phone) ?? one.line.phone),
    asText(one.line.login),
    one.pack?.name ?? "",
    moment(one.line.endsAt),
    one.isGood ? "brought in" : "left out",
    refusalOf(one),
    notesOf(one).join("; "),
  ]);
  const columns = [
    "Row",
    "Name",
    "Phone",
    "PPPoE Name",
    "Package",
    "Paid Until",
    "Becomes",
    "Reason",
    "Notes",
  ];
  await downloadCsv(`lines-${fileName.replace(/\.\w+$/, "")}.csv`, columns, rows);
}
