import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { bundle, Machine } from "../support/install/machine.ts";

// The installer on a machine of its own: what it does with a version that does not run, and which Node it asks for.

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
  ["22.12.0", "x86_64", "64", "v24.21.0/node-v24.21.0-linux-x64"],
  ["20.20.2", "aarch64", "64", "v24.21.0/node-v24.21.0-linux-arm64"],
  ["20.20.2", "aarch64", "32", "v22.23.2/node-v22.23.2-linux-armv7l"],
  ["18.0.0", "armv7l", "32", "v22.23.2/node-v22.23.2-linux-armv7l"],
] as const)("with Node %s on %s of %s bits %s is fetched", async ([version, uname, bits, line], t) => {
  const [machine, path] = withNode(t, version, uname, bits);
  const failed = await machine.install("1.0.0", bundle("1.0.0"), ["CODE"], path);
  expect(failed.said).toContain(`https://nodejs.org/dist/${line}.tar.gz cannot be fetched`);
});

test("a Node that is not the pinned one is not run", async (t) => {
  const [machine, path] = withNode(t, "18.0.0", "x86_64");
  const curl = `for last; do :; done
case "$*" in
  *node-v24.21.0-linux-x64.tar.gz*) while [ "$1" != -o ]; do shift; done; echo changed >"$2";;
  *) exec /usr/bin/curl "$@";;
esac`;
  machine.tool("curl", curl);
  const failed = await machine.install("1.0.0", bundle("1.0.0"), ["CODE"], path);
  expect(failed.said).toContain("the Node that came is not the one that was asked for");
  expect(existsSync(join(machine.lib, "node"))).toBe(false);
});

test("a machine for which there is no Node is told so", async (t) => {
  const [machine, path] = withNode(t, "18.0.0", "mips");
  const failed = await machine.install("1.0.0", bundle("1.0.0"), ["CODE"], path);
  expect(failed.said).toContain("Node 22.13 or newer is needed and there is none to fetch for mips");
});
