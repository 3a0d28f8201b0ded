import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import type { Content } from "./read-rows.ts";

export type Facts = Content<{ fault: unknown }>;

/** What was read of a file, and what of it nothing is made of. */
export function FileFacts({ content }: { content: Facts }) {
  const { rows, program, headRow, unread } = content;
  return (
    <>
      <Hint>
        {t("{count, plural, one {# row} other {# rows}}", { count: rows.length })}
        {program ? ` · ${program}` : null}
      </Hint>
      {headRow > 1 ? (
        <Hint>
          {t("Its headings stand in row {row}. What is above them is passed over.", { row: headRow })}
        </Hint>
      ) : null}
      {unread.length > 0 ? (
        <Hint style={{ overflowWrap: "anywhere" }}>
          {t("Columns that are not brought in: {columns}", { columns: unread.join(", ") })}
        </Hint>
      ) : null}
    </>
  );
}
