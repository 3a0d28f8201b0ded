import type { AuditLine } from "#contract/audit";
import { t } from "../../console/language.ts";

/** Groups by which the trail is filtered: the beginnings of actions. */
export function actionGroups(): { value: string; label: string }[] {
  return [
    { value: "admin.", label: t("Sign-ins and profiles") },
    { value: "provider.", label: t("Providers") },
    { value: "billing.", label: t("Provider Billing") },
    { value: "gateway.", label: t("Payment gateways") },
    { value: "switch.", label: t("Payment Switch") },
    { value: "paybill.", label: t("Typed payments") },
    { value: "difference.", label: t("Differences") },
    { value: "refund.", label: t("Refunds") },
    { value: "router.", label: t("Routers") },
    { value: "bridge.", label: t("Bridges") },
    { value: "openvpn.", label: t("OpenVPN") },
    { value: "handoff.", label: t("Entering providers' consoles") },
    { value: "plan.", label: t("Plans") },
    { value: "voucher.", label: t("Vouchers") },
    { value: "user.", label: t("Users") },
    { value: "transaction.", label: t("Payments") },
    { value: "export.", label: t("Exports") },
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
    { value: "customer", label: t("Customer") },
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

/** What an update changed, as the server keeps it. */
export function changesIn(changes: unknown): { name: string; from: unknown; to: unknown }[] {
  if (typeof changes !== "object" || changes === null) return [];
  return Object.entries(changes).map(([name, change]) => {
    const { from = null, to = null } = (change ?? {}) as { from?: unknown; to?: unknown };
    return { name, from, to };
  });
}

/** `priceCents` -> `price cents`: names inside the details, for people. */
export function formatField(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (Array.isArray(value)) return value.map(formatValue).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
