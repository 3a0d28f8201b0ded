import { Group, Stack } from "@mantine/core";
import { IconCash, IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Button, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { polled, useRead } from "../api.ts";
import type { GatewayOwner } from "./gateway-fields.ts";
import { GatewayForm } from "./gateway-form.tsx";
import { GatewayList } from "./gateway-list.tsx";

const NewGatewayDialog = lazy(async () => ({
  default: (await import("../provider-profile/gateway-dialog.tsx")).NewGatewayDialog,
}));

const failedToLoad = () => ({
  title: t("Error Loading Payment Gateways"),
  text: t("Failed to load payment gateways. Please check your connection and try again."),
});

export function ProviderGateways({ provider }: { provider: GatewayOwner }) {
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
              <Hint>
                {t("{name} takes no money yet: set its first gateway below.", {
                  name: provider.businessName,
                })}
              </Hint>
            }
          />
        )}
      </Loaded>
      <Loaded
        query={catalogue}
        loading={<LoadingRows rows={4} label={t("Loading payment gateways...")} />}
        failed={failedToLoad()}
      >
        {(catalogue) => (
          <GatewayForm
            catalogue={catalogue}
            provider={provider}
            inUse={(gateways.data ?? []).filter(({ routerId }) => routerId === null)}
          />
        )}
      </Loaded>
    </Stack>
  );
}

export function ProfileGateways({ provider }: { provider: GatewayOwner }) {
  const [adding, setAdding] = useState(false);
  const gateways = useGateways(provider);
  return (
    <Stack gap="md">
      <Group>
        <Button icon={IconPlus} onClick={() => setAdding(true)}>
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
    // KSh 1 on its way arrives by itself: the list is read while it is looked at.
    polled(3_000),
  );
}
