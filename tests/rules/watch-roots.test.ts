import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchRoots } from "../../deploy/watch-roots.ts";

// What `npm run deploy` says of the certificates that the platform shows, where routers would not believe them.

let folder: string;
const servers: Server[] = [];
const at = (name: string) => join(folder, name);
const pem = (name: string) => readFileSync(at(`${name}.pem`), "utf8");
const openssl = (...words: string[]) => execFileSync("openssl", words, { stdio: "ignore" });

function root(name: string): void {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const out = ["-keyout", at(`${name}.key`), "-out", at(`${name}.pem`)];
  openssl("req", "-x509", ...key, "-subj", `/CN=${name}`, "-days", "9", ...out);
}

/** @param kind of its key */
function issued(name: string, by: string, kind: "EC" | "RSA", isAuthority = false): void {
  const key =
    kind === "EC" ? ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"] : ["-newkey", "rsa:2048"];
  openssl(
    "req",
    ...key,
    "-nodes",
    "-subj",
    `/CN=${name}`,
    "-keyout",
    at(`${name}.key`),
    "-out",
    at(`${name}.csr`),
  );
  writeFileSync(at(`${name}.ext`), `basicConstraints=CA:${isAuthority ? "TRUE" : "FALSE"}`);
  const signed = ["-CA", at(`${by}.pem`), "-CAkey", at(`${by}.key`), "-CAcreateserial", "-days", "9"];
  openssl(
    "x509",
    "-req",
    "-in",
    at(`${name}.csr`),
    ...signed,
    "-extfile",
    at(`${name}.ext`),
    "-out",
    at(`${name}.pem`),
  );
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chains-"));
  for (const name of ["Known", "Newer"]) root(name);
  issued("Middle", "Known", "EC", true);
  issued("Stranger", "Newer", "EC", true);
  for (const by of ["Middle", "Stranger"])
    for (const kind of ["EC", "RSA"] as const) issued(`${by}-${kind}`, by, kind);
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A platform that shows these certificates, each with whoever vouches for it. */
async function platform(...leaves: string[]): Promise<string> {
  const server = createServer({
    key: leaves.map((leaf) => readFileSync(at(`${leaf}.key`), "utf8")),
    cert: leaves.map((leaf) => pem(leaf) + pem(leaf.split("-")[0] ?? "")),
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const known = async () => [pem("Known")];

test.each([["Middle-EC"], ["Middle-RSA"], ["Middle-EC", "Middle-RSA"]])(
  "a chain that ends at a root that routers are given is no word worth (%s %s)",
  async (...leaves) => {
    expect(await watchRoots(await platform(...leaves.filter(Boolean)), known)).toBeNull();
  },
);

test("one that ends elsewhere is named, with what follows and what to do", async () => {
  const origin = await platform("Stranger-EC");
  const said = await watchRoots(origin, known);
  expect(said).toContain(`The ECDSA certificate of ${origin} (Stranger`);
  expect(said).toContain("ends at none of the roots that a set-up line brings");
  expect(said).toContain("Routers older than RouterOS 7.21 refuse new set-up lines");
  expect(said).toMatch(/It knows: Known\.$/);
  // As soon as that root is given to routers, all is well.
  expect(await watchRoots(origin, async () => [pem("Known"), pem("Newer")])).toBeNull();
});

test("one of two is enough to say so: a router may ask for either", async () => {
  const said = await watchRoots(await platform("Middle-EC", "Stranger-RSA"), known);
  expect(said).toMatch(/^The RSA certificate/);
  expect(said).not.toContain("The ECDSA certificate");
});

test("what cannot be looked at is said as that, and never a fault", async () => {
  const origin = await platform("Middle-EC");
  servers.at(-1)?.close();
  expect(await watchRoots(origin, known)).toMatch(/could not be looked at \(.*ECONNREFUSED/);
  expect(await watchRoots(origin)).toMatch(/could not be looked at/);
});
