import type { ReactElement } from "react";
import type { Service } from "#contract/payments";
import { inService } from "#contract/values/services";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";

/** The three steps of a payment; `current` is the one under way, 3 when all are done. */
export function Steps({ current, service }: { current: 0 | 1 | 2 | 3; service: Service }): ReactElement {
  const { messages } = usePortal();
  const names = [
    messages.waiting.steps.sent,
    inService(messages.waiting.steps.pin, service),
    messages.waiting.steps.connect,
  ];
  const stateOf = (index: number) => (index < current ? "done" : index === current ? "now" : "later");
  return (
    <ol className="steps">
      {names.map((name, index) => {
        const state = stateOf(index);
        return (
          <li key={name} className={`step step-${state}`} aria-current={state === "now" ? "step" : undefined}>
            <span className="step-mark">{state === "done" ? <Icon name="check" /> : index + 1}</span>
            <span className="step-name">{name}</span>
            <span className="only-spoken">, {messages.waiting.stepStates[state]}</span>
          </li>
        );
      })}
    </ol>
  );
}
