import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { PageHead } from "../../console/page-head.tsx";
import { keptFor } from "../../console/query.ts";
import { LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { usePortalOrigin } from "../portal-origin.ts";
import { SettingsEditor } from "../settings/settings-form.tsx";

export function SettingsPage({ page }: { page: PageData }): ReactElement {
  const settings = useRead("getSettings", {}, keptFor(30_000));
  const portal = `${usePortalOrigin(page)}/`;
  return (
    <>
      <PageHead
        title={page.subdomain ? t("Captive Portal Settings") : t("System Settings")}
        text={t("How your portal looks, what it says, and whom visitors can reach.")}
        actions={
          <Button
            component="a"
            href={portal}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t("Preview Portal")}
          </Button>
        }
      />
      <Loaded
        query={settings}
        loading={<LoadingRows rows={7} height={68} label={t("Loading settings …")} />}
        failed={{
          title: t("Error Loading Settings"),
          text: t("Failed to load settings. Please check your connection and try again."),
        }}
      >
        {({ settings: saved, provider }) => (
          <SettingsEditor
            saved={saved}
            businessName={provider?.businessName ?? page.businessName ?? ""}
            subdomain={provider?.subdomain ?? page.subdomain}
          />
        )}
      </Loaded>
    </>
  );
}
