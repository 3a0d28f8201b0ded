// A small internet of its own, in which `npm run deploy` runs as it is: the names of Cloudflare's API and of the platform
// lead to the stand-in, over TLS. Argument: JSON, see InternetOptions. What a test asks comes over a socket of the file system,
// because a network namespace has no other way in.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { CloudflareSimulator } from "../../simulators/cloudflare/cloudflare-simulator.ts";
import type { FirewallRule, Right } from "../../simulators/cloudflare/state.ts";
import { serveSimulators } from "../../simulators/gateway-kit/serve.ts";
import { serveEdge } from "./edge.ts";
import { backupStore } from "./outside.ts";
import { OutsideWorld } from "./outside-world.ts";

export type InternetOptions = { dir: string; checkout: string };
export type InternetRequest =
  | { ask: "run"; args: string[]; env?: Record<string, string>; script?: string; input?: string }
  | { ask: "visit"; url: string; method?: string; json?: unknown; cookie?: string }
  /** A control of those outside, as `/control/prompts`. */
  | { ask: "outside"; path: string; json?: unknown }
  /** The account is gone with all that it had; there is a new one. */
  | { ask: "lose" }
  | { ask: "minute" }
  | {
      ask: "set";
      fault?: CloudflareSimulator["fault"] | null;
      rights?: Right[];
      zoneStatus?: "active" | "pending";
      certificates?: boolean;
      tokenOf?: "person" | "account";
      browserCheck?: "on" | "off";
      securityLevel?: "medium" | "under_attack";
      bots?: Record<string, unknown>;
      firewall?: FirewallRule[];
      /** Records of a website that stands there already. */
      website?: { name: string; type: string; content: string; proxied: boolean }[];
      loseSecrets?: string[];
    }
  | { ask: "sql"; sql: string }
  | { ask: "state" };

const options: InternetOptions = JSON.parse(process.argv[2] ?? "{}");
const { dir, checkout } = options;
const inside = "INSIDE_CLOSED_INTERNET";
const names = [
  "api.cloudflare.com",
  "mlango.test",
  "demo.mlango.test",
  "staging.mlango.test",
  backupStore.host,
];

if (process.env[inside]) await serve();
else enter();

/** The same script once more, with a loopback and a file of hosts of its own. */
function enter(): void {
  const hosts = join(dir, "hosts");
  writeFileSync(hosts, `127.0.0.1 localhost ${names.join(" ")}\n`);
  const inner = 'ip link set lo up && mount --bind "$HOSTS" /etc/hosts && exec "$@"';
  const command = ["--net", "--mount", "sh", "-c", inner, "sh", process.execPath, ...process.argv.slice(1)];
  const child = spawn("unshare", command, {
    env: { ...process.env, HOSTS: hosts, [inside]: "1" },
    stdio: "inherit",
  });
  child.once("exit", (code) => process.exit(code ?? 1));
  process.once("SIGTERM", () => child.kill("SIGTERM"));
}

function certificate(): { key: string; cert: string; path: string } {
  const [key, cert] = [join(dir, "key.pem"), join(dir, "cert.pem")];
  if (!existsSync(cert)) {
    const alternatives = [...names, "*.mlango.test"].map((name) => `DNS:${name}`).join(",");
    const made = spawnSync("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
      ...[
        "-subj",
        "/CN=closed internet",
        "-addext",
        `subjectAltName=${alternatives}`,
        "-keyout",
        key,
        "-out",
        cert,
      ],
    ]);
    if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  }
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8"), path: cert };
}

async function serve(): Promise<void> {
  let accounts = 0;
  const newAccount = (): CloudflareSimulator => {
    accounts += 1;
    return new CloudflareSimulator({
      dir: join(dir, `cloudflare-${accounts}`),
      outside: (request) => world.answer(request),
    });
  };
  let simulator = newAccount();
  const visit = async (url: string, asked: RequestInit) => {
    const answer = await simulator.handle(new Request(url.replace(/^https:/, "http:"), asked));
    return answer ?? new Response("", { status: 523 });
  };
  const world = new OutsideWorld(async (url, body, headers) => {
    const answer = await visit(url, { method: "POST", body, headers });
    return { status: answer.status, body: await answer.text() };
  });
  await world.start();
  const served = await serveSimulators({
    port: 0,
    handlers: [
      // People's own machines reach it, too.
      async (request) => {
        const asked = request.headers.get("mf-original-url") ?? "";
        return asked.startsWith(`https://${backupStore.host}/`)
          ? world.answer(new Request(asked, request))
          : undefined;
      },
      (request) => simulator.handle(request),
    ],
  });
  const { key, cert, path } = certificate();
  await serveEdge({ key, cert }, async (host) => (await simulator.listening(host)) ?? new URL(served.origin));

  const answer = async (request: InternetRequest): Promise<unknown> => {
    switch (request.ask) {
      case "run":
        return run(request, path, simulator.account.token);
      case "visit": {
        const { url, cookie, json: body } = request;
        const headers = new Headers(cookie ? { cookie } : {});
        if (body !== undefined) {
          headers.set("content-type", "application/json");
          headers.set("origin", new URL(url).origin);
        }
        const visited = await visit(url, {
          method: request.method ?? (body === undefined ? "GET" : "POST"),
          headers,
          body: body === undefined ? null : JSON.stringify(body),
        });
        const cookies = visited.headers.getSetCookie().map((one) => one.split(";")[0]);
        return { status: visited.status, body: await visited.text(), cookie: cookies.join("; ") };
      }
      case "outside": {
        const { path: at, json: body } = request;
        const asked = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
        const answer = await world.control(new Request(`http://127.0.0.1${at}`, asked));
        return answer?.json();
      }
      case "lose":
        {
          const lost = simulator;
          simulator = newAccount();
          await lost.close();
        }
        return {};
      case "minute":
        return simulator.minute();
      case "sql": {
        const [database] = simulator.account.databases;
        return simulator.query(database?.uuid ?? "", request.sql);
      }
      case "set": {
        const { fault, rights, zoneStatus, certificates, loseSecrets, tokenOf, website } = request;
        if (fault !== undefined) simulator.fault = fault ?? undefined;
        if (rights) simulator.account.rights = new Set(rights);
        if (certificates !== undefined) simulator.account.hasAdvancedCertificates = certificates;
        if (tokenOf) simulator.account.tokenOf = tokenOf;
        for (const zone of simulator.account.zones) {
          if (zoneStatus) zone.status = zoneStatus;
          if (request.browserCheck) zone.browserCheck = request.browserCheck;
          if (request.securityLevel) zone.securityLevel = request.securityLevel;
          if (request.bots) zone.bots = request.bots;
          if (request.firewall) zone.firewall = request.firewall;
        }
        if (website) {
          const { records, zones } = simulator.account;
          simulator.account.records = [
            ...records.filter(({ content }) => content === "100::"),
            ...website.map((one) => ({ id: one.name, zoneId: zones[0]?.id ?? "", ttl: 1, ...one })),
          ];
        }
        for (const script of simulator.account.scripts)
          for (const version of script.versions)
            for (const name of loseSecrets ?? []) delete version.secrets[name];
        return {};
      }
      case "state": {
        const { files, uploads, scripts, ...account } = simulator.account;
        return {
          ...account,
          rights: [...account.rights],
          scripts: scripts.map(({ versions, ...script }) => ({
            ...script,
            versions: versions.map(({ modules: _modules, assets: _assets, ...version }) => version),
          })),
          unknown: simulator.unknown,
          faultLeft: simulator.fault !== undefined,
        };
      }
    }
  };
  const control = createServer(async (incoming, outgoing) => {
    try {
      outgoing.end(JSON.stringify((await answer((await json(incoming)) as InternetRequest)) ?? null));
    } catch (cause) {
      outgoing.writeHead(500);
      outgoing.end(JSON.stringify({ error: String(cause) }));
    }
  });
  const socket = join(dir, "control.sock");
  rmSync(socket, { force: true });
  await new Promise<void>((resolve) => control.listen(socket, resolve));
  process.once(
    "SIGTERM",
    () => void Promise.all([simulator.close(), world.stop()]).then(() => process.exit(0)),
  );
  console.log(JSON.stringify({ ready: true, socket, pid: process.pid }));
}

function run(
  { args, env, script = "deploy/main.ts", input }: Extract<InternetRequest, { ask: "run" }>,
  authority: string,
  token: string,
): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: checkout,
    env: {
      ...process.env,
      CLOUDFLARE_API_TOKEN: token,
      NODE_EXTRA_CA_CERTS: authority,
      DEPLOY_WAIT_SECONDS: "10",
      HOME: dir,
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out }));
  });
}
