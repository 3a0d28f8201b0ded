import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/site/settings.ts";

// The relay of deploy/relay, run by the distribution's nginx and Caddy: between the worker's call and a gateway over TLS.

const token = "a-relay-token-of-the-test";
const asked: { host: string; url: string; method: string; headers: IncomingHttpHeaders; body: string }[] = [];

type Stop = (() => Promise<void>)[];

/** Signed by an authority of its own, which is the file's `trusted`. */
function certificate(name: string, dir: string) {
  const [key, cert] = [join(dir, `${name}.key`), join(dir, `${name}.pem`)];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
    ...["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-keyout", key, "-out", cert],
  ]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  return { key, cert };
}

/** Answers each question for an address with this machine's own. */
async function nameServer(stop: Stop): Promise<number> {
  const server = createSocket("udp4");
  server.on("message", (question, from) => {
    const end = question.indexOf(0, 12) + 5;
    const head = Buffer.from(question.subarray(0, end));
    head.writeUInt16BE(0x8180, 2);
    for (const [at, count] of [1, 1, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * at);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    server.send(Buffer.concat([head, answer]), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  stop.push(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

/** A gateway that answers with what it was asked. */
async function gateway(name: string, dir: string, stop: Stop): Promise<{ port: number; cert: string }> {
  const { key, cert } = certificate(name, dir);
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    async (incoming, outgoing) => {
      const { method = "", url = "", headers } = incoming;
      asked.push({ host: headers.host ?? "", url, method, headers, body: await text(incoming) });
      outgoing.writeHead(400, { "content-type": "application/json" });
      outgoing.end('{"errorCode":"400.008.01"}');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: (server.address() as AddressInfo).port, cert };
}

type Place = { relay: number; names: number; gateway: number; own: { key: string; cert: string } };

/** The file as it is delivered, with what a person puts in, and with this test's ports. */
function configured(file: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((all, [from, to]) => {
    if (all.replace(from, "") === all) throw new Error(`the relay's file has no ${from}`);
    return all.replace(from, to);
  }, delivered(file));
}
const delivered = (file: string) =>
  readFileSync(join(import.meta.dirname, "../../deploy/relay", file), "utf8");

/** @returns what runs it: the authority of the gateway's certificate is trusted, and no other */
type Relay = { file: string; run(place: Place, trusted: string, dir: string): ChildProcess };

const nginx: Relay = {
  file: "nginx.conf",
  run({ relay, names, gateway: port, own }, trusted, dir) {
    const site = configured("nginx.conf", [
      ["PUT-THE-TOKEN-HERE", token],
      ["listen 443 ssl", `listen 127.0.0.1:${relay} ssl`],
      [/\/etc\/letsencrypt\S+fullchain.pem/, own.cert],
      [/\/etc\/letsencrypt\S+privkey.pem/, own.key],
      [/resolver 1\.1\.1\.1 8\.8\.8\.8/, `resolver 127.0.0.1:${names}`],
      ["https://$gateway$rest", `https://$gateway:${port}$rest`],
      ["/etc/ssl/certs/ca-certificates.crt", trusted],
    ]);
    const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${join(dir, name)};`,
    );
    const whole = ["daemon off;", "worker_processes 1;", `pid ${join(dir, "pid")};`, "error_log stderr;"];
    writeFileSync(
      join(dir, "nginx.conf"),
      [...whole, "events {}", "http {", ...places, site, "}"].join("\n"),
    );
    return spawn("/usr/sbin/nginx", ["-p", dir, "-c", join(dir, "nginx.conf")]);
  },
};

const caddy: Relay = {
  file: "Caddyfile",
  run({ relay, names, gateway: port, own }, trusted, dir) {
    const site = configured("Caddyfile", [
      ["PUT-THE-TOKEN-HERE", token],
      ["relay.mlango.example {", `relay.test:${relay} {\nbind 127.0.0.1\ntls ${own.cert} ${own.key}`],
      ["resolvers udp/1.1.1.1 udp/8.8.8.8", `resolvers udp/127.0.0.1:${names}`],
      ["{re.gateway.1}:443", `{re.gateway.1}:${port}`],
    ]);
    writeFileSync(join(dir, "Caddyfile"), site);
    const env = { ...process.env, SSL_CERT_FILE: trusted, SSL_CERT_DIR: dir, HOME: dir, XDG_DATA_HOME: dir };
    return spawn("/usr/bin/caddy", ["run", "--config", join(dir, "Caddyfile")], { env });
  },
};

describe.each([nginx, caddy])("$file", ({ file, run }) => {
  const dir = mkdtempSync(join(tmpdir(), "relay-"));
  let relayPort = 0;
  let written = "";
  let stop: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    relayPort = await freePort();
    const names = await nameServer(stop);
    const { port, cert } = await gateway("api.safaricom.co.ke", dir, stop);
    const place = { relay: relayPort, names, gateway: port, own: certificate("relay.test", dir) };
    const child = run(place, cert, dir);
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        written += chunk;
      });
    stop.push(
      () =>
        new Promise((resolve) => {
          child.once("exit", () => resolve());
          child.kill("SIGTERM");
        }),
    );
    for (let tries = 0; tries < 200; tries += 1) {
      const answered = await ask("/").catch(() => null);
      if (answered) return;
      await sleep(50);
    }
    throw new Error(written);
  });
  afterAll(async () => {
    for (const end of stop.reverse()) await end();
    stop = [];
    rmSync(dir, { recursive: true, force: true });
  });

  function ask(
    path: string,
    {
      key,
      method = "GET",
      body = "",
      more = {},
    }: { key?: string; method?: string; body?: string; more?: object } = {},
  ): Promise<{ status: number; text: string }> {
    const headers = { host: "relay.test", ...more, ...(key === undefined ? {} : { "x-relay-token": key }) };
    const at = { host: "127.0.0.1", port: relayPort, servername: "relay.test", rejectUnauthorized: false };
    return new Promise((resolve, reject) => {
      const outgoing = request({ ...at, path, method, headers }, async (incoming) =>
        resolve({ status: incoming.statusCode ?? 0, text: await text(incoming) }),
      );
      outgoing.once("error", reject);
      outgoing.end(body);
    });
  }

  test("hands a call on as it is, and the gateway's answer back, without its key and without who asked", async () => {
    const before = asked.length;
    const body = '{"BusinessShortCode":"174379"}';
    const answer = await ask("/api.safaricom.co.ke/mpesa/stkpush/v1/processrequest?a=1&b=x%20y", {
      key: token,
      method: "POST",
      body,
      more: {
        authorization: "Bearer abc",
        "cf-connecting-ip": "203.0.113.9",
        "x-forwarded-for": "203.0.113.9",
      },
    });
    expect(answer).toEqual({ status: 400, text: '{"errorCode":"400.008.01"}' });
    expect(asked).toHaveLength(before + 1);
    const { headers, ...call } = asked.at(-1) as (typeof asked)[number];
    expect(call).toEqual({
      host: expect.stringMatching(/^api\.safaricom\.co\.ke$/),
      url: "/mpesa/stkpush/v1/processrequest?a=1&b=x%20y",
      method: "POST",
      body,
    });
    expect(headers.authorization).toBe("Bearer abc");
    expect(Object.keys(headers).filter((name) => /relay|^cf-|forwarded/.test(name))).toEqual([]);
  });

  test("adds nothing to an address, and lets a path be what it is", async () => {
    for (const path of ["/standard/v1/payments/4f%2Fa", "/mpesa/c2b/v2/registerurl"]) {
      await ask(`/api.safaricom.co.ke${path}`, { key: token });
      expect(decodeURIComponent(asked.at(-1)?.url ?? "")).toBe(decodeURIComponent(path));
    }
  });

  test.each([undefined, "", "another", `${token}x`, token.toUpperCase()])(
    "a forged key (%s) reaches no gateway",
    async (key) => {
      const before = asked.length;
      const { status } = await ask(
        "/api.safaricom.co.ke/oauth/v1/generate",
        key === undefined ? {} : { key },
      );
      expect(status).toBe(403);
      expect(asked).toHaveLength(before);
    },
  );

  test.each([
    "/example.com/",
    "/api.safaricom.co.ke.example.com/oauth",
    "/evil.api.safaricom.co.ke/oauth",
    "/api.safaricom.co.ke@example.com/oauth",
    "/api.safaricom.co.ke:8443/oauth",
    "/127.0.0.1/",
    "/",
  ])("no other host is asked, whatever the key: %s", async (path) => {
    const before = asked.length;
    expect((await ask(path, { key: token })).status).toBe(404);
    expect(asked).toHaveLength(before);
  });

  test("a gateway that shows another certificate than its own is not spoken to", async () => {
    const before = asked.length;
    expect((await ask("/openapi.airtel.africa/auth/oauth2/token", { key: token })).status).toBe(502);
    expect(asked).toHaveLength(before);
  });

  test("nothing that it wrote down says the token or what was sent", () => {
    expect(written).not.toContain(token);
    expect(written).not.toMatch(/174379|Bearer/);
  });

  test("every gateway that the worker can ask is let through, and no other", () => {
    const settings = readFileSync(join(import.meta.dirname, "../../worker/env.ts"), "utf8");
    const hosts = [
      ...settings.matchAll(
        /(?:MPESA|AIRTEL|KCB|COOP|EQUITY)_\w+_URL: Origin\.default\("https:\/\/([^"]+)"\)/g,
      ),
    ];
    const pattern = /(?:location ~|path_regexp gateway) "(.+)"/.exec(delivered(file))?.[1] ?? "";
    const rule = new RegExp(pattern);
    expect(hosts).toHaveLength(10);
    for (const [, host] of hosts) expect(rule.test(`/${host}/path`), host).toBe(true);
  });
});
