import type { ReactElement } from "react";
import { homeAddress } from "../addresses.ts";
import { Icon } from "../parts/icon.tsx";
import { usePortal } from "../portal-context.ts";

/** One sentence and the way back: what was refused, or not found. */
export function NoticeScreen(props: { title: string; text: string; action: string }): ReactElement {
  const { page } = usePortal();
  return (
    <div className="card card-state">
      <div className="seal seal-wait">
        <Icon name="alert" />
      </div>
      <h1>{props.title}</h1>
      <p className="lead">{props.text}</p>
      <div className="foot">
        <a className="button button-main" href={homeAddress(page)}>
          {props.action}
        </a>
      </div>
    </div>
  );
}
