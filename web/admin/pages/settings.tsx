import { IconExternalLink } from "@tabler/icons-react";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { SettingsEditor } from "../../console/settings/settings-form.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { previewPlans } from "../plans/preview-plans.ts";
import { usePortalOrigin } from "../use-business-name.ts";

export function SettingsPage({ page }: { page: PageData }) {
  const settings = useRead("getSettings", {}, keptFor(30_000));
  const { mutateAsync: save } = useAct("saveSettings", ["/api/settings"]);
  const plans = useRead("adminListPlans", {}, keptFor(30_000));
  const portal = `${usePortalOrigin(page)}/`;
  return (
    <>
      <PageHead
        title={page.subdomain ? t("Captive Portal Settings") : t("System Settings")}
        text={t("How your portal looks, what it says, and whom visitors can reach.")}
        actions={
          <SecondaryButton component="a" href={portal} target="_blank" rel="noopener" icon={IconExternalLink}>
            {t("Preview Portal")}
          </SecondaryButton>
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
            plans={previewPlans(plans.data ?? [], Date.now())}
            noPlans={
              plans.data ? t("No plan is on sale: visitors find none here.") : t("Your plans stand here.")
            }
          />
        )}
      </Loaded>
    </>
  );
}
