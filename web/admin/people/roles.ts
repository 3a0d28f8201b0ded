import { type Role, roles } from "#contract/values/roles";
import { t } from "../../console/language.ts";
import { roleName } from "../session.ts";

export const roleChoices = () => roles.map((role) => ({ value: role, label: roleName(role) }));

/** What this role is for, in a line. */
export function roleMeans(role: Role): string {
  const means: Record<Role, () => string> = {
    owner: () => t("Everything: money, settings and people, too."),
    cashier: () => t("Sells vouchers, finds payments of today and connects who paid. Sees no revenue."),
    technician: () => t("Routers, bridges and who is online. Sees no money."),
  };
  return means[role]();
}
