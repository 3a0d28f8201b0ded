import type { ReactElement } from "react";
import { loading } from "../flow-view.ts";
import { usePortal } from "../portal-context.ts";

/** Says that the next page is on its way; it covers nothing and catches no press. */
export function Loading(): ReactElement {
  const { flow, messages } = usePortal();
  return (
    <div className="loading" role="status">
      {loading(flow) ? (
        <p>
          <span className="spinner" aria-hidden="true" />
          {messages.loading}
        </p>
      ) : null}
    </div>
  );
}
