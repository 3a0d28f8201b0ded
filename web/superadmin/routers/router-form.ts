import * as z from "zod/mini";
import type { GeneratedOvpn } from "#contract/openvpn";
import type { PlatformRouter } from "#contract/platform-routers";
import type { RouterInput } from "#contract/routers";
import { t } from "../../console/language.ts";

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

const notAHost = () => t("An address or a host name alone, such as 192.168.88.1: no spaces and no http://");

/** @param isNew a router that is there keeps its password */
function schema(isNew: boolean) {
  const needed = z.string().check(z.trim(), z.minLength(1, t("Please fill this in")));
  const port = t("Please enter a valid port number (1-65535)");
  const host = needed.check(z.regex(/^[\w.:-]*$/, notAHost()));
  const fields = {
    name: needed,
    username: needed,
    password: isNew ? needed : z.string(),
    port: z.int(port).check(z.minimum(1, port), z.maximum(65_535, port)),
  };
  return {
    direct: z.object({ ...fields, host }),
    ovpn_client: z.object({ ...fields, host: z.string().check(z.trim(), z.regex(/^[\w.:-]*$/, notAHost())) }),
    tunnel: z.object({ ...fields, host: z.string() }),
  };
}

export function faultsOf(values: RouterFields, isNew: boolean): Record<string, string> {
  const result = schema(isNew)[values.connectionType].safeParse(values);
  if (result.success) return {};
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [String(path[0]), message]));
}

export function saidOf(
  faults: Record<string, unknown>,
  { connectionType }: RouterFields,
): { title: string; text: string; field: string } | null {
  if (faults.host === notAHost()) return { title: t("Invalid Host"), text: notAHost(), field: "host" };
  const field = ["name", "host", "username", "password"].find((one) => faults[one] !== undefined);
  if (field)
    return {
      title: t("Missing Information"),
      field,
      text:
        connectionType === "ovpn_client"
          ? t("Please fill in router name, username, and password")
          : t("Please fill in all required fields"),
    };
  if (faults.port === undefined) return null;
  return { title: t("Invalid Port"), field: "port", text: t("Please enter a valid port number (1-65535)") };
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
