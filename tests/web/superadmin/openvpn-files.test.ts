import fc from "fast-check";
import { expect, test } from "vitest";
import type { GeneratedOvpn } from "#contract/openvpn";
import { fileStem } from "#contract/values/file-stem";
import { ovpnFiles } from "#web/superadmin/openvpn/ovpn-config.tsx";

const generated: GeneratedOvpn = {
  serverHost: "vpn.example",
  serverPort: 1194,
  username: "gate-1",
  password: "word",
  tunnelIp: "10.66.0.2",
  clientCertificate: "CERT",
  clientPrivateKey: "KEY",
  caCertificate: "CA",
  routerName: "gate1",
  mikrotikScript: "SCRIPT",
  setupGuide: "GUIDE",
  ovpnFile: "OVPN",
};

test("the seven downloads have the names of docs/behaviour and what belongs into them", () => {
  const files = Object.values(ovpnFiles(generated)).map(({ name, content }) => [name, content]);
  const { mikrotikScript: _script, setupGuide: _guide, ovpnFile: _file, ...config } = generated;
  expect(files).toEqual([
    ["gate1_mikrotik_config.rsc", "SCRIPT"],
    ["gate1_openvpn_config.json", `${JSON.stringify(config, null, 2)}\n`],
    ["gate1_setup_guide.md", "GUIDE"],
    ["gate1-client.crt", "CERT"],
    ["gate1-client.key", "KEY"],
    ["gate1-ca.crt", "CA"],
    ["gate1.ovpn", "OVPN"],
  ]);
});

test.each([
  ["Main Gate", "Main Gate"],
  ["Kibera/Toi: 2", "Kibera_Toi_ 2"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["Café Ñandú", "Cafe Nandu"],
  ["   ", "router"],
  ["...", "router"],
  ["x".repeat(100), "x".repeat(60)],
])("a router called %j begins its files with %j", (name, stem) => {
  expect(fileStem(name)).toBe(stem);
});

test("no name leads a file elsewhere", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (name) => {
      expect(fileStem(name)).toMatch(/^[A-Za-z0-9_-]([A-Za-z0-9 ._-]{0,58}[A-Za-z0-9_-])?$/);
    }),
  );
});
