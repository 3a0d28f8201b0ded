import { useState } from "react";
import { polled } from "../../console/calls.ts";
import { InstallBridge } from "../../console/install-bridge.tsx";
import { t } from "../../console/language.ts";
import { callApi, useList } from "../api.ts";
import { ProviderSelect } from "./provider-select.tsx";

/** The newest come first: a new one is among these. */
const useBridges = () =>
  useList("listPlatformBridges", { query: { page: 1, pageSize: 10 } }, polled(3_000)).data?.rows;

const platform = "platform";

export function EnrolBridge(props: { router?: { providerId: string | null }; onClose: () => void }) {
  const { router, onClose } = props;
  const [owner, setOwner] = useState<string>(router?.providerId ?? platform);
  return (
    <InstallBridge
      make={(name) =>
        callApi("createPlatformBridgeCode", {
          body: { name, ...(owner === platform ? {} : { providerId: owner }) },
        })
      }
      useBridges={useBridges}
      about={t(
        "It runs on a Linux machine that stays on and reaches the routers: at a provider's site, or beside the OpenVPN server.",
      )}
      choice={
        <ProviderSelect
          label={t("For")}
          value={owner}
          onChange={(value) => setOwner(value ?? platform)}
          fixed={[{ value: platform, label: t("The whole platform") }]}
        />
      }
      connected={
        owner === platform
          ? t("Choose it where you edit a router.")
          : t("The provider's routers are reached through it from now on.")
      }
      onClose={onClose}
    />
  );
}
