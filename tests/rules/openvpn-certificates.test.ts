import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GeneratedOvpn } from "#contract/openvpn";
import { ffdhe2048 } from "#contract/values/ffdhe2048";
import { dayMs } from "#contract/values/time";
import { openvpnName } from "#contract/values/tunnel-network";
import { generateClient } from "#worker/features/openvpn/generate-client";
import { issueForHost } from "#worker/features/tunnels/index";
import { operator, VpnWorld } from "../support/vpn-world.ts";

// Certificates as OpenSSL sees them, a program that we did not write.

let world: VpnWorld;
let made: GeneratedOvpn;
const pairs = ["server", "client"] as const;

beforeAll(async () => {
  world = await VpnWorld.open();
  const server = await issueForHost(world.ctx, "vpn1.mlango.example");
  made = await generateClient(world.ctx, operator, { routerName: "Gate", routerosVersion: "6.x" });
  expect(made.caCertificate).toBe(server.authority);
  world.write("ca.crt", server.authority);
  world.write("server.crt", server.certificate);
  world.write("server.key", server.privateKey);
  world.write("client.crt", made.clientCertificate);
  world.write("client.key", made.clientPrivateKey);
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
const verify = (...args: string[]) => run(["verify", "-x509_strict", "-CAfile", "ca.crt", ...args]);
const text = (path: string) => openssl("x509", "-in", path, "-noout", "-text", "-nameopt", "RFC2253");

test("authority, server and client pass openssl verify for their purpose and for no other", async () => {
  expect((await verify("ca.crt")).stdout).toContain("OK");
  expect((await verify("-purpose", "sslserver", "server.crt")).stdout).toContain("OK");
  expect((await verify("-purpose", "sslclient", "client.crt")).stdout).toContain("OK");
  expect((await verify("-purpose", "sslclient", "server.crt")).status).not.toBe(0);
  expect((await verify("-purpose", "sslserver", "client.crt")).status).not.toBe(0);
});

test("keys are of the kind that RouterOS 6 can use, and belong to their certificates", async () => {
  for (const name of pairs) {
    const said = await text(`${name}.crt`);
    expect(said).toContain("Public Key Algorithm: rsaEncryption");
    expect(said).toContain("Signature Algorithm: sha256WithRSAEncryption");
    expect(said).toContain("(2048 bit)");
    expect(await openssl("pkey", "-in", `${name}.key`, "-pubout")).toBe(
      await openssl("x509", "-in", `${name}.crt`, "-noout", "-pubkey"),
    );
  }
});

test("the server is known by its host, the client by its address; the client's is good for two years", async () => {
  expect((await verify("-verify_hostname", "vpn1.mlango.example", "server.crt")).stdout).toContain("OK");
  expect((await verify("-verify_hostname", "vpn2.mlango.example", "server.crt")).status).not.toBe(0);
  expect(await text("server.crt")).toMatch(/Extended Key Usage: \n\s+TLS Web Server Authentication\n/);
  expect(await text("client.crt")).toMatch(/Extended Key Usage: \n\s+TLS Web Client Authentication\n/);
  expect(await text("client.crt")).toContain(`Subject: CN=${openvpnName(made.tunnelIp)}`);
  const twoYears = 2 * 365 * 86_400;
  for (const [seconds, status] of [
    [twoYears - 60, 0],
    [twoYears + 60, 1],
  ] as const)
    expect((await run(["x509", "-in", "client.crt", "-noout", "-checkend", String(seconds)])).status).toBe(
      status,
    );
  const until = Date.parse(/Not After : (.*)/.exec(await text("ca.crt"))?.[1] ?? "");
  expect(until).toBeGreaterThan(Date.now() + 9 * 365 * dayMs);
  expect(until).toBeLessThan(Date.UTC(2038, 0, 19));
});

test("serial numbers are random and differ", async () => {
  const said = await Promise.all(
    pairs.map((name) => openssl("x509", "-in", `${name}.crt`, "-noout", "-serial")),
  );
  const numbers = said.map((one) => one.trim());
  expect(new Set(numbers).size).toBe(2);
  for (const number of numbers) expect(number).toMatch(/^serial=[4-7][0-9A-F]{31}$/);
});

test("the key exchange of RouterOS 6 is the group ffdhe2048", async () => {
  const standard = ["genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", "group:ffdhe2048"];
  expect(ffdhe2048).toBe(await openssl(...standard));
});
