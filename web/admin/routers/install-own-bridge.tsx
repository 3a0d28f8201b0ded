import type { ReactElement } from "react";
import { InstallBridge } from "../../console/install-bridge.tsx";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { callApi, useRead } from "../api.ts";

const useBridges = () => useRead("listBridges", {}, polled(3_000)).data;

/** A bridge at the provider's own site. */
export function InstallOwnBridge({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <InstallBridge
      make={(name) => callApi("createBridgeCode", { body: { name } })}
      useBridges={useBridges}
      about={t(
        "It runs on any machine at your site that stays on and reaches your routers: an old computer or a small board with Linux.",
      )}
      connected={t("Your routers are reached through it from now on.")}
      onClose={onClose}
    />
  );
}
