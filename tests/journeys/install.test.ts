import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OwnBridge } from "#contract/bridges";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { operatorCookie } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A machine of a provider, from the line in the console to a service: a root folder of its own, no systemd that runs,
// no Node but the one that the script fetches (from a mirror on this machine).

const { site } = testSite();
const machine = mkdtempSync(join(tmpdir(), "machine-"));
const lib = join(machine, "usr/local/lib/mlango-bridge");
const state = join(machine, "var/lib/mlango-bridge");
let cookie: string;
let mirror: Server;
let shell: (script: string, env?: Record<string, string>) => Promise<{ code: number; said: string }>;

async function admin<T>(path: string, options: { json?: unknown } = {}): Promise<{ body: T }> {
  const answer = await ask(site().origin, `/api/admin/${path}`, { ...options, headers: { cookie } });
  return { body: JSON.parse(answer.text) as T };
}
const bridges = async () => (await admin<OwnBridge[]>("bridges")).body;

/** What nodejs.org has: Node with its folder around it. */
async function nodeMirror(): Promise<{ server: Server; sum: string }> {
  const folder = mkdtempSync(join(machine, "mirror-"));
  const top = `node-v24.21.0-linux-${process.arch}`;
  await promisify(execFile)("mkdir", ["-p", join(folder, top, "bin")]);
  symlinkSync(process.execPath, join(folder, top, "bin/node"));
  const packed = join(folder, `${top}.tar.gz`);
  await promisify(execFile)("tar", ["-czhf", packed, "-C", folder, top]);
  const bytes = readFileSync(packed);
  const server = createServer((request, response) => {
    if (request.url === `/v24.21.0/${top}.tar.gz`) response.end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, sum: createHash("sha256").update(bytes).digest("hex") };
}

beforeAll(async () => {
  cookie = await signIn(site(), site().seeded.demo);
  const node = await nodeMirror();
  mirror = node.server;
  // Everything that a small Debian has, and no Node.
  const bin = join(machine, "bin");
  await promisify(execFile)("mkdir", ["-p", bin]);
  for (const tool of [
    "sh",
    "curl",
    "sha256sum",
    "cut",
    "grep",
    "head",
    "tar",
    "gzip",
    "mkdir",
    "mktemp",
    "mv",
    "rm",
    "chmod",
    "cp",
    "cat",
    "uname",
    "id",
  ])
    symlinkSync((await promisify(execFile)("which", [tool])).stdout.trim(), join(bin, tool));
  writeFileSync(join(bin, "sudo"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  const own = {
    MLANGO_NODE_SHA256: node.sum,
    PATH: bin,
    HOME: machine,
    MLANGO_ROOT: machine,
    MLANGO_NODE_MIRROR: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
  };
  shell = (script, env = {}) =>
    new Promise((resolve) => {
      execFile("/bin/sh", ["-c", script], { env: { ...own, ...env } }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      );
    });
});
afterAll(() => {
  mirror.close();
  rmSync(machine, { recursive: true, force: true });
});

const newCode = async () =>
  (await admin<{ installCommand: string }>("bridges", { json: { name: "Roof box" } })).body.installCommand;

it("refuses a machine without a code, and a code that nobody made, with what to do", async () => {
  const without = await shell((await newCode()).replace(/ -s -- .*/, ""));
  expect([without.code, without.said]).toEqual([1, expect.stringContaining("make one in the console")]);
  const wrong = await shell((await newCode()).replace(/[^ ]+$/, "AAAA-AAAA"));
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining("make a new one in the console")]);
  expect(existsSync(join(state, "identity.json"))).toBe(false);
});

it("installs by the line of the console, and the unit's own command serves the site", async () => {
  const { code, said } = await shell(await newCode());
  expect([code, said]).toEqual([0, expect.not.stringContaining("Not installed")]);
  const unit = readFileSync(join(machine, "etc/systemd/system/mlango-bridge.service"), "utf8");
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "";
  expect(command).toMatch(/^\/usr\/local\/lib\/mlango-bridge\/node\/bin\/node .* run$/);
  expect(unit).toMatch(/^Environment=BRIDGE_DIR=\/var\/lib\/mlango-bridge MLANGO_UPDATES=service$/m);

  const [program = "", ...args] = command
    .split(" ")
    .map((part) => (part.startsWith("/usr/") ? machine + part : part));
  const service: ChildProcess = spawn(program, args, {
    env: { BRIDGE_DIR: state, PATH: "/nowhere" },
    stdio: "ignore",
  });
  try {
    const roof = async () => (await bridges()).find(({ name }) => name === "Roof box");
    await until("the new bridge", roof, (one) => one?.isOnline === true);
    const wrapper = `BRIDGE_DIR=${state} ${join(lib, "node/bin/node")} ${join(lib, "mlango-bridge.mjs")}`;
    const status = await shell(`${wrapper} status`);
    expect([status.code, status.said]).toEqual([0, expect.stringContaining("Link to http://")]);
    const doctor = await shell(`${wrapper} doctor`);
    expect(doctor.said).toMatch(/^NO {2}Routers: none is assigned to this bridge/m);
    expect(doctor.said.match(/^NO /gm)).toHaveLength(1);
  } finally {
    service.kill("SIGTERM");
  }
  await new Promise((resolve) => service.once("exit", resolve));
});

it("updates without a code, and keeps who it is", async () => {
  const identity = readFileSync(join(state, "identity.json"), "utf8");
  rmSync(join(lib, "mlango-bridge.mjs"));
  const { code, said } = await shell((await newCode()).replace(/ -s -- .*/, ""));
  expect([code, said]).toEqual([0, expect.not.stringContaining("Fetching Node")]);
  expect(existsSync(join(lib, "mlango-bridge.mjs"))).toBe(true);
  expect(readFileSync(join(state, "identity.json"), "utf8")).toBe(identity);
});

it("asks for a newer version by itself, and takes what its own key signed alone", async () => {
  const update = `BRIDGE_DIR=${state} ${join(lib, "node/bin/node")} ${join(lib, "mlango-bridge.mjs")} update`;
  const { code, said } = await shell(update);
  expect([code, said]).toEqual([0, expect.stringMatching(/^Version \S+ is the newest there is\.$/m)]);
  const file = join(lib, "release.json");
  const kept = readFileSync(file, "utf8");
  const own = JSON.parse(kept) as { text: string; signature: string };
  const keys = [Buffer.alloc(32, 1).toString("base64")];
  writeFileSync(file, JSON.stringify({ ...own, text: JSON.stringify({ ...JSON.parse(own.text), keys }) }));
  const refused = await shell(update);
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("is not signed by a key")]);
  const line = await shell((await newCode()).replace(/ -s -- .*/, ""));
  expect([line.code, line.said]).toEqual([1, expect.stringContaining("is not signed by a key")]);
  writeFileSync(file, kept);
});

it("leaves the installed one as it is when the new one comes damaged", async () => {
  const before = readFileSync(join(lib, "mlango-bridge.mjs"));
  const script = (await shell(`curl -fsS ${site().main}/bridge/install`)).said;
  const file = join(machine, "install.sh");
  writeFileSync(file, script.replace(/^bundle='.*'/m, "bundle='/bridge/install'"));
  chmodSync(file, 0o755);
  const { code, said } = await shell(`sh ${file}`);
  expect([code, said]).toEqual([1, expect.stringContaining("the bridge came damaged")]);
  expect(readFileSync(join(lib, "mlango-bridge.mjs")).equals(before)).toBe(true);
});

it("makes a machine a host of the platform by the operator's line, and updates it as one", async () => {
  const made = await ask(site().main, "/api/superadmin/tunnel-hosts", {
    json: { name: "Host one", address: "vpn1.example.com" },
    headers: { cookie: await operatorCookie(site()) },
  });
  const { installCommand } = JSON.parse(made.text) as { installCommand: string };
  const root = join(machine, "host");
  const install = (line: string) => shell(line, { MLANGO_ROOT: root });
  const wrong = await install(installCommand.replace(/-- \S+/, "-- AAAA-AAAA"));
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining("the code was not taken")]);
  const { code, said } = await install(installCommand);
  expect([code, said]).toEqual([0, expect.not.stringContaining("Not installed")]);
  const key = join(root, "var/lib/mlango-tunnels/wireguard.key");
  expect(readFileSync(key, "utf8")).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const unit = (name: string) => readFileSync(join(root, `etc/systemd/system/${name}.service`), "utf8");
  expect(unit("mlango-tunnels")).toMatch(
    /^ExecStart=\/usr\/local\/lib\/mlango-bridge\/node\/bin\/node \/usr\/local\/lib\/mlango-bridge\/mlango-bridge\.mjs tunnels --network 10\.67\.0\.0\/16 --number 1 --folder \/var\/lib\/mlango-tunnels --socket \/run\/mlango-tunnels\/helper\.sock --group mlango-bridge --openvpn \/var\/lib\/mlango-openvpn --openvpn-management \/run\/mlango-openvpn --openvpn-user mlango-openvpn$/m,
  );
  expect(unit("mlango-openvpn@")).toMatch(
    /^User=mlango-openvpn\nExecStart=\/usr\/sbin\/openvpn --config \/var\/lib\/mlango-openvpn\/%i\.conf$/m,
  );
  expect(unit("mlango-bridge")).toContain("Environment=MLANGO_TUNNELS=/run/mlango-tunnels/helper.sock\n");
  expect(unit("mlango-bridge")).toMatch(/--max-old-space-size=192 .*run\n[\s\S]*MemoryMax=384M\n/);
  expect(existsSync(join(root, "var/lib/mlango-bridge/identity.json"))).toBe(true);

  rmSync(join(root, "etc/systemd/system/mlango-tunnels.service"));
  const updated = await install(installCommand.replace(/ -s -- .*/, ""));
  expect([updated.code, updated.said]).toEqual([0, expect.not.stringContaining("Not installed")]);
  expect(unit("mlango-tunnels")).toContain("--number 1 ");
});
