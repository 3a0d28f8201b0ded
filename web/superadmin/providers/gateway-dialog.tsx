import { Modal, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactElement } from "react";
import type { Provider } from "#contract/providers";
import { t } from "../../console/language.ts";
import { ProviderGateways } from "./provider-gateways.tsx";

/** How a provider takes money, from its card. */
export function GatewayDialog(props: { provider: Provider; onClose: () => void }): ReactElement {
  const { provider, onClose } = props;
  const phone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("Configure Payment Gateway")}
      size="lg"
      fullScreen={phone ?? false}
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
