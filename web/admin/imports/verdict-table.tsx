import { Card, Group, Select, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Hint, PlainList, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

const shown = 50;

/** What is said of one row. */
export type RowWords = {
  row: number;
  name: string;
  /** What it becomes, where it is not refused. */
  becomes: string;
  /** Why it is left out; null where it is not. */
  refusal: string | null;
  /** What of it does not come along, or comes otherwise. */
  notes: readonly string[];
};

/** What becomes of each row: figures, then the rows themselves. */
export function VerdictTable<One>(props: {
  /** Some of the rows, by what can be chosen. `told`: refused, or with a note. */
  rows: Record<"all" | "good" | "refused" | "told", readonly One[]>;
  /** What these are called; `told` is not offered without a name. */
  words: { good: string; told: string | null };
  wordsOf: (one: One) => RowWords;
  figures: ReactNode;
}) {
  const { rows, words, wordsOf, figures } = props;
  const [which, setWhich] = useState<keyof typeof rows>(
    words.told !== null && rows.told.length > 0 ? "told" : rows.refused.length > 0 ? "refused" : "all",
  );
  const chosen = rows[which];
  return (
    <Stack gap="sm">
      {figures}
      <Select
        aria-label={t("Rows")}
        maw={280}
        allowDeselect={false}
        value={which}
        onChange={(value) => setWhich((value ?? "all") as typeof which)}
        data={[
          { value: "all", label: t("All rows") },
          { value: "good", label: words.good },
          { value: "refused", label: t("Left out") },
          ...(words.told === null ? [] : [{ value: "told", label: words.told }]),
        ]}
      />
      <PlainList gap={6} aria-label={t("Rows of the file")}>
        {chosen
          .slice(0, shown)
          .map(wordsOf)
          .map((one) => (
            <RowCard key={one.row} {...one} />
          ))}
      </PlainList>
      {chosen.length > shown ? (
        <Hint>
          {t("These are the first {shown} of {count}. The table has all of them.", {
            shown,
            count: chosen.length,
          })}
        </Hint>
      ) : null}
    </Stack>
  );
}

function RowCard({ row, name, becomes, refusal, notes }: RowWords) {
  return (
    <Card component="li" padding="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <Hint>{t("Row {row}", { row })}</Hint>
      </Group>
      {refusal === null ? <Text size="sm">{becomes}</Text> : <StatusMark tone="bad" word={refusal} isLong />}
      {notes.map((note) => (
        <StatusMark key={note} tone="wait" word={note} isLong />
      ))}
    </Card>
  );
}

/** Why a row of any file can't be read. */
export const unreadableWords = (ends: string) => ({
  end_unreadable: t("The end {ends} can't be read. Write it as 2026-12-25, or 25/12/2026", { ends }),
  cells: t("Not as many cells as headings: a comma too many, or too few"),
  open_quote: t("A quotation mark is not closed, so that the rows below run into this one"),
});
