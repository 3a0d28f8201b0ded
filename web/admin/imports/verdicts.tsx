import { Card, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Plan } from "#contract/plans";
import { parseKenyanMobile } from "#contract/values/phone";
import { asText, downloadCsv, moment, phoneCell } from "../../console/csv.ts";
import { dateTime } from "../../console/format.ts";
import { Hint, PlainList, StatusMark } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import type { Judged } from "./import-rows.ts";
import { becomesWords, faultWords, lostWords } from "./verdict-words.ts";

const shown = 50;

/** What becomes of each row: figures, then the rows themselves. */
export function Verdicts(props: { judged: readonly Judged[]; plans: readonly Plan[]; isIn: boolean }) {
  const { judged, plans, isIn } = props;
  const refused = judged.filter(({ fault }) => fault !== null);
  const good = judged.filter(({ verdict, fault }) => verdict !== null && fault === null);
  const lossy = judged.filter(({ lost }) => lost.length > 0);
  const told = judged.filter(({ fault, lost }) => fault !== null || lost.length > 0);
  const choices = { all: judged, good, refused, told };
  const [which, setWhich] = useState<keyof typeof choices>(
    lossy.length > 0 ? "told" : refused.length > 0 ? "refused" : "all",
  );
  const rows = choices[which];
  const of = (kind: string) => good.filter(({ verdict }) => verdict?.becomes === kind).length;
  return (
    <Stack gap="sm">
      <Text role="status">
        {t(
          "{vouchers, plural, one {# voucher} other {# vouchers}}, {codes, plural, one {# customer by a code} other {# customers by codes}}, {devices, plural, one {# device with time} other {# devices with time}}, {refused, plural, one {# row left out} other {# rows left out}}.",
          { vouchers: of("voucher"), codes: of("code"), devices: of("device"), refused: refused.length },
        )}
      </Text>
      {lossy.length > 0 ? (
        <Text>
          {t(
            "{count, plural, one {# row comes without something that the file says of it.} other {# rows come without something that the file says of them.}}",
            { count: lossy.length },
          )}
        </Text>
      ) : null}
      <Select
        aria-label={t("Rows")}
        maw={280}
        allowDeselect={false}
        value={which}
        onChange={(value) => setWhich((value ?? "all") as typeof which)}
        data={[
          { value: "all", label: t("All rows") },
          { value: "good", label: isIn ? t("Imported") : t("To be imported") },
          { value: "refused", label: t("Left out") },
          ...(lossy.length > 0 ? [{ value: "told", label: t("Left out, or without something") }] : []),
        ]}
      />
      <PlainList gap={6} aria-label={t("Rows of the file")}>
        {rows.slice(0, shown).map((one) => (
          <Card component="li" padding="xs" key={one.line.row}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
                {one.verdict?.code ?? one.line.name}
              </Text>
              <Hint>{t("Row {row}", { row: one.line.row })}</Hint>
            </Group>
            {one.fault === null ? (
              <Text size="sm">{becomes(one, plans)}</Text>
            ) : (
              <StatusMark tone="bad" word={faultWords(one.fault, one.line)} isLong />
            )}
            {one.lost.map((lost) => (
              <StatusMark key={lost.value} tone="wait" word={lostWords(lost)} isLong />
            ))}
          </Card>
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

const planName = (plans: readonly Plan[], planId: string) =>
  plans.find(({ id }) => id === planId)?.name ?? "";

function becomes({ line, planId, verdict }: Judged, plans: readonly Plan[]): string {
  const until = line.endsAt === null ? null : dateTime(line.endsAt, language());
  return verdict ? becomesWords(verdict, planName(plans, planId), until) : "";
}

/** Its headings are never translated, so that spreadsheets keep working. */
export async function saveVerdicts(
  fileName: string,
  judged: readonly Judged[],
  plans: readonly Plan[],
): Promise<void> {
  const rows = judged.map((one) => [
    one.line.row,
    asText(one.line.name),
    phoneCell(parseKenyanMobile(one.line.phone) ?? one.line.phone),
    one.fault === null ? (one.verdict?.becomes ?? "") : "refused",
    one.fault === null ? planName(plans, one.planId) : "",
    asText(one.verdict?.code ?? ""),
    moment(one.line.endsAt),
    one.fault === null ? "" : faultWords(one.fault, one.line),
    one.fault === null ? [...one.lost.map(lostWords), ...one.line.unread].join("; ") : "",
  ]);
  const columns = ["Row", "Name", "Phone", "Becomes", "Plan", "Code", "Ends At", "Reason", "Not Kept"];
  await downloadCsv(`import-${fileName.replace(/\.\w+$/, "")}.csv`, columns, rows);
}
