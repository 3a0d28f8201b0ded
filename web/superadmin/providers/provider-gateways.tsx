import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCash, IconPlus } from "@tabler/icons-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import type { Provider } from "#contract/providers";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { polled } from "../../console/query.ts";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { GatewayForm } from "./gateway-form.tsx";
import { GatewayList } from "./gateway-list.tsx";

const NewGatewayDialog = lazy(async () => ({
  default: (await import("../provider-profile/gateway-dialog.tsx")).NewGatewayDialog,
}));

export type GatewayOwner = Pick<Provider, "id" | "businessName">;

const failedToLoad = () => ({
  title: t("Error Loading Payment Gateways"),
  text: t("Failed to load payment gateways. Please check your connection and try again."),
});

/** What a provider takes money by, from its card: those it has, each with its end, and the form for another one. */
export function ProviderGateways({ provider }: { provider: GatewayOwner }): ReactElement {
  const gateways = useGateways(provider);
  const catalogue = useRead("listPaymentGateways");
  return (
    <Stack gap="lg">
      <Loaded
        query={gateways}
        loading={<LoadingRows rows={1} height={112} label={t("Loading payment gateways...")} />}
        failed={failedToLoad()}
      >
        {(list) => (
          <GatewayList
            gateways={list}
            provider={provider}
            empty={
              <Text size="sm" c="dimmed">
                {t("{name} takes no money yet: set its first gateway below.", {
                  name: provider.businessName,
                })}
              </Text>
            }
          />
        )}
      </Loaded>
      <Loaded
        query={catalogue}
        loading={<LoadingRows rows={4} label={t("Loading payment gateways...")} />}
        failed={failedToLoad()}
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

/** The same on the provider's profile, where a gateway can be one router's. */
export function ProfileGateways({ provider }: { provider: GatewayOwner }): ReactElement {
  const [adding, setAdding] = useState(false);
  const gateways = useGateways(provider);
  return (
    <Stack gap="md">
      <Group>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {t("Configure Payment Gateway")}
        </Button>
      </Group>
      <Loaded
        query={gateways}
        loading={<LoadingRows rows={1} height={112} label={t("Loading payment gateways...")} />}
        failed={failedToLoad()}
      >
        {(list) => (
          <GatewayList
            gateways={list}
            provider={provider}
            empty={
              <Empty
                icon={<IconCash size={28} aria-hidden />}
                title={t("No payment gateways")}
                text={t("{name} takes no money yet: configure its first gateway.", {
                  name: provider.businessName,
                })}
              />
            }
          />
        )}
      </Loaded>
      <Suspense fallback={null}>
        {adding ? <NewGatewayDialog provider={provider} onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </Stack>
  );
}

function useGateways({ id }: GatewayOwner) {
  return useRead(
    "listProviderGateways",
    { params: { id } },
    // KES 1 on its way arrives by itself: the list is read while it is looked at.
    polled(3_000),
  );
}
