import type { Scope } from "#contract/values/api-token";
import { t } from "../../console/language.ts";

/** What a token may do, in an owner's words, by what it is about. */
export function scopeGroups(): { title: string; scopes: { scope: Scope; may: string }[] }[] {
  return [
    {
      title: t("Vouchers"),
      scopes: [
        { scope: "read:vouchers", may: t("See vouchers with their codes") },
        { scope: "write:vouchers", may: t("Make new vouchers") },
      ],
    },
    {
      title: t("Money"),
      scopes: [
        { scope: "read:payments", may: t("See payments with phones, receipts and used codes") },
        { scope: "read:reports", may: t("See revenue and reports") },
      ],
    },
    {
      title: t("Customers and plans"),
      scopes: [
        { scope: "read:visitors", may: t("See customers, their phones and devices") },
        { scope: "read:plans", may: t("See plans and prices") },
        { scope: "read:lines", may: t("See lines, their customers with phones, accounts and pay links") },
      ],
    },
  ];
}

/** @param scopes one that this version does not know is shown as it is called */
export function scopeWords(scopes: readonly Scope[]): string {
  const words = new Map<string, string>(
    scopeGroups().flatMap((group) => group.scopes.map(({ scope, may }) => [scope, may] as const)),
  );
  return scopes.map((scope) => words.get(scope) ?? scope).join(" · ");
}
