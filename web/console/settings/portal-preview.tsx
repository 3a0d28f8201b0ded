import { Text } from "@mantine/core";
import clsx from "clsx";
import type { CSSProperties } from "react";
import type { Settings } from "#contract/branding";
import { formatPhone } from "#contract/values/phone";
import { brandProperties } from "../../ui/brand-colours.ts";
import { t } from "../language.ts";
import classes from "./portal-preview.module.css";

export function PortalPreview(props: {
  settings: Settings;
  /** Where nothing is written the portal shows this. */
  businessName: string;
  subdomain: string | null;
}) {
  const { settings, businessName, subdomain } = props;
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
          <div className={classes.choose}>{t("Choose your plan")}</div>
          <ExamplePlan duration={t("1 Hour")} price="10" />
          <ExamplePlan duration={t("1 Day")} price="50" popular />
          <div className={classes.link}>{t("Enter voucher code")}</div>
        </div>
        <Footer settings={settings} />
      </div>
      <Text component="figcaption" size="xs" c="dimmed" ta="center" mt="xs">
        {t("The plans are examples. Phones that are set to dark show a dark page with the same colours.")}
      </Text>
    </figure>
  );
}

function Logo({ url, name }: { url: string; name: string }) {
  if (url) return <img className={classes.logo} src={url} alt="" />;
  const [initial = "W"] = [...name.trim()];
  return <span className={clsx(classes.logo, classes.initial)}>{initial.toUpperCase()}</span>;
}

function ExamplePlan(props: { duration: string; price: string; popular?: boolean }) {
  const { duration, price, popular = false } = props;
  return (
    <div className={clsx(classes.plan, popular && classes.popular)}>
      {popular ? <span className={classes.badge}>{t("Most Popular")}</span> : null}
      <div className={classes.what}>
        <div className={classes.duration}>{duration}</div>
        <div className={classes.gives}>{t("Unlimited Data")}</div>
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
