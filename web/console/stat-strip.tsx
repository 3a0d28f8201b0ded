import { Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "./language.ts";
import { StaleMark } from "./loaded.tsx";
import row from "./sideways.module.css";
import classes from "./stat-strip.module.css";

type Figure = {
  name: string;
  /** Undefined: still being read. */
  value: ReactNode | undefined;
  note?: ReactNode;
  to: string;
  /** Something is to be done about it. */
  isUrgent?: boolean;
};

/** The figures of a page in one line; each opens the rows that make it. A phone pushes the line sideways. */
export function StatStrip(props: { query?: UseQueryResult<unknown>; figures: readonly Figure[] }) {
  const { query, figures } = props;
  // After a failed read a dash is shown, never a wrong figure.
  const isUnknown = query?.isError === true && query.data === undefined;
  return (
    <>
      {query ? <StaleMark query={query} /> : null}
      <nav className={`${classes.strip} ${row.sideways}`} aria-label={t("Figures")}>
        {figures.map(({ name, value, note, to, isUrgent = false }) => (
          <Link
            key={name}
            to={to}
            className={`${classes.figure ?? ""} ${isUrgent ? (classes.urgent ?? "") : ""}`}
          >
            <span className={classes.name}>{name}</span>{" "}
            <span className={classes.value}>
              {value !== undefined ? (
                value
              ) : isUnknown ? (
                "–"
              ) : (
                <Skeleton component="span" display="inline-block" height={14} width={40} />
              )}
            </span>
            {note ? <span className={classes.note ?? ""}> {note}</span> : null}
          </Link>
        ))}
      </nav>
    </>
  );
}
