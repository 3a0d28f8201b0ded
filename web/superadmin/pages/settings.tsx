import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { SettingsEditor } from "../../console/settings/settings-form.tsx";
import { keptFor, useAct, useRead } from "../api.ts";

/** What the platform is called where nobody wrote a name (worker/contract/branding.ts). */
const unnamed = "Mlango WiFi";

export function SettingsPage() {
  const settings = useRead("getGeneralSettings", {}, keptFor(30_000));
  const { mutateAsync: save } = useAct("saveGeneralSettings", ["/api/superadmin/settings"]);
  return (
    <>
      <PageHead
        title={t("General settings")}
        text={t(
          "How the portal looks on the main domain, where no provider decides, and whom visitors reach there.",
        )}
      />
      <Loaded
        query={settings}
        loading={<LoadingRows rows={7} height={68} label={t("Loading settings …")} />}
        failed={{
          title: t("Error Loading Settings"),
          text: t("Failed to load settings. Please check your connection and try again."),
        }}
      >
        {({ settings: saved }) => (
          <SettingsEditor
            saved={saved}
            businessName={unnamed}
            subdomain={null}
            save={async (body) => (await save({ body })).settings}
            failure={{ title: t("Save Failed"), text: t("Failed to save the general settings.") }}
            plans={[]}
            noPlans={t("A provider's plans stand here.")}
          />
        )}
      </Loaded>
    </>
  );
}
