import type { AssignedRouter } from "#contract/routers";
import { t } from "../../console/language.ts";

type Place = Pick<AssignedRouter, "connectionType" | "ovpnTunnelIp" | "ovpnServerHost" | "host" | "port">;

const isTunnel = ({ connectionType }: Pick<AssignedRouter, "connectionType">) =>
  connectionType === "ovpn_client";

export function connectionOf(router: Place): string {
  const words = { direct: t("Direct"), ovpn_client: t("OpenVPN"), tunnel: t("Tunnel") };
  return words[router.connectionType];
}

/** The tunnel's address without its mask, else its server, else VPN; a direct one by host and port. */
export function hostOf(router: Place): string {
  if (!isTunnel(router)) return `${router.host}:${router.port}`;
  const [tunnel] = (router.ovpnTunnelIp ?? "").split("/");
  return tunnel || router.ovpnServerHost || "VPN";
}

export type Show = "all" | "online" | "active" | "offline";

const shown: Record<Show, (router: AssignedRouter) => boolean> = {
  all: () => true,
  online: ({ isOnline }) => isOnline,
  active: ({ isActive }) => isActive,
  offline: ({ isOnline }) => !isOnline,
};

export function routersThat(show: Show, routers: readonly AssignedRouter[]): AssignedRouter[] {
  return routers.filter(shown[show]);
}

export function isShow(text: string): text is Show {
  return text in shown;
}

/** By name, address or place. */
export function isCalled(typed: string) {
  const wanted = typed.trim().toLowerCase();
  return ({ name, host, location }: Pick<AssignedRouter, "name" | "host" | "location">) =>
    [name, host, location].some((text) => text?.toLowerCase().includes(wanted));
}
