import { type MouseEvent, useEffect, useRef } from "react";
import type { GivesWay } from "#contract/purchase-recovery";
import { usePortal } from "../portal-context.ts";
import { DeviceWords } from "./plan-devices.tsx";

type Props = {
  givesWay: GivesWay;
  isBusy: boolean;
  onChoose: (event: MouseEvent<HTMLButtonElement>) => void;
};

/** The plan is full: who comes says who leaves. Part of the form that brought the code. */
export function WhoGivesWay({ givesWay: { gives, devices }, isBusy, onChoose }: Props) {
  const { messages } = usePortal();
  const { claim } = messages;
  const question = useRef<HTMLHeadingElement>(null);
  useEffect(() => question.current?.focus(), []);
  const button = { type: "submit", name: "instead", disabled: isBusy, onClick: onChoose } as const;
  return (
    <div className="gives-way">
      <h2 ref={question} tabIndex={-1}>
        {gives === "one" ? claim.whichLeaves : claim.allLeave}
      </h2>
      <ul>
        {devices.map((one) => (
          <li key={one.device}>
            {gives === "one" ? (
              <button {...button} className="button button-second" value={one.device}>
                <DeviceWords device={one} />
              </button>
            ) : (
              <DeviceWords device={one} />
            )}
          </li>
        ))}
      </ul>
      {gives === "one" ? (
        <p className="next">{claim.takesPlace}</p>
      ) : (
        <button {...button} className="button button-main" value="all">
          {claim.bringHere}
        </button>
      )}
    </div>
  );
}
