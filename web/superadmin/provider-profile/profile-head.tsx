import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDotsVertical, IconExternalLink, IconKey, IconReceipt2 } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";
import { billingAddress } from "../navigation.ts";
import { ProviderStatus } from "../providers/provider-card.tsx";
import { ChangePassword } from "./change-password.tsx";
import { openConsole } from "./open-console.ts";

/** Whose page it is, how it stands, and what is done for it as a whole. */
export function ProfileHead({ provider }: { provider: Provider }): ReactElement {
  const [changing, setChanging] = useState(false);
  const [opening, setOpening] = useState(false);
  const phone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  const open = async () => {
    setOpening(true);
    await openConsole(provider);
    setOpening(false);
  };
  const toBilling = { component: Link, to: billingAddress(provider.id) } as const;
  const openButton = (
    <Button
      px="sm"
      py={6}
      h="auto"
      mih={44}
      styles={{ label: { whiteSpace: "normal" } }}
      leftSection={<IconExternalLink size={18} aria-hidden />}
      disabled={opening}
      aria-busy={opening}
      onClick={() => void open()}
    >
      {opening ? t("Opening...") : t("Access Provider Dashboard")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={provider.businessName}
        mark={<ProviderStatus status={provider.status} />}
        actions={
          // On a phone three buttons would push what one came for off the screen.
          phone ? (
            <Group gap="xs" wrap="nowrap">
              {openButton}
              <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
                <Menu.Target>
                  <ActionIcon
                    size={44}
                    variant="default"
                    aria-label={t("More actions for {name}", { name: provider.businessName })}
                  >
                    <IconDotsVertical size={20} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item {...toBilling} leftSection={<IconReceipt2 size={18} aria-hidden />}>
                    {t("Billing")}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconKey size={18} aria-hidden />}
                    onClick={() => setChanging(true)}
                  >
                    {t("Change Password")}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Group>
          ) : (
            <>
              <Button {...toBilling} variant="default" leftSection={<IconReceipt2 size={18} aria-hidden />}>
                {t("Billing")}
              </Button>
              <Button
                variant="default"
                leftSection={<IconKey size={18} aria-hidden />}
                onClick={() => setChanging(true)}
              >
                {t("Change Password")}
              </Button>
              {openButton}
            </>
          )
        }
      />
      {changing ? <ChangePassword provider={provider} onClose={() => setChanging(false)} /> : null}
    </>
  );
}
