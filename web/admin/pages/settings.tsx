import { Button } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { PageHead } from "../../console/page-head.tsx";
import { keptFor } from "../../console/query.ts";
import { SettingsEditor } from "../../console/settings/settings-form.tsx";
import { LoadingRows } from "../../console/states.tsx";
import { useAct, useRead } from "../api.ts";
import { usePortalOrigin } from "../portal-origin.ts";

export function SettingsPage({ page }: { page: PageData }): ReactElement {
  const settings = useRead("getSettings", {}, keptFor(30_000));
  const { mutateAsync: save } = useAct("saveSettings", ["/api/settings"]);
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
            save={async (body) => (await save({ body })).settings}
            failure={{ title: t("Error"), text: t("Failed to update settings") }}
          />
        )}
      </Loaded>
    </>
  );
}
