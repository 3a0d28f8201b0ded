import { Stack } from "@mantine/core";
import type { ReactElement } from "react";
import type { Provider } from "#contract/providers";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { GatewayForm } from "./gateway-form.tsx";
import { GatewayList } from "./gateway-list.tsx";

export type GatewayOwner = Pick<Provider, "id" | "businessName">;

/** The gateways of a provider: those it has, each with its end, and the form for another one. */
export function ProviderGateways({ provider }: { provider: GatewayOwner }): ReactElement {
  const gateways = useRead("listProviderGateways", { params: { id: provider.id } }, { staleTime: 0 });
  const catalogue = useRead("listPaymentGateways");
  const failed = {
    title: t("Error Loading Payment Gateways"),
    text: t("Failed to load payment gateways. Please check your connection and try again."),
  };
  return (
    <Stack gap="lg">
      <Loaded
        query={gateways}
        loading={<LoadingRows rows={1} height={112} label={t("Loading payment gateways...")} />}
        failed={failed}
      >
        {(list) => <GatewayList gateways={list} provider={provider} />}
      </Loaded>
      <Loaded
        query={catalogue}
        loading={<LoadingRows rows={4} label={t("Loading payment gateways...")} />}
        failed={failed}
      >
        {(kinds) => (
          <GatewayForm
            kinds={kinds}
            provider={provider}
            inUse={(gateways.data ?? []).filter(({ routerId }) => routerId === null)}
          />
        )}
      </Loaded>
    </Stack>
  );
}
