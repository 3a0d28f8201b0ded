import { Stack, Switch, Tabs } from "@mantine/core";
import { useState } from "react";
import type { ManagedAd } from "#contract/ads";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { ContentFields, SettingsFields } from "./ad-fields.tsx";
import { type AdTab, bodyOf, fieldsOf, newAd, tabOf } from "./ad-form.ts";
import { AdPreview } from "./ad-preview.tsx";

const rereads = ["/api/superadmin/advertisements"];

/** Creates an advertisement, or changes the one given. Mount it anew for each. */
export function AdDialog({ ad, onClose }: { ad: ManagedAd | null; onClose: () => void }) {
  const [tab, setTab] = useState<AdTab | "preview">("content");
  const [hasPreview, setHasPreview] = useState(false);
  const create = useAct("createAd", rereads);
  const update = useAct("updateAd", rereads);
  const { form, modal } = useCallForm({
    initialValues: ad ? fieldsOf(ad) : newAd,
    body: bodyOf,
    schema: async () => (await import("#contract/ads")).AdInput,
    send: (body) => (ad ? update.mutateAsync({ params: { id: ad.id }, body }) : create.mutateAsync({ body })),
    failure: {
      title: t("Error"),
      text: ad ? t("Failed to update advertisement") : t("Failed to create advertisement"),
    },
    reveal: (field) => setTab(tabOf(field)),
    onDone: (_, { title }) => {
      toastSuccess(ad ? t("Advertisement Updated") : t("Advertisement Created"), title.trim());
      onClose();
    },
  });
  const togglePreview = (wanted: boolean) => {
    setHasPreview(wanted);
    setTab(wanted ? "preview" : "content");
  };
  return (
    <FormModal
      onClose={onClose}
      title={ad ? t("Edit Advertisement") : t("Create Advertisement")}
      {...modal}
      action={ad ? t("Save Advertisement") : t("Create Advertisement")}
      busyAction={ad ? t("Saving...") : t("Creating...")}
      size="lg"
    >
      <Switch
        size="md"
        label={t("Show preview")}
        checked={hasPreview}
        onChange={(event) => togglePreview(event.currentTarget.checked)}
      />
      <Tabs value={tab} onChange={(value) => setTab((value ?? "content") as typeof tab)}>
        <Tabs.List grow mb="md">
          <Tabs.Tab value="content" mih={44}>
            {t("Content")}
          </Tabs.Tab>
          <Tabs.Tab value="settings" mih={44}>
            {t("Settings")}
          </Tabs.Tab>
          {hasPreview ? (
            <Tabs.Tab value="preview" mih={44}>
              {t("Preview")}
            </Tabs.Tab>
          ) : null}
        </Tabs.List>
        <Tabs.Panel value="content">
          <Stack>
            <ContentFields form={form} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Stack>
            <SettingsFields form={form} />
          </Stack>
        </Tabs.Panel>
        {hasPreview ? (
          <Tabs.Panel value="preview" keepMounted={false}>
            <AdPreview body={bodyOf(form.values)} />
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </FormModal>
  );
}
