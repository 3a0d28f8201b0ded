import { Modal, Text } from "@mantine/core";
import type { Provider } from "#contract/providers";
import { t } from "../../console/language.ts";
import { useIsPhone } from "../../console/media.ts";
import { ProviderGateways } from "./provider-gateways.tsx";

export function GatewayDialog(props: { provider: Provider; onClose: () => void }) {
  const { provider, onClose } = props;
  const phone = useIsPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("Configure Payment Gateway")}
      size="lg"
      fullScreen={phone}
      radius={phone ? 0 : "lg"}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      <Text fw={600} mb="md" style={{ overflowWrap: "anywhere" }}>
        {provider.businessName}
      </Text>
      <ProviderGateways provider={provider} />
    </Modal>
  );
}
