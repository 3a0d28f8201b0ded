import { Text } from "@mantine/core";
import type { Plan } from "#contract/plans";
import { parseKenyanMobile } from "#contract/values/phone";
import { asText, downloadCsv, moment, phoneCell } from "../../console/csv.ts";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { type RowWords, VerdictTable } from "../imports/verdict-table.tsx";
import type { Judged } from "./import-rows.ts";
import { becomesWords, faultWords, lostWords } from "./verdict-words.ts";

/** What becomes of each row of vouchers and customers. */
export function Verdicts(props: { judged: readonly Judged[]; plans: readonly Plan[]; isIn: boolean }) {
  const { judged, plans, isIn } = props;
  const refused = judged.filter(({ fault }) => fault !== null);
  const good = judged.filter(({ verdict, fault }) => verdict !== null && fault === null);
  const lossy = judged.filter(({ lost }) => lost.length > 0).length;
  const told = judged.filter(({ fault, lost }) => fault !== null || lost.length > 0);
  const of = (kind: string) => good.filter(({ verdict }) => verdict?.becomes === kind).length;
  return (
    <VerdictTable
      rows={{ all: judged, good, refused, told }}
      words={{
        good: isIn ? t("Imported") : t("To be imported"),
        told: lossy > 0 ? t("Left out, or without something") : null,
      }}
      wordsOf={(one) => wordsOf(one, plans)}
      figures={
        <>
          <Text role="status">
            {t(
              "{vouchers, plural, one {# voucher} other {# vouchers}}, {codes, plural, one {# customer by a code} other {# customers by codes}}, {devices, plural, one {# device with time} other {# devices with time}}, {refused, plural, one {# row left out} other {# rows left out}}.",
              { vouchers: of("voucher"), codes: of("code"), devices: of("device"), refused: refused.length },
            )}
          </Text>
          {lossy > 0 ? (
            <Text>
              {t(
                "{count, plural, one {# row comes without something that the file says of it.} other {# rows come without something that the file says of them.}}",
                { count: lossy },
              )}
            </Text>
          ) : null}
        </>
      }
    />
  );
}

const wordsOf = (one: Judged, plans: readonly Plan[]): RowWords => ({
  row: one.line.row,
  name: one.verdict?.code ?? one.line.name,
  becomes: becomes(one, plans),
  refusal: one.fault === null ? null : faultWords(one.fault, one.line),
  notes: one.lost.map(lostWords),
});

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
