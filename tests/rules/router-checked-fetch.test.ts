import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lineThatRuns } from "#worker/features/routers/setup-script/checked-fetch";
import { roots, rootsFile } from "#worker/features/routers/setup-script/roots";
import { undoScript } from "#worker/features/routers/setup-script/undo-script";
import type { ConsoleRouter } from "../simulators/routeros/console/console-router.ts";
import { homeRouter } from "../simulators/routeros/console/images.ts";
import type { RouterVersion } from "../simulators/routeros/version.ts";
import { crossSigned } from "./cross-signed-roots.ts";

// The line that a provider pastes, while a machine between the router and the server answers in the server's place.

const address = "https://mlango.app/api/router-setup/00112233445566778899aabbccddeeff";
const line = lineThatRuns(address, "mlango-setup.rsc");
const script = '/system script add name="ours" source=""\n';
const evil = '/user add name="evil" group=full password="x"\n';

let folder: string;
let evilRoot: string;
let evilPrint: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "root-"));
  const [key, out] = [join(folder, "key.pem"), join(folder, "root.pem")];
  const kind = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-subj",
    "/CN=Between",
  ];
  execFileSync("openssl", ["req", "-x509", ...kind, "-days", "9", "-keyout", key, "-out", out], {
    stdio: "ignore",
  });
  evilRoot = readFileSync(out, "utf8");
  evilPrint = printOf(evilRoot);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const printOf = (pem: string) => new X509Certificate(pem).fingerprint256.replaceAll(":", "").toLowerCase();
const prints = (router: ConsoleRouter) => router.menu("/certificate").map(({ fingerprint }) => fingerprint);

/** What was asked of the server itself. */
function served(router: ConsoleRouter): string[] {
  const asked: string[] = [];
  router.onFetch = (url) => {
    asked.push(url);
    return url.endsWith("/api/router-roots") ? rootsFile : script;
  };
  return asked;
}

/** Another machine answers everything, with a certificate of a root of its own. */
function between(router: ConsoleRouter, rootsGiven: string | null): string[] {
  const asked: string[] = [];
  router.rootOf = () => evilPrint;
  router.onFetch = (url) => {
    asked.push(url);
    if (!url.endsWith("/api/router-roots")) return evil;
    if (rootsGiven === null) throw new Error("Fetch failed with status 404");
    return rootsGiven;
  };
  return asked;
}

test("the roots are those that the world has, under their own fingerprints", () => {
  for (const { name, fingerprint, pem } of roots) {
    expect([name, printOf(pem)]).toEqual([name, fingerprint]);
    const vouched = crossSigned[name];
    if (!vouched) expect(rootCertificates.map(printOf)).toContain(fingerprint);
    else {
      // Too new for the world's lists: a root of them vouches for the very same key.
      const by = rootCertificates
        .map((one) => new X509Certificate(one))
        .find(({ subject }) => subject.endsWith(`CN=${vouched.by}`));
      const shown = new X509Certificate(vouched.pem);
      expect(by && shown.verify(by.publicKey)).toBe(true);
      expect(shown.publicKey.equals(new X509Certificate(pem).publicKey)).toBe(true);
      expect(shown.subject).toBe(new X509Certificate(pem).subject);
    }
    expect(new X509Certificate(pem).subject).toContain(`CN=${name}`);
  }
  // Nobody names a longest line of a terminal; WinBox pastes 30,000 letters.
  expect(line.length).toBeLessThan(2_400);
});

describe.each<RouterVersion>(["6.49.18", "7.10.2", "7.18.2", "7.22.3"])("RouterOS %s", (version) => {
  test("runs what the server gives; it gets roots where it has none, and the undo script takes them again", () => {
    const router = homeRouter(version);
    const { "/certificate": _none, ...before } = router.state;
    const asked = served(router);
    router.import(line);
    expect(router.menu("/system script").map(({ name }) => name)).toEqual(["ours"]);
    expect(asked.at(-1)).toBe(address);
    expect(prints(router)).toEqual(version === "7.22.3" ? [] : roots.map(({ fingerprint }) => fingerprint));
    router.import('/system script remove [find name="ours"]');
    router.import(undoScript());
    expect(router.state).toEqual({ ...before, "/certificate": [] });
  });

  test.each<[string, () => string | null]>([
    ["his root", () => evilRoot],
    ["his root among ours", () => rootsFile + evilRoot],
    ["his root before ours", () => evilRoot + rootsFile],
    ["his root in a file that ends in the middle", () => `${evilRoot}-----BEGIN CERTIFICATE-----\nAAAA`],
    ["ours", () => rootsFile],
    ["something else", () => "<html>"],
    ["nothing", () => null],
  ])("runs nothing of somebody between who gives %s, and tells him no token", (_what, given) => {
    const router = homeRouter(version);
    const { "/certificate": _none, ...before } = router.state;
    const asked = between(router, given());
    expect(() => router.import(line)).toThrow("Mlango: nothing was run.");
    const { "/certificate": _roots, ...after } = router.state;
    expect(after).toEqual(before);
    expect(roots.map(({ fingerprint }) => fingerprint)).toEqual(expect.arrayContaining(prints(router)));
    expect(asked.join()).not.toContain("00112233");
    // He is gone, and the same line does its work.
    router.rootOf = () => roots[3]?.fingerprint ?? "";
    served(router);
    router.import(line);
    expect(router.menu("/system script").map(({ name }) => name)).toEqual(["ours"]);
  });

  test("leaves the owner's certificates as they are, an unsigned one too", () => {
    const router = homeRouter(version);
    const own = [
      { name: "office", "common-name": "Office", "private-key": "yes", fingerprint: evilPrint },
      { name: "draft", "common-name": "Draft", "private-key": "yes" },
    ];
    for (const row of own) router.put("/certificate", row);
    served(router);
    router.import(line);
    expect(router.menu("/certificate").slice(0, 2)).toEqual(own);
  });

  test("runs no earlier file in the place of one that could not be fetched", () => {
    const router = homeRouter(version);
    router.put("/file", { name: "mlango-setup.rsc", contents: evil });
    router.onFetch = (url) => {
      if (url === address) throw new Error("Fetch failed with status 404");
      return rootsFile;
    };
    expect(() => router.import(line)).toThrow("Mlango: nothing was run.");
    expect(router.menu("/user").map(({ name }) => name)).toEqual(["admin"]);
  });
});

test("a site without a certificate, on the machine of who tries it, has a line that checks none", () => {
  const plain = lineThatRuns("http://mlango.localhost/api/router-undo", "a.rsc");
  expect(plain).toContain(
    ':do { /tool fetch url="http://mlango.localhost/api/router-undo" dst-path=a.rsc } on-error=',
  );
  expect(plain).not.toContain("certificate=");
  const router = homeRouter("7.10.2");
  served(router);
  router.import(plain);
  expect(router.menu("/system script").map(({ name }) => name)).toEqual(["ours"]);
  expect(router.menu("/file").map(({ name }) => name)).not.toContain("a.rsc");
});
