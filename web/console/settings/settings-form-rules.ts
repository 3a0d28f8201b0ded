import type { Settings } from "#contract/branding";
import type { Form } from "../call-form.ts";

export type SettingsForm = Form<Settings>;

export const tabs = ["appearance", "content", "contact"] as const;
export type Tab = (typeof tabs)[number];

export const tabOf: Record<keyof Settings, Tab> = {
  logoUrl: "appearance",
  primaryColor: "appearance",
  secondaryColor: "appearance",
  backgroundColor: "appearance",
  headerColor: "appearance",
  footerColor: "appearance",
  companyName: "content",
  welcomeMessage: "content",
  termsUrl: "content",
  privacyUrl: "content",
  supportPhone: "contact",
  supportEmail: "contact",
};

/** Only changed fields are sent, so that two tabs do not undo each other. */
export function changedSettings(before: Settings, after: Settings): Partial<Settings> {
  const names = Object.keys(tabOf) as (keyof Settings)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name].trim()]),
  );
}
