import { Text } from "@mantine/core";
import type { Provider } from "#contract/providers";
import { Window } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { ProviderGateways } from "./provider-gateways.tsx";

export function GatewayDialog(props: { provider: Provider; onClose: () => void }) {
  const { provider, onClose } = props;
  return (
    <Window onClose={onClose} title={t("Configure Payment Gateway")} size="lg">
      <Text fw={600} mb="md" style={{ overflowWrap: "anywhere" }}>
        {provider.businessName}
      </Text>
      <ProviderGateways provider={provider} />
    </Window>
  );
}
