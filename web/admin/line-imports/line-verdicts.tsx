import { Text } from "@mantine/core";
import { parseKenyanMobile } from "#contract/values/phone";
import { asText, downloadCsv, moment, phoneCell } from "../../console/csv.ts";
import { date, kes } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { type RowWords, VerdictTable } from "../imports/verdict-table.tsx";
import { type Choices, type JudgedLine, type Outlook, outlookOf } from "./line-rows.ts";
import { notesOf, refusalOf } from "./line-words.ts";

/** What comes of the file: next month's money, then the rows. */
export function LineVerdicts(props: { judged: readonly JudgedLine[]; choices: Choices; isIn: boolean }) {
  const { judged, choices, isIn } = props;
  const refused = judged.filter(({ isGood }) => !isGood);
  return (
    <VerdictTable
      rows={{
        all: judged,
        good: judged.filter(({ isGood }) => isGood),
        refused,
        told: judged.filter((one) => !one.isGood || notesOf(one).length > 0),
      }}
      words={{ good: isIn ? t("Brought in") : t("To be brought in"), told: t("Left out, or with a note") }}
      wordsOf={wordsOf}
      figures={<Money outlook={outlookOf(judged, choices)} refused={refused.length} />}
    />
  );
}

const wordsOf = (one: JudgedLine): RowWords => ({
  row: one.line.row,
  name: [one.line.name, one.line.login].filter((text) => text !== "").join(" · "),
  becomes: becomes(one),
  refusal: one.isGood ? null : refusalOf(one),
  notes: notesOf(one),
});

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
