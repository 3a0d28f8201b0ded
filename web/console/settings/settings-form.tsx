import { Box, Grid, Group, Paper, Tabs, Text } from "@mantine/core";
import clsx from "clsx";
import { type CSSProperties, useEffect, useRef } from "react";
import type { Settings } from "#contract/branding";
import { formatPhone } from "#contract/values/phone";
import { brandProperties } from "../../ui/brand-colours.ts";
import { useCallForm } from "../call-form.ts";
import { Button } from "../kit.tsx";
import { t } from "../language.ts";
import { useUrlState } from "../list-params.ts";
import { toastSuccess } from "../toast.tsx";
import { useUnsavedGuard } from "../unsaved-guard.ts";
import { Appearance, Contact, Content } from "./appearance.tsx";
import classes from "./portal-preview.module.css";
import { changedSettings, type Tab, tabOf, tabs } from "./settings-form-rules.ts";

const firstTab = { tab: "appearance" };
const firstPart = { part: "appearance" };

/** How a portal looks, with a preview that follows every key; in both consoles. */
export function SettingsEditor(props: {
  saved: Settings;
  businessName: string;
  subdomain: string | null;
  save: (changed: Partial<Settings>) => Promise<Settings>;
  failure: { title: string; text: string };
  /** The first ones on sale, for the preview. */
  plans: readonly PreviewPlan[];
  /** Stands in their place where there are none. */
  noPlans: string;
  /** Whether the page around it has tabs of its own in the address. */
  inTab?: boolean;
}) {
  const { saved, businessName, subdomain, save, failure, plans, noPlans, inTab = false } = props;
  const [place, change] = useUrlState<string>(inTab ? firstPart : firstTab);
  const tab = inTab ? place.part : place.tab;
  const open = (name: Tab) => change(inTab ? { part: name } : { tab: name });
  const { form, submit, busy } = useCallForm({
    initialValues: saved,
    body: (values) => changedSettings(saved, values),
    send: save,
    failure,
    reveal: (field) => open(tabOf[field]),
    onDone: (settings) => {
      form.setInitialValues(settings);
      form.setValues(settings);
      toastSuccess(t("Settings Saved"), t("Visitors see them within seconds."));
    },
  });
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
            <PortalPreview
              settings={form.values}
              businessName={businessName}
              subdomain={subdomain}
              plans={plans}
              noPlans={noPlans}
            />
          </Box>
        </Grid.Col>
      </Grid>
      <SaveBar unsaved={unsaved} busy={busy} onDiscard={form.reset} />
    </form>
  );
}

/** At the form's end, and under the thumb wherever the page is scrolled to while something is not saved. */
function SaveBar(props: { unsaved: boolean; busy: boolean; onDiscard: () => void }) {
  const { unsaved, busy, onDiscard } = props;
  return (
    // Above the swatches of colours, which have a layer of their own.
    <Paper
      pos={unsaved ? "sticky" : "static"}
      bottom={{ base: 72, sm: 8 }}
      withBorder
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
          <Button type="submit" busy={busy}>
            {busy ? t("Saving...") : t("Save")}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

/** A plan in the words of the page that visitors see. */
export type PreviewPlan = { id: string; duration: string; name: string | null; gives: string; price: string };

/** One more than the second, which carries the mark. */
const mostPlans = 3;

export function PortalPreview(props: {
  settings: Settings;
  /** Where nothing is written the portal shows this. */
  businessName: string;
  subdomain: string | null;
  plans: readonly PreviewPlan[];
  noPlans: string;
}) {
  const { settings, businessName, subdomain, plans, noPlans } = props;
  const company = settings.companyName.trim() || businessName;
  const { light } = brandProperties(settings);
  const colours = Object.fromEntries(Object.entries(light).map(([name, value]) => [`--${name}`, value]));
  return (
    <figure aria-label={t("Preview of the portal")} style={{ margin: 0 }}>
      <div
        className={classes.phone}
        style={colours as CSSProperties}
        data-testid="portal-preview"
        aria-hidden
      >
        <div className={classes.header}>
          <Logo url={settings.logoUrl} name={company} />
          <span className={classes.company}>{company}</span>
          {subdomain ? <span className={classes.network}>{subdomain}</span> : null}
        </div>
        <div className={classes.welcome}>
          <div className={classes.title}>{t("Welcome to {name}", { name: company })}</div>
          <div className={classes.message}>{settings.welcomeMessage}</div>
        </div>
        <div className={classes.shop}>
          {plans.length > 0 ? (
            <div className={classes.choose}>{t("Choose your plan")}</div>
          ) : (
            <div className={classes.none}>{noPlans}</div>
          )}
          {plans.slice(0, mostPlans).map((plan, place) => (
            <PlanCard key={plan.id} plan={plan} popular={place === 1} />
          ))}
          <div className={classes.link}>{t("Enter voucher code")}</div>
        </div>
        <Footer settings={settings} />
      </div>
      <Text component="figcaption" size="xs" c="dimmed" ta="center" mt="xs">
        {t("Phones that are set to dark show a dark page with the same colours.")}
      </Text>
    </figure>
  );
}

function Logo({ url, name }: { url: string; name: string }) {
  if (url) return <img className={classes.logo} src={url} alt="" />;
  const [initial = "W"] = [...name.trim()];
  return <span className={clsx(classes.logo, classes.initial)}>{initial.toUpperCase()}</span>;
}

function PlanCard({ plan, popular }: { plan: PreviewPlan; popular: boolean }) {
  const { duration, name, gives, price } = plan;
  return (
    <div className={clsx(classes.plan, popular && classes.popular)}>
      {popular ? <span className={classes.badge}>{t("Most Popular")}</span> : null}
      <div className={classes.what}>
        <div className={classes.duration}>{duration}</div>
        {name ? <div className={classes.name}>{name}</div> : null}
        <div className={classes.gives}>{gives}</div>
      </div>
      <div className={classes.stub}>
        <div>
          <span className={classes.currency}>KES</span> <span className={classes.figure}>{price}</span>
        </div>
        <div className={classes.button}>{t("Select Plan")}</div>
      </div>
    </div>
  );
}

function Footer({ settings }: { settings: Settings }) {
  const { supportPhone, supportEmail, termsUrl, privacyUrl } = settings;
  return (
    <div className={classes.footer}>
      <div className={classes.support}>
        {supportPhone ? <span>{formatPhone(supportPhone)}</span> : null}
        {supportEmail ? <span>{supportEmail}</span> : null}
      </div>
      {termsUrl || privacyUrl ? (
        <div className={classes.legal}>
          {termsUrl ? <span>{t("Terms")}</span> : null}
          {privacyUrl ? <span>{t("Privacy")}</span> : null}
        </div>
      ) : null}
    </div>
  );
}
