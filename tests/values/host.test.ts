import fc from "fast-check";
import { expect, test } from "vitest";
import { hostMeaning, readsAsRouterId, subdomainFault } from "#contract/values/host";

const main = "mlango.app";
const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}[a-z0-9]$/);

test.each([
  "mlango.app",
  "www.mlango.app",
  "api.mlango.app",
  "admin.mlango.app",
  "MLANGO.APP",
  "mlango.app:8787",
  "mlango.app.",
  "www.mlango.app.:443",
  "localhost",
  "localhost:8787",
  "127.0.0.1",
  "192.168.88.1:80",
  "my-repl.username.repl.co",
  "evilmlango.app",
  "mlango.app.evil.example",
  "",
])("%j is the main domain", (host) => {
  expect(hostMeaning(host, main)).toEqual({ kind: "main" });
});

test.each(["a.b.mlango.app", "x.demo.mlango.app", "www.demo.mlango.app", "A.B.mlango.app:443"])(
  "%j is nobody's site",
  (host) => {
    expect(hostMeaning(host, main)).toEqual({ kind: "nowhere" });
  },
);

test("the first label before the main domain is a provider, in any case and with any port", () => {
  fc.assert(
    fc.property(
      label.filter((name) => !["www", "api", "admin"].includes(name) && !readsAsRouterId(name)),
      fc.constantFrom("", ":80", ":8787"),
      (subdomain, port) => {
        const meaning = { kind: "provider", subdomain };
        expect(hostMeaning(`${subdomain}.${main}${port}`, main)).toEqual(meaning);
        expect(hostMeaning(`${subdomain}.${main}${port}`.toUpperCase(), main)).toEqual(meaning);
      },
    ),
  );
});

test.each(["demo.mlango.app.", "demo.mlango.app.:8787", "DEMO.mlango.app."])(
  "%j is the provider's, dot of the root or not",
  (host) => {
    expect(hostMeaning(host, main)).toEqual({ kind: "provider", subdomain: "demo" });
  },
);

test("a label that reads as a router id is a router", () => {
  fc.assert(
    fc.property(fc.uuid(), (routerId) => {
      expect(hostMeaning(`${routerId}.${main}`, main)).toEqual({ kind: "router", routerId });
      expect(hostMeaning(`${routerId.toUpperCase()}.${main}`, main)).toEqual({ kind: "router", routerId });
    }),
  );
});

test.each([
  ["deadbeef-00", true],
  ["DEADBEEF-00", true],
  ["deadbeef00", false],
  ["cafe", false],
  ["demo-wifi-kibera", false],
  ["3f0d2c1e-6f63-4a8e-9a55-6c1f4be1a001", true],
])("%s reads as a router id: %s", (text, reads) => {
  expect(readsAsRouterId(text)).toBe(reads);
});

test("the main domain may have labels of its own", () => {
  expect(hostMeaning("demo.hotspot.localhost:8787", "hotspot.localhost")).toEqual({
    kind: "provider",
    subdomain: "demo",
  });
  expect(hostMeaning("hotspot.localhost", "hotspot.localhost")).toEqual({ kind: "main" });
});

test.each(["www", "vpn", "mail", "ns", "ns1", "mx-2", "smtp", "status", "superadmin", "xn--abc", "mta-sts"])(
  "%s is the platform's own name, and no provider's",
  (name) => {
    expect(subdomainFault(name)).toBe("reserved");
  },
);

test.each(["vpnet", "mailbox", "nsa", "coast-2", "my-shop"])("%s can be a provider's", (name) => {
  expect(subdomainFault(name)).toBeUndefined();
});
