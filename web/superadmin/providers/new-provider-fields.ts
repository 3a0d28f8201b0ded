import type { NewProvider } from "#contract/providers";
import { t } from "../../console/language.ts";

/** In the order of the form; the two passwords are compared before the first one is looked at. */
export const noProvider = {
  businessName: "",
  contactName: "",
  email: "",
  phone: "",
  subdomain: "",
  address: "",
  kraPin: "",
  businessLicense: "",
  account: "",
  adminName: "",
  adminEmail: "",
  username: "",
  confirmPassword: "",
  password: "",
};
export type ProviderFields = typeof noProvider;

/** What is typed becomes what a subdomain can hold (docs/behaviour/operator-console.md, OC-24). */
export function filteredSubdomain(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, "");
}

export const fieldOf = {
  "adminCredentials.name": "adminName",
  "adminCredentials.email": "adminEmail",
} as const;

/** What the body does not hold: the password a second time, and the till, which is set by a call of its own. */
export function checkOf({ password, confirmPassword, account }: ProviderFields) {
  return [
    ...(password === confirmPassword
      ? []
      : [
          {
            path: "confirmPassword",
            title: t("Password Mismatch"),
            text: t("Password and confirm password do not match."),
          },
        ]),
    ...(/^(\d{5,12})?$/.test(account.trim())
      ? []
      : [{ path: "account", text: { say: "mpesa_account" } as const }]),
  ];
}

export const titles = () => ({
  email: t("Invalid Email"),
  phone: t("Invalid Phone"),
  subdomain: t("Invalid Subdomain"),
  account: t("Invalid Account"),
  adminEmail: t("Invalid Email"),
  password: t("Password Too Short"),
});

export function bodyOf(fields: ProviderFields): NewProvider {
  const {
    adminName,
    adminEmail,
    username,
    password,
    confirmPassword: _,
    account: _own,
    ...provider
  } = fields;
  return { ...provider, adminCredentials: { username, password, name: adminName, email: adminEmail } };
}
