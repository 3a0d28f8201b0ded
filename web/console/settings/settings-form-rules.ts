import type { UseFormReturnType } from "@mantine/form";
import * as z from "zod/mini";
import type { Settings } from "#contract/branding";
import { t } from "../language.ts";

// The rules of worker/contract/branding.ts.

export type SettingsForm = UseFormReturnType<Settings>;

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

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
/** As in worker/contract/branding.ts: visitors call it with one tap. */
const supportPhone = /^\+?[\d\s().-]{3,40}$/;
const isEmail = (text: string) => z.email().safeParse(text).success;

/** Empty fields go back to their defaults. */
export function settingsSchema() {
  const colour = z
    .string()
    .check(z.regex(/^(#[0-9a-fA-F]{6})?$/, t("Choose a colour like {example}", { example: "#0066cc" })));
  const text = (longest: number) =>
    z.string().check(z.trim(), z.maxLength(longest, t("Use at most {count} characters", { count: longest })));
  const address = z
    .string()
    .check(
      z.refine(
        (value) => value === "" || isWebAddress(value),
        t("Enter a web address that begins with https://"),
      ),
    );
  return z.object({
    logoUrl: z.string(),
    primaryColor: colour,
    secondaryColor: colour,
    backgroundColor: colour,
    headerColor: colour,
    footerColor: colour,
    companyName: text(100),
    welcomeMessage: text(300),
    termsUrl: address,
    privacyUrl: address,
    supportPhone: text(40).check(
      z.refine(
        (value) => value.trim() === "" || supportPhone.test(value.trim()),
        t("Enter a phone number, such as 0712 345 678"),
      ),
    ),
    supportEmail: z
      .string()
      .check(z.refine((value) => value === "" || isEmail(value), t("Invalid email address"))),
  });
}

/** Only changed fields are sent, so that two tabs do not undo each other. */
export function changedSettings(before: Settings, after: Settings): Partial<Settings> {
  const names = Object.keys(tabOf) as (keyof Settings)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name].trim()]),
  );
}
