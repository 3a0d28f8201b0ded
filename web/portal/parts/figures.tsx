import type { ReactElement, ReactNode } from "react";

export type Figure = { name: string; value: ReactNode };

/** A short list of named values. */
export function Figures({ figures }: { figures: readonly Figure[] }): ReactElement {
  return (
    <dl className="figures">
      {figures.map(({ name, value }) => (
        <div key={name} className="figure-row">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
