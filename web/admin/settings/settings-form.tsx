import { Box, Button, Grid, Group, Paper, Tabs, Text } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { type ReactElement, useEffect, useRef } from "react";
import type { Settings } from "#contract/branding";
import { t } from "../../console/language.ts";
import { failed, reason, said } from "../../console/toast.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { useAct } from "../api.ts";
import { Appearance } from "./appearance.tsx";
import { Contact } from "./contact.tsx";
import { Content } from "./content.tsx";
import { PortalPreview } from "./portal-preview.tsx";
import { changedSettings, settingsSchema, tabOf, tabs } from "./settings-form-rules.ts";
import { useUnsavedGuard } from "./unsaved-guard.ts";

export type SettingsForm = UseFormReturnType<Settings>;

const firstTab = { tab: "appearance" };

export function SettingsEditor(props: {
  saved: Settings;
  businessName: string;
  subdomain: string | null;
}): ReactElement {
  const { saved, businessName, subdomain } = props;
  const [{ tab }, setPlace] = useUrlState(firstTab);
  const form = useForm<Settings>({
    initialValues: saved,
    validate: (values) => zod4Resolver(settingsSchema())(values),
  });
  const save = useAct("saveSettings", ["/api/settings"]);
  const unsaved = form.isDirty();
  useUnsavedGuard(unsaved);

  // Read afresh, perhaps after another tab saved: what nobody is changing here follows.
  const shown = useRef(saved);
  const { setInitialValues, setValues } = form;
  useEffect(() => {
    if (unsaved || shown.current === saved) return;
    shown.current = saved;
    setInitialValues(saved);
    setValues(saved);
  }, [saved, unsaved, setInitialValues, setValues]);

  const submit = form.onSubmit(
    (values) =>
      save.mutate(
        { body: changedSettings(saved, values) },
        {
          onSuccess: ({ settings }) => {
            form.setInitialValues(settings);
            form.setValues(settings);
            said(t("Settings Saved"), t("Visitors see them within seconds."));
          },
          onError: (error) => failed(t("Error"), reason(error, t("Failed to update settings"))),
        },
      ),
    (errors) => {
      const [first] = Object.keys(errors) as (keyof Settings)[];
      if (first) setPlace({ tab: tabOf[first] });
    },
  );
  const names = { appearance: t("Appearance"), content: t("Content"), contact: t("Contact") };
  return (
    <form onSubmit={submit} noValidate aria-label={t("Settings")}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Tabs
            value={tabs.find((name) => name === tab) ?? "appearance"}
            onChange={(value) => setPlace({ tab: value ?? "appearance" })}
          >
            <Tabs.List grow mb="md">
              {tabs.map((name) => (
                <Tabs.Tab key={name} value={name} mih={44}>
                  {names[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="appearance">
              <Appearance form={form} />
            </Tabs.Panel>
            <Tabs.Panel value="content">
              <Content form={form} businessName={businessName} />
            </Tabs.Panel>
            <Tabs.Panel value="contact">
              <Contact form={form} />
            </Tabs.Panel>
          </Tabs>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Box pos="sticky" top={72}>
            <PortalPreview settings={form.values} businessName={businessName} subdomain={subdomain} />
          </Box>
        </Grid.Col>
      </Grid>
      <SaveBar unsaved={unsaved} busy={save.isPending} onDiscard={form.reset} />
    </form>
  );
}

/** Under the thumb wherever the page is scrolled to. */
function SaveBar(props: { unsaved: boolean; busy: boolean; onDiscard: () => void }): ReactElement {
  const { unsaved, busy, onDiscard } = props;
  return (
    // Above the swatches of colours, which have a layer of their own.
    <Paper
      pos="sticky"
      bottom={{ base: 72, sm: 8 }}
      withBorder
      shadow="md"
      p="sm"
      mt="md"
      style={{ zIndex: 2 }}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" role="status" miw={0}>
          {unsaved ? t("Unsaved changes") : t("All changes are saved")}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {unsaved ? (
            <Button variant="subtle" onClick={onDiscard} disabled={busy}>
              {t("Discard")}
            </Button>
          ) : null}
          <Button type="submit" disabled={busy} aria-busy={busy}>
            {busy ? t("Saving...") : t("Save")}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
