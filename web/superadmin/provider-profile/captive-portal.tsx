import { type ReactElement, useMemo } from "react";
import type { Settings } from "#contract/branding";
import type { Provider } from "#contract/providers";
import { portalLook } from "#contract/values/portal-look";
import { t } from "../../console/language.ts";
import { SettingsEditor } from "../../console/settings/settings-form.tsx";
import { useAct } from "../api.ts";

const lookOf = (provider: Provider): Settings => portalLook(provider.captivePortalSettings, provider);

/** The record that the provider itself edits in its settings; only what was changed is sent. */
export function CaptivePortal({ provider }: { provider: Provider }): ReactElement {
  const { mutateAsync: patch } = useAct("patchProvider", ["/api/superadmin/providers"]);
  const saved = useMemo(() => lookOf(provider), [provider]);
  return (
    <SettingsEditor
      inTab
      saved={saved}
      businessName={provider.businessName}
      subdomain={provider.subdomain}
      save={async (captivePortalSettings) =>
        lookOf(await patch({ params: { id: provider.id }, body: { captivePortalSettings } }))
      }
      failure={{ title: t("Save Failed"), text: t("Failed to save captive portal settings") }}
    />
  );
}
