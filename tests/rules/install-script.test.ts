import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { installScript } from "#worker/features/bridges/install/install-script";

// The installer on a machine of its own: what it does with a version that does not run, and which Node it asks for. The
// bridge of these tests is a few lines that answer `enrol`, `run` and `status` as the real one does.

/** @param fault `broken` does not run at all, `dies` ends as soon as it is started */
const bundle = (version: string, fault?: "broken" | "dies") =>
  fault === "broken"
    ? "import 'node:no-such-module';"
    : `import { existsSync, writeFileSync } from "node:fs";
const at = (name) => process.env.BRIDGE_DIR + "/" + name;
const [, , command] = process.argv;
if (command === "enrol") writeFileSync(at("identity.json"), "{}");
else if (command === "run") { ${fault === "dies" ? "process.exit(1)" : `writeFileSync(at("running"), "${version}")`} }
else if (existsSync(at("running"))) console.log("Gate, version ${version}, runs for 1 s (process 1)");
else { console.error("No bridge runs with the state folder"); process.exitCode = 1; }
`;

class Machine {
  readonly root: string;
  readonly lib: string;
  readonly state: string;
  readonly bin: string;
  private readonly t: TestContext;

  constructor(t: TestContext) {
    this.t = t;
    this.root = mkdtempSync(join(tmpdir(), "machine-"));
    t.onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    this.lib = join(this.root, "usr/local/lib/mlango-bridge");
    this.state = join(this.root, "var/lib/mlango-bridge");
    this.bin = join(this.root, "tools");
    mkdirSync(this.bin);
    // Time is short here.
    this.tool("sleep", "exit 0");
    this.tool(
      "systemctl",
      `echo "$@" >>"${this.root}/systemctl.log"
[ "$1" = restart ] || exit 0
rm -f "${this.state}/running"
BRIDGE_DIR="${this.state}" "${process.execPath}" "${this.lib}/mlango-bridge.mjs" run || true`,
    );
  }

  tool(name: string, script: string): void {
    writeFileSync(join(this.bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  get running(): string | undefined {
    const file = join(this.state, "running");
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  /** Runs the line with this bundle. */
  async install(version: string, text: string, code: string[] = [], path = process.env.PATH ?? "") {
    const server = createServer((_request, response) => response.end(text));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.t.onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const file = { address: "/bundle.mjs", sha256: createHash("sha256").update(text).digest("hex") };
    const script = installScript(`http://127.0.0.1:${port}`, file, version, "10.64.0.0/16");
    const env = {
      ...{ PATH: `${this.bin}:${path}`, HOME: this.root, MLANGO_ROOT: this.root },
      MLANGO_SYSTEMCTL: join(this.bin, "systemctl"),
    };
    return new Promise<{ code: number; said: string }>((resolve) => {
      const shell = execFile("/bin/sh", ["-s", "--", ...code], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr }),
      );
      shell.stdin?.end(script);
    });
  }
}

test("a version that does not start is replaced by the one before, which runs again", async (t) => {
  const machine = new Machine(t);
  expect(await machine.install("1.0.0", bundle("1.0.0"), ["CODE"])).toMatchObject({ code: 0 });
  expect(machine.running).toBe("1.0.0");
  const failed = await machine.install("1.1.0", bundle("1.1.0", "dies"));
  expect(failed.code).toBe(1);
  expect(failed.said).toContain("version 1.1.0 did not start within a minute: the one before runs again");
  expect(machine.running).toBe("1.0.0");
  expect(readFileSync(join(machine.lib, "mlango-bridge.mjs"), "utf8")).toBe(bundle("1.0.0"));
  expect(await machine.install("1.2.0", bundle("1.2.0"))).toMatchObject({ code: 0 });
  expect(machine.running).toBe("1.2.0");
  expect(readFileSync(join(machine.lib, "mlango-bridge.last.mjs"), "utf8")).toBe(bundle("1.0.0"));
});

test("a version that cannot run on this machine touches nothing", async (t) => {
  const machine = new Machine(t);
  await machine.install("1.0.0", bundle("1.0.0"), ["CODE"]);
  const restarts = readFileSync(join(machine.root, "systemctl.log"), "utf8");
  const failed = await machine.install("1.1.0", bundle("1.1.0", "broken"));
  expect(failed.said).toContain("version 1.1.0 does not run on this machine; nothing was changed");
  expect(readFileSync(join(machine.lib, "mlango-bridge.mjs"), "utf8")).toBe(bundle("1.0.0"));
  expect(readFileSync(join(machine.root, "systemctl.log"), "utf8")).toBe(restarts);
});

test("a first version that does not start says so, and where to read why", async (t) => {
  const failed = await new Machine(t).install("1.0.0", bundle("1.0.0", "dies"), ["CODE"]);
  expect(failed.code).toBe(1);
  expect(failed.said).toContain("version 1.0.0 is here, but does not start. Why: journalctl");
});

/** A machine without the tests' Node: its `node` judges by this version, and does all else as the real one. */
function withNode(t: TestContext, node: string, uname: string, bits = "64"): [Machine, string] {
  const machine = new Machine(t);
  machine.tool(
    "node",
    `case "$2" in *versions.node*)
  exec "${process.execPath}" -e "Object.defineProperty(process.versions, 'node', { value: '${node}' }); $2";;
esac
exec "${process.execPath}" "$@"`,
  );
  machine.tool("uname", `[ "$1" = -m ] && echo ${uname} || echo Linux`);
  machine.tool("getconf", `echo ${bits}`);
  machine.tool(
    "curl",
    `for last; do :; done
case "$*" in *bundle.mjs*) exec /usr/bin/curl "$@";; *) exit 22;; esac`,
  );
  const tools = join(machine.root, "plain");
  mkdirSync(tools);
  const needed = "sh sha256sum cut grep head tar mkdir mktemp mv rm chmod cp cat id";
  for (const tool of needed.split(" "))
    for (const folder of ["/usr/bin", "/bin"])
      if (existsSync(join(folder, tool)) && !existsSync(join(tools, tool)))
        symlinkSync(join(folder, tool), join(tools, tool));
  return [machine, tools];
}

test.for(["22.13.0", "22.23.3", "23.1.0", "24.21.0"])("Node %s is taken as it is", async (version, t) => {
  const [machine, path] = withNode(t, version, "armv6l");
  expect(await machine.install("1.0.0", bundle("1.0.0"), ["CODE"], path)).toMatchObject({ code: 0 });
});

test.for([
  ["22.12.0", "x86_64", "64", "latest-v24.x"],
  ["20.20.2", "aarch64", "64", "latest-v24.x"],
  ["20.20.2", "aarch64", "32", "latest-v22.x"],
  ["18.0.0", "armv7l", "32", "latest-v22.x"],
] as const)("with Node %s on %s of %s bits %s is fetched", async ([version, uname, bits, line], t) => {
  const [machine, path] = withNode(t, version, uname, bits);
  const failed = await machine.install("1.0.0", bundle("1.0.0"), ["CODE"], path);
  expect(failed.said).toContain(`https://nodejs.org/dist/${line}/SHASUMS256.txt cannot be fetched`);
});

test("a machine for which there is no Node is told so", async (t) => {
  const [machine, path] = withNode(t, "18.0.0", "mips");
  const failed = await machine.install("1.0.0", bundle("1.0.0"), ["CODE"], path);
  expect(failed.said).toContain("Node 22.13 or newer is needed and there is none to fetch for mips");
});
