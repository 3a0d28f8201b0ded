import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "vitest";
import type { SignedRelease } from "#contract/bridge-release";
import { installScript } from "#worker/features/bridges/install/install-script";

/** A few lines that answer `enrol`, `run` and `status` as the real bridge does. @param fault `broken` does not run at all, `dies` ends as soon as it is started */
export const bundle = (version: string, fault?: "broken" | "dies") =>
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

/** A Linux machine: a root folder of its own, a `systemctl` that starts what is installed there, no time that passes. */
export class Machine {
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

  /** Runs the line with this bundle. @param release as a build signed it; null: unsigned */
  async install(
    version: string,
    text: string,
    code: string[] = [],
    path = process.env.PATH ?? "",
    release: SignedRelease | null = null,
  ) {
    const origin = await serve(this.t, { "/bundle.mjs": text });
    const file = { address: "/bundle.mjs", sha256: createHash("sha256").update(text).digest("hex") };
    return this.run(installScript(origin, file, version, "10.64.0.0/16", release), code, path);
  }

  /** As `curl … | sudo sh`. */
  run(script: string, code: string[] = [], path = process.env.PATH ?? "") {
    const env = { ...this.env, PATH: `${this.bin}:${path}` };
    return new Promise<{ code: number; said: string }>((resolve) => {
      const shell = execFile("/bin/sh", ["-s", "--", ...code], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr }),
      );
      shell.stdin?.end(script);
    });
  }

  get env() {
    const systemctl = { MLANGO_SYSTEMCTL: join(this.bin, "systemctl") };
    return { HOME: this.root, MLANGO_ROOT: this.root, PATH: `${this.bin}:${process.env.PATH}`, ...systemctl };
  }
}

/** A server that has these files, and nothing else. @returns its origin */
export async function serve(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ""];
    if (file === undefined) response.writeHead(404).end("{}");
    else response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
