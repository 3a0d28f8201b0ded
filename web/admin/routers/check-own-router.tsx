import type { ReactElement } from "react";
import type { AssignedRouter } from "#contract/routers";
import { RouterChecklist } from "../../console/preflight/router-checklist.tsx";
import { polled } from "../../console/query.ts";
import { ask, useRead } from "../api.ts";

export function CheckOwnRouter(props: { router: AssignedRouter; onClose: () => void }): ReactElement {
  const { router, onClose } = props;
  const params = { id: router.id };
  const useChecklist = () => useRead("readPreflight", { params }, polled(2_000));
  return (
    <RouterChecklist
      name={router.name}
      useChecklist={useChecklist}
      check={() => ask("runPreflight", { params })}
      onClose={onClose}
    />
  );
}
