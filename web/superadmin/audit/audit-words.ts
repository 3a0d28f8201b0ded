import type { AuditLine } from "#contract/audit";
import { t } from "../../console/language.ts";

// What was done, in words. An action that has no words yet is shown as it is written: nothing is left out.

const words: Record<string, () => string> = {
  "access.allow": () => t("Allowed access again"),
  "ad.create": () => t("Created an advertisement"),
  "ad.delete": () => t("Deleted an advertisement"),
  "ad.update": () => t("Changed an advertisement"),
  "admin.log_in": () => t("Signed in"),
  "admin.log_in_failed": () => t("Failed to sign in"),
  "admin.log_out": () => t("Signed out"),
  "admin.profile": () => t("Changed their profile"),
  "bridge.code": () => t("Made a code for a new bridge"),
  "bridge.enrol": () => t("Enrolled a bridge"),
  "bridge.foreign_router": () => t("Spoke of a router that is not its own"),
  "bridge.revoke": () => t("Revoked a bridge"),
  "plan.create": () => t("Created a plan"),
  "plan.delete": () => t("Deleted a plan"),
  "plan.update": () => t("Changed a plan"),
  "report.make": () => t("Made a report"),
  "router.add": () => t("Added a router"),
  "router.remove": () => t("Removed a router"),
  "settings.general": () => t("Changed the general settings"),
  "settings.save": () => t("Changed the look of a portal"),
  "theme.save": () => t("Chose a theme"),
  "transaction.retry": () => t("Retried an activation"),
  "user.allow": () => t("Allowed a user again"),
  "user.disconnect": () => t("Cut off a user"),
  "user.extend": () => t("Extended a user's time"),
  "user.move": () => t("Moved a purchase to another device"),
  "voucher.generate": () => t("Generated vouchers"),
  "voucher.revoke": () => t("Revoked vouchers"),
};

export function actionInWords(action: string): string {
  return words[action]?.() ?? action.replace(".", ": ").replaceAll("_", " ");
}

/** Groups by which the trail is filtered: the beginnings of actions. */
export function actionGroups(): { value: string; label: string }[] {
  return [
    { value: "admin.", label: t("Sign-ins and profiles") },
    { value: "provider.", label: t("Providers") },
    { value: "gateway.", label: t("Payment gateways") },
    { value: "router.", label: t("Routers") },
    { value: "bridge.", label: t("Bridges") },
    { value: "plan.", label: t("Plans") },
    { value: "voucher.", label: t("Vouchers") },
    { value: "user.", label: t("Users") },
    { value: "transaction.", label: t("Payments") },
    { value: "ad.", label: t("Advertisements") },
    { value: "settings.", label: t("Settings") },
  ];
}

export function actorKinds(): { value: AuditLine["actor"]; label: string }[] {
  return [
    { value: "platform", label: t("Super admin") },
    { value: "provider", label: t("Provider admin") },
    { value: "bridge", label: t("Bridge") },
    { value: "system", label: t("System") },
  ];
}

export function kindOf(actor: AuditLine["actor"]): string {
  return actorKinds().find(({ value }) => value === actor)?.label ?? actor;
}

export function actorOf({ actor, actorName, actorId }: AuditLine): string {
  if (actorName) return actorName;
  if (actor === "system") return t("System");
  return actorId ? t("Unknown") : t("Nobody known");
}

/** `priceCents` -> `price cents`: names inside the details, for people. */
export function fieldInWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

export function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (Array.isArray(value)) return value.map(valueInWords).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
