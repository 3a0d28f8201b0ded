import { execFile } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GeneratedOvpn, VpnFile } from "#contract/openvpn";
import { revokeVpnClient } from "#worker/features/openvpn/end-client";
import { generateClient } from "#worker/features/openvpn/generate-client";
import { makeServerFiles, runningHostFiles } from "#worker/features/openvpn/host-files";
import { clientNamed } from "#worker/features/openvpn/store";
import { operator, VpnWorld } from "../support/vpn-world.ts";

// Certificates as OpenSSL sees them, a program that we did not write.

let world: VpnWorld;
let root: string;
let files: VpnFile[];
const made: Partial<Record<"ec" | "rsa", GeneratedOvpn>> = {};

const kinds = [
  ["ec", "7.x", "id-ecPublicKey", "ecdsa-with-SHA256", "udp"],
  ["rsa", "6.x", "rsaEncryption", "sha256WithRSAEncryption", "tcp"],
] as const;

beforeAll(async () => {
  world = await VpnWorld.open();
  files = (await makeServerFiles(world.ctx, operator)).files;
  root = world.unpack("server", files);
  for (const [kind, routerosVersion] of kinds) {
    const one = await generateClient(world.ctx, operator, { routerName: `Gate ${kind}`, routerosVersion });
    made[kind] = one;
    world.write(`client-${kind}.crt`, one.clientCertificate);
    world.write(`client-${kind}.key`, one.clientPrivateKey);
  }
});
afterAll(() => world.end());

/** Never blocks this process: the database's connection would be found closed after it. */
function run(args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile("openssl", args, { encoding: "utf8", cwd: world.dir }, (error, stdout, stderr) => {
      resolve({ status: error ? 1 : 0, stdout, stderr });
    });
  });
}

async function openssl(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(args);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
const verify = (...args: string[]) => run(["verify", "-x509_strict", ...args]);
const text = (path: string) => openssl("x509", "-in", path, "-noout", "-text", "-nameopt", "RFC2253");

describe.each(kinds)("%s, for RouterOS %s", (kind, version, keyType, signature, protocol) => {
  const ca = () => `server/mlango/ca-${kind}.crt`;
  const server = () => `server/mlango/server-${kind}.crt`;
  const client = () => `client-${kind}.crt`;

  test("authority, server and client pass openssl verify for their purpose and for no other", async () => {
    expect((await verify("-CAfile", ca(), ca())).stdout).toContain("OK");
    expect((await verify("-CAfile", ca(), "-purpose", "sslserver", server())).stdout).toContain("OK");
    expect((await verify("-CAfile", ca(), "-purpose", "sslclient", client())).stdout).toContain("OK");
    expect((await verify("-CAfile", ca(), "-purpose", "sslclient", server())).status).not.toBe(0);
    expect((await verify("-CAfile", ca(), "-purpose", "sslserver", client())).status).not.toBe(0);
    const other = kind === "ec" ? "rsa" : "ec";
    expect((await verify("-CAfile", `server/mlango/ca-${other}.crt`, client())).status).not.toBe(0);
  });

  test("keys are of the kind that the version can use, and belong to their certificates", async () => {
    for (const [certificate, key] of [
      [server(), `server/mlango/server-${kind}.key`],
      [client(), `client-${kind}.key`],
    ] as const) {
      const said = await text(certificate);
      expect(said).toContain(`Public Key Algorithm: ${keyType}`);
      expect(said).toContain(`Signature Algorithm: ${signature}`);
      expect(said).toContain(kind === "ec" ? "NIST CURVE: P-256" : "(2048 bit)");
      expect(await openssl("pkey", "-in", key, "-pubout")).toBe(
        await openssl("x509", "-in", certificate, "-noout", "-pubkey"),
      );
    }
  });

  test("the server is known by its host, the client by its log-in; the client's is good for two years", async () => {
    expect(
      (await verify("-CAfile", ca(), "-verify_hostname", "vpn.hotspot.example", server())).stdout,
    ).toContain("OK");
    expect(
      (await verify("-CAfile", ca(), "-verify_hostname", "vpn.other.example", server())).status,
    ).not.toBe(0);
    expect(await text(server())).toMatch(/Extended Key Usage: \n\s+TLS Web Server Authentication\n/);
    expect(await text(client())).toMatch(/Extended Key Usage: \n\s+TLS Web Client Authentication\n/);
    expect(await text(client())).toContain(`Subject: CN=${made[kind]?.username}`);
    const twoYears = 2 * 365 * 86_400;
    for (const [seconds, status] of [
      [twoYears - 60, 0],
      [twoYears + 60, 1],
    ] as const) {
      const args = ["x509", "-in", client(), "-noout", "-checkend", String(seconds)];
      expect((await run(args)).status).toBe(status);
    }
    const until = Date.parse(/Not After : (.*)/.exec(await text(ca()))?.[1] ?? "");
    expect(until).toBeGreaterThan(Date.now() + 9 * 365 * 86_400_000);
    expect(until).toBeLessThan(Date.UTC(2038, 0, 19));
  });

  test("the revocation list is good, and refuses whoever was revoked", async () => {
    const crl = () => `server/mlango/crl-${kind}.pem`;
    const checked = () => verify("-crl_check", "-CAfile", ca(), "-CRLfile", crl(), client());
    expect((await checked()).stdout).toContain("OK");
    expect(await openssl("crl", "-in", crl(), "-noout", "-crlnumber")).toBe("crlNumber=0x01\n");
    const row = await clientNamed(world.ctx, made[kind]?.username ?? "");
    await revokeVpnClient(world.ctx, operator, row?.id ?? "");
    world.unpack("server", (await runningHostFiles(world.ctx)).files);
    expect((await checked()).stderr).toContain("certificate revoked");
    expect(await openssl("crl", "-in", crl(), "-noout", "-text")).toContain(
      `Serial Number: ${row?.serial.toUpperCase()}`,
    );
  });

  test(`the server listens by ${protocol} with what RouterOS ${version} speaks`, async () => {
    const config = files.find(({ name }) => name === `mlango-${protocol}.conf`)?.content;
    expect(config).toContain("data-ciphers AES-256-CBC\n");
    expect(config).toContain(version === "7.x" ? "auth SHA256\n" : "auth SHA1\n");
    expect(config).toContain(version === "7.x" ? "port 1194\nproto udp\n" : "port 1195\nproto tcp-server\n");
    expect(config).not.toMatch(/redirect-gateway|comp-lzo|compress|client-to-client/);
  });
});

test("serial numbers are random and differ", async () => {
  const paths = [
    "server/mlango/server-ec.crt",
    "server/mlango/server-rsa.crt",
    "client-ec.crt",
    "client-rsa.crt",
  ];
  const said = await Promise.all(paths.map((path) => openssl("x509", "-in", path, "-noout", "-serial")));
  const numbers = said.map((one) => one.trim());
  expect(new Set(numbers).size).toBe(4);
  for (const number of numbers) expect(number).toMatch(/^serial=[4-7][0-9A-F]{31}$/);
});

test("the key exchange of RouterOS 6 is the group ffdhe2048", async () => {
  const ours = files.find(({ name }) => name === "mlango/dh.pem")?.content;
  const standard = ["genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", "group:ffdhe2048"];
  expect(ours).toBe(await openssl(...standard));
  expect(root).toContain(world.dir);
});
