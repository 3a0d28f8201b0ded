import { Box, Button, Grid, Group, Paper, Tabs, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { useEffect, useRef, useState } from "react";
import type { Settings } from "#contract/branding";
import { t } from "../language.ts";
import { useUrlState } from "../list-params.ts";
import { errorText, toastError, toastSuccess } from "../toast.tsx";
import { useUnsavedGuard } from "../unsaved-guard.ts";
import { Appearance, Contact, Content } from "./appearance.tsx";
import { PortalPreview } from "./portal-preview.tsx";
import { changedSettings, settingsSchema, type Tab, tabOf, tabs } from "./settings-form-rules.ts";

const firstTab = { tab: "appearance" };
const firstPart = { part: "appearance" };

/** How a portal looks, with a preview that follows every key; in both consoles. */
export function SettingsEditor(props: {
  saved: Settings;
  businessName: string;
  subdomain: string | null;
  save: (changed: Partial<Settings>) => Promise<Settings>;
  failure: { title: string; text: string };
  /** Whether the page around it has tabs of its own in the address. */
  inTab?: boolean;
}) {
  const { saved, businessName, subdomain, save, failure, inTab = false } = props;
  const [place, change] = useUrlState<string>(inTab ? firstPart : firstTab);
  const tab = inTab ? place.part : place.tab;
  const open = (name: Tab) => change(inTab ? { part: name } : { tab: name });
  const form = useForm<Settings>({
    initialValues: saved,
    validate: (values) => zod4Resolver(settingsSchema())(values),
  });
  const [busy, setBusy] = useState(false);
  const unsaved = form.isDirty();
  useUnsavedGuard(unsaved);

  // Saved in another tab: unchanged forms follow.
  const shown = useRef(saved);
  const { setInitialValues, setValues } = form;
  useEffect(() => {
    if (unsaved || shown.current === saved) return;
    shown.current = saved;
    setInitialValues(saved);
    setValues(saved);
  }, [saved, unsaved, setInitialValues, setValues]);

  const keep = async (values: Settings) => {
    setBusy(true);
    try {
      const settings = await save(changedSettings(saved, values));
      setInitialValues(settings);
      setValues(settings);
      toastSuccess(t("Settings Saved"), t("Visitors see them within seconds."));
    } catch (cause) {
      toastError(failure.title, errorText(cause, failure.text));
    } finally {
      setBusy(false);
    }
  };
  const submit = form.onSubmit(
    (values) => void keep(values),
    (errors) => {
      const [first] = Object.keys(errors) as (keyof Settings)[];
      if (first) open(tabOf[first]);
    },
  );
  const names = { appearance: t("Appearance"), content: t("Content"), contact: t("Contact") };
  return (
    <form onSubmit={submit} noValidate aria-label={t("Settings")}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Tabs
            value={tabs.find((name) => name === tab) ?? "appearance"}
            onChange={(value) => open(tabs.find((name) => name === value) ?? "appearance")}
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
      <SaveBar unsaved={unsaved} busy={busy} onDiscard={form.reset} />
    </form>
  );
}

/** Under the thumb wherever the page is scrolled to. */
function SaveBar(props: { unsaved: boolean; busy: boolean; onDiscard: () => void }) {
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
