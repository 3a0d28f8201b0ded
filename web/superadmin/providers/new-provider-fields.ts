import * as z from "zod/mini";
import type { NewProvider } from "#contract/providers";
import { type SubdomainFault, subdomainFault } from "#contract/values/host";
import { parseKenyanMobile } from "#contract/values/phone";
import { t } from "../../console/language.ts";

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
  password: "",
  confirmPassword: "",
};

export type ProviderFields = typeof noProvider;

/** What is typed becomes what a subdomain can hold (docs/behaviour/operator-console.md, OC-24). */
export function filteredSubdomain(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, "");
}

/** docs/behaviour/operator-console.md, OC-28. */
const leastCharacters = 8;
const always = () => true;

const text = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing));
const email = (missing: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.email(t("Invalid email address")));

/** The rules of worker/contract/providers.ts. */
export const contactRules = () => ({
  businessName: text(t("Business Name is required")),
  contactName: text(t("Contact Name is required")),
  email: email(t("Email is required")),
  phone: z.string().check(
    z.trim(),
    z.minLength(1, { error: t("Phone is required"), abort: true }),
    z.refine((typed) => parseKenyanMobile(typed) !== undefined, {
      error: t("Enter a Kenyan mobile number, such as 0712 345 678"),
    }),
  ),
  address: z.string(),
  kraPin: z.string(),
  businessLicense: z.string(),
});

export function newProviderSchema() {
  const sentences: Record<SubdomainFault, string> = {
    empty: t("Subdomain is required"),
    characters: t("A subdomain has only the letters a to z, digits and hyphens."),
    hyphen: t("A subdomain neither begins nor ends with a hyphen."),
    length: t("A subdomain has at most 63 characters."),
    reserved: t("This subdomain belongs to the platform itself. Choose another one."),
    router: t("This subdomain reads as the id of a router. Choose one with other letters."),
  };
  return z
    .object({
      ...contactRules(),
      subdomain: z.string().check((given) => {
        const fault = subdomainFault(given.value);
        if (fault) given.issues.push({ code: "custom", input: given.value, message: sentences[fault] });
      }),
      // The till or pay bill, by the rule of gateways: digits only, at least five.
      account: z.string().check(
        z.trim(),
        z.refine((typed) => typed === "" || /^\d{5,12}$/.test(typed), {
          error: t("Enter the till or pay bill number: digits only, at least five."),
        }),
      ),
      adminName: text(t("Admin Full Name is required")),
      adminEmail: email(t("Admin Email is required")),
      username: text(t("Login Username is required")),
      password: text(t("Password is required")),
      confirmPassword: z.string(),
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        path: ["confirmPassword"],
        error: t("Password and confirm password do not match."),
        when: always,
      }),
      z.refine(({ password }) => password.trim() === "" || [...password].length >= leastCharacters, {
        path: ["password"],
        error: t("Password must be at least 8 characters long."),
        when: always,
      }),
    );
}

/** In the order of the form; the two passwords are compared before the first one is looked at. */
const inOrder: readonly (keyof ProviderFields)[] = [
  ...(["businessName", "contactName", "email", "phone", "subdomain", "account"] as const),
  ...(["adminName", "adminEmail", "username", "confirmPassword", "password"] as const),
];

/** What the toast says of a form that is not right: its first fault (docs/behaviour/operator-console.md, "Providers"). */
export function faultOf(
  errors: Partial<Record<keyof ProviderFields, unknown>>,
  typed: ProviderFields,
): { field: keyof ProviderFields; title: string; text: string } | null {
  const field = inOrder.find((name) => errors[name]);
  if (!field) return null;
  return { field, title: titleOf(field, typed), text: String(errors[field]) };
}

function titleOf(field: keyof ProviderFields, typed: ProviderFields): string {
  if (field === "confirmPassword") return t("Password Mismatch");
  if (typed[field].trim() === "") return t("Missing Information");
  if (field === "password") return t("Password Too Short");
  if (field === "phone") return t("Invalid Phone");
  if (field === "account") return t("Invalid Account");
  return field === "subdomain" ? t("Invalid Subdomain") : t("Invalid Email");
}

/** Of fields that were found right. */
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
