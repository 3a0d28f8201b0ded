import type { ReactElement } from "react";
import type { IconName } from "../../ui/icons.ts";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";

const drawings: readonly IconName[] = ["bolt", "shield", "headset"];

export function WhyUs(): ReactElement {
  const { messages } = usePortal();
  return (
    <section className="why" aria-labelledby="why">
      <h2 id="why">{messages.why.title}</h2>
      <ul className="points">
        {messages.why.points.map((point, index) => (
          <li key={point.title} className="point">
            <span className="point-icon">
              <Icon name={drawings[index] ?? "check"} />
            </span>
            <div>
              <h3>{point.title}</h3>
              <p>{point.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
