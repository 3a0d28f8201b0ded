import type { GeneratedOvpn } from "#contract/openvpn";
import { fileStem } from "#contract/values/file-stem";

export type OvpnFile = {
  /** `{router}` and what stands behind it for each file. */
  name: string;
  content: string;
  type: string;
};

export type FileKey = "script" | "config" | "guide" | "certificate" | "key" | "ca" | "ovpn";

/** The seven downloads of a configuration (docs/behaviour/operator-console.md, OC-66). */
export function ovpnFiles(generated: GeneratedOvpn): Record<FileKey, OvpnFile> {
  const { mikrotikScript, setupGuide, ovpnFile, ...config } = generated;
  const stem = fileStem(config.routerName);
  const file = (end: string, content: string, type = "text/plain"): OvpnFile => ({
    name: `${stem}${end}`,
    content,
    type,
  });
  return {
    script: file("_mikrotik_config.rsc", mikrotikScript),
    config: file("_openvpn_config.json", `${JSON.stringify(config, null, 2)}\n`, "application/json"),
    guide: file("_setup_guide.md", setupGuide, "text/markdown"),
    certificate: file("-client.crt", config.clientCertificate, "application/x-x509-user-cert"),
    key: file("-client.key", config.clientPrivateKey),
    ca: file("-ca.crt", config.caCertificate, "application/x-x509-ca-cert"),
    ovpn: file(".ovpn", ovpnFile, "application/x-openvpn-profile"),
  };
}
