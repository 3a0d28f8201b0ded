import type { ReactElement } from "react";
import type { AssignedRouter } from "#contract/routers";
import { polled } from "../../console/query.ts";
import { SetUpRouter } from "../../console/set-up-router.tsx";
import { ask, useRead } from "../api.ts";

export function SetUpOwnRouter(props: { router: AssignedRouter; onClose: () => void }): ReactElement {
  const { router, onClose } = props;
  const params = { id: router.id };
  const useSetup = () => useRead("readRouterSetup", { params }, polled(4_000));
  return (
    <SetUpRouter
      name={router.name}
      useSetup={useSetup}
      make={(body) => ask("createRouterSetup", { params, body })}
      onClose={onClose}
    />
  );
}
