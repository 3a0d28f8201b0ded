import type { AuditLine } from "#contract/audit";
import { t } from "../../console/language.ts";

const words: Record<string, () => string> = {
  "outage.settle": () => t("Decided about an outage's lost time"),
  "message.account": () => t("Changed the SMS account"),
  "message.account_removed": () => t("Removed the SMS account"),
  "message.incoming_read": () => t("Read a message to the short code"),
  "message.opt_out": () => t("Changed who wants no messages"),
  "message.send_again": () => t("Sent a message again"),
  "message.settings": () => t("Changed the settings of messages"),
  "message.template": () => t("Changed the text of a message"),
  "message.test": () => t("Sent a test message"),
  "trial.save": () => t("Changed the free trial"),
  "access.cut-off": () => t("Cut off a user"),
  "access.allow": () => t("Allowed access again"),
  "ad.create": () => t("Created an advertisement"),
  "ad.delete": () => t("Deleted an advertisement"),
  "ad.update": () => t("Changed an advertisement"),
  "admin.create": () => t("Created an admin"),
  "admin.disable": () => t("Disabled an admin"),
  "admin.enable": () => t("Enabled an admin again"),
  "admin.invite": () => t("Invited an operator"),
  "admin.log_in": () => t("Signed in"),
  "admin.log_in_code_asked": () => t("Was asked for a code"),
  "admin.log_in_code_wrong": () => t("Gave a wrong code"),
  "admin.log_in_failed": () => t("Failed to sign in"),
  "admin.log_in_limited": () => t("Was stopped after too many sign-in attempts"),
  "admin.log_out": () => t("Signed out"),
  "admin.log_out_everywhere": () => t("Signed out everywhere"),
  "admin.password": () => t("Changed a password"),
  "admin.password_confirmed": () => t("Gave the password again"),
  "admin.profile": () => t("Changed their profile"),
  "admin.recovery_code_used": () => t("Signed in with a recovery code"),
  "admin.reset": () => t("Reset an admin's password"),
  "admin.recovery_codes_renewed": () => t("Made new recovery codes"),
  "admin.second_factor_taken_off": () => t("Switched somebody's second factor off"),
  "settings.people": () => t("Changed what is asked of a provider's people"),
  "admin.second_factor_off": () => t("Switched the second factor off"),
  "admin.second_factor_on": () => t("Switched the second factor on"),
  "admin.session_ended": () => t("Signed another browser out"),
  "admin.signed_out": () => t("Signed an operator out"),
  "admin.ways_in_ended": () => t("Ended API tokens and invitations after a new password"),
  "admin.name_gave_way": () => t("A username gave way to who proved that address"),
  "admin.withdraw_invitation": () => t("Withdrew an invitation"),
  "billing.configure": () => t("Configured a provider's billing"),
  "billing.credit": () => t("Took an amount off an invoice"),
  "billing.note": () => t("Noted a payment of a provider"),
  "billing.take_back": () => t("Took a verified payment back"),
  "billing.reject": () => t("Rejected a payment of a provider"),
  "billing.send_letter": () => t("Sent a letter of billing again"),
  "billing.submit": () => t("Submitted a payment code"),
  "billing.verify": () => t("Verified a payment of a provider"),
  "bridge.code": () => t("Made a code for a new bridge"),
  "bridge.enrol": () => t("Enrolled a bridge"),
  "bridge.foreign_router": () => t("Spoke of a router that is not its own"),
  "bridge.revoke": () => t("Revoked a bridge"),
  "difference.replay": () => t("Delivered a callback again"),
  "reconciliation.compare": () => t("Had a day compared"),
  "difference.resolve": () => t("Resolved a difference"),
  "export.data": () => t("Exported all data"),
  "export.payments": () => t("Exported payments"),
  "export.revenue": () => t("Exported revenue"),
  "export.vouchers": () => t("Exported vouchers"),
  "gateway.create": () => t("Configured a payment gateway"),
  "gateway.delete": () => t("Deleted a payment gateway"),
  "gateway.register_paybill": () => t("Asked for reports of typed payments"),
  "breaker.mend": () => t("A way to take money works again"),
  "breaker.trip": () => t("A way to take money was stopped"),
  "gateway.suspend": () => t("A payment gateway was stopped"),
  "gateway.take_over": () => t("A payment gateway took over"),
  "gateway.update": () => t("Changed a payment gateway"),
  "gateway.verify": () => t("Sent KSh 1 to verify a gateway"),
  "handoff.create": () => t("Asked to enter a provider's console"),
  "handoff.enter": () => t("Entered a provider's console"),
  "handoff.refused": () => t("Was refused at a provider's console"),
  "openvpn.authority": () => t("Made a certificate authority"),
  "openvpn.generate": () => t("Generated an OpenVPN configuration"),
  "openvpn.revoke": () => t("Revoked an OpenVPN certificate"),
  "openvpn.server_files": () => t("Took the VPN host's files"),
  "plan.create": () => t("Created a plan"),
  "plan.delete": () => t("Deleted a plan"),
  "plan.update": () => t("Changed a plan"),
  "provider.activate": () => t("Activated a provider"),
  "provider.contacts": () => t("Changed a provider's contacts"),
  "provider.create": () => t("Created a provider"),
  "provider.erase": () => t("Erased a provider"),
  "provider.restore": () => t("Restored a provider"),
  "sign_up.approve": () => t("Approved a sign-up"),
  "sign_up.refuse": () => t("Refused a sign-up"),
  "settings.sign_ups": () => t("Changed how sign-ups are approved"),
  "provider.suspend": () => t("Suspended a provider"),
  "collection.consent": () => t("Let the platform collect for it"),
  "payout.ask": () => t("Asked what became of a payout"),
  "payout.destination": () => t("Changed where payouts go"),
  "payout.request": () => t("Asked for a payout"),
  "payout.settle": () => t("Settled a payout by hand"),
  "settings.collection": () => t("Changed how the platform collects and pays out"),
  "refund.ask": () => t("Asked what became of a refund"),
  "refund.by_hand": () => t("Noted money as given back by hand"),
  "refund.payment": () => t("Gave a payment back"),
  "refund.settle": () => t("Settled a refund by hand"),
  "refund.paybill": () => t("Gave a typed payment back"),
  "report.make": () => t("Made a report"),
  "router.activate": () => t("Activated a router"),
  "router.add": () => t("Added a router"),
  "router.assign": () => t("Assigned a router"),
  "router.change": () => t("Changed a router"),
  "router.take_to_site": () => t("Let a box at its site run a router"),
  "router.give_back": () => t("Gave a router back to the platform"),
  "router.own_devices": () => t("Changed the own devices at a router"),
  "router.hand_over_users": () => t("Handed users of another system over at a router"),
  "router.keep_users": () => t("Left users of another system alone at a router"),
  "router.remove": () => t("Removed a router"),
  "router.set_up": () => t("Made a set-up script for a router"),
  "router.log_in_renewed": () => t("Changed the password of a router's log-in"),
  "router.set_up_done": () => t("Logged in to a router that was set up"),
  "router.set_up_refused": () => t("Refused a set-up script to a second connection"),
  "router.suspend": () => t("Suspended a router"),
  "router.unassign": () => t("Unassigned a router"),
  "settings.general": () => t("Changed the general settings"),
  "settings.operators": () => t("Changed what is asked of operators"),
  "settings.save": () => t("Changed the look of a portal"),
  "switch.activate": () => t("Activated a payment switch"),
  "switch.create": () => t("Configured a payment switch"),
  "switch.deactivate": () => t("Deactivated a payment switch"),
  "switch.delete": () => t("Deleted a payment switch"),
  "switch.emergency_stop": () => t("Stopped a payment switch in an emergency"),
  "switch.name_payee": () => t("Named who received the KSh 1 of a switch"),
  "switch.suspend": () => t("A payment switch suspended itself"),
  "switch.try": () => t("Tried the account of a payment switch"),
  "switch.update": () => t("Changed a payment switch"),
  "theme.save": () => t("Chose a theme"),
  "tunnel_host.files": () => t("Took a host's set-up line"),
  "tunnel_host.remove": () => t("Removed a host"),
  "tunnel_host.take_over": () => t("A host took over"),
  "transaction.retry": () => t("Retried an activation"),
  "paybill.attribute": () => t("Gave a typed payment to a purchase"),
  "user.allow": () => t("Allowed a user again"),
  "user.disconnect": () => t("Cut off a user"),
  "user.extend": () => t("Extended a user's time"),
  "user.move": () => t("Moved a purchase to another device"),
  "voucher.generate": () => t("Generated vouchers"),
  "voucher.assign_offline": () => t("Lent vouchers to a router"),
  "voucher.revoke": () => t("Revoked vouchers"),
  "voucher.take_back": () => t("Took vouchers back from a router"),
};

export function formatAction(action: string): string {
  return words[action]?.() ?? action.replace(".", ": ").replaceAll("_", " ");
}

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
