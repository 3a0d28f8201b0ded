import type { ReactElement } from "react";
import type { DayRange } from "../../console/days.ts";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { PrintSheet } from "../../console/print-sheet.tsx";
import classes from "./printed-report.module.css";
import { cellText, type Report } from "./report.ts";
import { rangeText } from "./report-range.ts";

/** A report on paper: whose, of which days, the sums and every row. */
export function PrintedReport(props: {
  provider: string;
  title: string;
  range: DayRange;
  report: Report;
  onDone: () => void;
}): ReactElement {
  const { provider, title, range, report, onDone } = props;
  return (
    <PrintSheet paper="a4" onDone={onDone}>
      <div className={classes.report}>
        <h1>{provider}</h1>
        <p>
          {title}: {rangeText(range)}
        </p>
        <p>{t("Made {when}", { when: dateTime(new Date().toISOString(), language()) })}</p>
        <dl className={classes.figures}>
          {report.figures.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {report.tables.map((table) => (
          <section key={table.name}>
            <h2>{table.title}</h2>
            <table>
              <thead>
                <tr>
                  {table.columns.map((column) => (
                    <th key={column.csv} className={column.right ? classes.right : undefined}>
                      {column.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row) => (
                  <tr key={row.key}>
                    {table.columns.map((column, place) => (
                      <td key={column.csv} className={column.right ? classes.right : undefined}>
                        {cellText(column, row.cells[place])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
    </PrintSheet>
  );
}
