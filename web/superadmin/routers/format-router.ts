import type { PlatformRouter } from "#contract/platform-routers";
import { t } from "../../console/language.ts";

/** Everything that a change of a router can change on this console. */
export const rereads = [
  "/api/superadmin/routers",
  "/api/superadmin/stats",
  "/api/superadmin/bridges",
  "/api/superadmin/openvpn",
  "/api/superadmin/providers",
  "/api/admin/routers",
];

export function connectionOf({ connectionType }: Pick<PlatformRouter, "connectionType">): string {
  return { direct: t("Direct"), ovpn_client: t("OpenVPN"), tunnel: t("Tunnel") }[connectionType];
}

export function hostOf({ host, port }: Pick<PlatformRouter, "host" | "port">): string {
  return `${host}:${port}`;
}

/** 1234 -> `KSh 1,234.00`: figures in a column stand under each other. */
export function ksh(amount: number): string {
  return `KSh ${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export const sharesLogInLabel = () => t("Its own bridge may have the log-in kept here");
export const sharesLogInHint = () =>
  t(
    "Whoever has that machine can read it. Without it the provider pastes the set-up line, which makes a log-in of its own.",
  );

export const logInKnown = () =>
  t(
    "A provider that had this router may know its log-in. Change the password on the router and here, or set it up again by its line.",
  );
