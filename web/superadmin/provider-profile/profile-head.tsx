import { Box, Button } from "@mantine/core";
import { IconExternalLink, IconKey, IconReceipt2 } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";
import { billingAddress } from "../places.ts";
import { ProviderStatus } from "../providers/provider-card.tsx";
import { ChangePassword } from "./change-password.tsx";
import { openConsole } from "./open-console.ts";

/** Whose page it is, how it stands, and what is done for it as a whole. */
export function ProfileHead({ provider }: { provider: Provider }): ReactElement {
  const [changing, setChanging] = useState(false);
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    await openConsole(provider);
    setOpening(false);
  };
  return (
    <>
      <PageHead
        title={provider.businessName}
        actions={
          <>
            <Button
              component={Link}
              to={billingAddress(provider.id)}
              variant="default"
              leftSection={<IconReceipt2 size={18} aria-hidden />}
            >
              {t("Billing")}
            </Button>
            <Button
              variant="default"
              leftSection={<IconKey size={18} aria-hidden />}
              onClick={() => setChanging(true)}
            >
              {t("Change Password")}
            </Button>
            <Button
              leftSection={<IconExternalLink size={18} aria-hidden />}
              disabled={opening}
              aria-busy={opening}
              onClick={() => void open()}
            >
              {opening ? t("Opening...") : t("Access Provider Dashboard")}
            </Button>
          </>
        }
      />
      <Box mb="md">
        <ProviderStatus status={provider.status} />
      </Box>
      {changing ? <ChangePassword provider={provider} onClose={() => setChanging(false)} /> : null}
    </>
  );
}
