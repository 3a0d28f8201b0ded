import { Stack, Switch, Tabs } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { useRef, useState } from "react";
import type { ManagedAd } from "#contract/ads";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { ContentFields, SettingsFields } from "./ad-fields.tsx";
import {
  type AdFields,
  type AdTab,
  adSchema,
  bodyOf,
  fieldsOf,
  isBackwards,
  newAd,
  tabOf,
} from "./ad-form.ts";
import { AdPreview } from "./ad-preview.tsx";

const rereads = ["/api/superadmin/advertisements"];

/** Creates an advertisement, or changes the one given. Mount it anew for each. */
export function AdDialog({ ad, onClose }: { ad: ManagedAd | null; onClose: () => void }) {
  const form = useForm<AdFields>({
    initialValues: ad ? fieldsOf(ad) : newAd,
    validate: (fields) => ({
      ...zod4Resolver(adSchema())(fields),
      ...(isBackwards(fields) ? { endDate: t("The end lies before the start.") } : {}),
    }),
  });
  const [tab, setTab] = useState<AdTab | "preview">("content");
  const [hasPreview, setHasPreview] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const create = useAct("createAd", rereads);
  const update = useAct("updateAd", rereads);
  // The button is drawn as busy only after the next render.
  const sending = useRef(false);

  const save = async (fields: AdFields) => {
    if (sending.current) return;
    sending.current = true;
    setProblem(null);
    const body = bodyOf(fields);
    try {
      if (ad) await update.mutateAsync({ params: { id: ad.id }, body });
      else await create.mutateAsync({ body });
      toastSuccess(ad ? t("Advertisement Updated") : t("Advertisement Created"), body.title);
      onClose();
    } catch (cause) {
      const text = ad ? t("Failed to update advertisement") : t("Failed to create advertisement");
      const why = errorText(cause, text);
      toastError(t("Error"), why);
      setProblem(why);
    } finally {
      sending.current = false;
    }
  };
  const submit = form.onSubmit(
    (fields) => void save(fields),
    (errors) => {
      const [first] = Object.keys(errors) as (keyof AdFields)[];
      if (!first) return;
      setTab(tabOf(first));
      // The tab may not be mounted yet.
      setTimeout(() => form.getInputNode(first)?.focus());
    },
  );
  const togglePreview = (wanted: boolean) => {
    setHasPreview(wanted);
    setTab(wanted ? "preview" : "content");
  };
  return (
    <FormModal
      onClose={onClose}
      title={ad ? t("Edit Advertisement") : t("Create Advertisement")}
      onSubmit={submit}
      busy={create.isPending || update.isPending}
      error={problem}
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
