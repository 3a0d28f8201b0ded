import type { GeneratedOvpn } from "#contract/openvpn";
import type { PlatformRouter } from "#contract/platform-routers";
import type { RouterInput } from "#contract/routers";

// The router form of the operator: what it holds, what it refuses, what it sends
// (docs/behaviour/operator-console.md, OC-55 and OC-56).

export type RouterFields = {
  name: string;
  host: string;
  port: number | string;
  username: string;
  password: string;
  location: string;
  bridgeId: string;
  routerosVersion: "7.x" | "6.x";
  connectionType: PlatformRouter["connectionType"];
  isActive: boolean;
  sharesLogIn: boolean;
};

export const noBridge = "none";

export function startOf(router: PlatformRouter | null): RouterFields {
  if (!router)
    return {
      name: "",
      host: "",
      port: 8728,
      username: "",
      password: "",
      location: "",
      bridgeId: noBridge,
      routerosVersion: "7.x",
      connectionType: "direct",
      isActive: true,
      sharesLogIn: false,
    };
  const { name, host, port, username, location, bridgeId, routerosVersion, connectionType } = router;
  const { isActive, sharesLogIn } = router;
  const [tunnel] = (router.ovpnTunnelIp ?? "").split("/");
  // An address that comes from the tunnel follows it.
  const follows = connectionType === "ovpn_client" && (host === tunnel || host === "auto-detect");
  return {
    name,
    host: follows ? "" : host,
    port,
    username,
    password: "",
    location: location ?? "",
    bridgeId: bridgeId ?? noBridge,
    routerosVersion,
    connectionType,
    isActive,
    sharesLogIn,
  };
}

/** One sentence for all that is missing, which depends on how the router is reached. @param isNew one that is there keeps its password */
export function checkOf(values: RouterFields, isNew: boolean) {
  const { connectionType } = values;
  const [basics, all] = [{ say: "router_basics" }, { say: "all_required" }] as const;
  const text = connectionType === "ovpn_client" ? basics : all;
  const needed = [
    "name",
    "username",
    ...(isNew ? ["password"] : []),
    ...(connectionType === "direct" ? ["host"] : []),
  ];
  return needed
    .filter((name) => String(values[name as keyof RouterFields]).trim() === "")
    .map((path) => ({ path, text }));
}

/** The tunnel's fields are sent where a configuration was generated; the private key is not. */
export function bodyOf(values: RouterFields, generated: GeneratedOvpn | null): RouterInput {
  const tunnel = values.connectionType === "ovpn_client";
  const body = {
    ...values,
    port: Number(values.port),
    host: values.host.trim() || (tunnel ? "auto-detect" : ""),
  };
  if (!tunnel || !generated) return body;
  return {
    ...body,
    ovpnServerHost: generated.serverHost,
    ovpnServerPort: generated.serverPort,
    ovpnUsername: generated.username,
    ovpnPassword: generated.password,
    ovpnTunnelIp: generated.tunnelIp,
    ovpnCertificate: generated.clientCertificate,
    ovpnCaFile: generated.caCertificate,
  };
}
