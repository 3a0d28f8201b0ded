import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./row-card.module.css";

/** A row of a list on a phone: a headline, a line or two of facts, all of it one button that opens the rest. */
export function RowCard(props: {
  title: ReactNode;
  /** At the right of the headline, and below it. */
  right?: ReactNode;
  below?: ReactNode;
  facts: readonly ReactNode[];
  onOpen?: () => void;
  /** What opens, for assistive technology. */
  label?: string;
  /** What can be done at once, beside the row. */
  aside?: ReactNode;
}) {
  const { title, right, below, facts, onOpen, label, aside } = props;
  const lines = (
    <>
      <span className={classes.line}>
        <span className={classes.title}>{title}</span>
        {right ? <span className={classes.right}>{right}</span> : null}
      </span>
      {facts.map((fact, place) => (
        // The lines of a row have no names and do not change their places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={place} className={classes.line}>
          <span className={classes.fact}>{fact}</span>
          {place === 0 && below ? <span className={classes.below}>{below}</span> : null}
        </span>
      ))}
    </>
  );
  return (
    <div className={classes.row}>
      {onOpen ? (
        <UnstyledButton className={classes.open ?? ""} onClick={onOpen} aria-label={label}>
          {lines}
        </UnstyledButton>
      ) : (
        <div className={classes.open}>{lines}</div>
      )}
      {aside}
    </div>
  );
}
