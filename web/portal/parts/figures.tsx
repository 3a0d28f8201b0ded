import type { ReactNode } from "react";

export type Figure = { name: string; value: ReactNode };

export function Figures({ figures }: { figures: readonly Figure[] }) {
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
