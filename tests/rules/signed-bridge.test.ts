import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test, vi } from "vitest";
import { update } from "#bridge/update/update";
import type { SignedRelease } from "#contract/bridge-release";
import { installer } from "#worker/features/bridges/install/install-script";
import { type Built, signBridge } from "../../deploy/sign-bridge.ts";
import { bundle, Machine, serve } from "../support/install/machine.ts";

// The versions of the bridge that an installed one takes, from servers that offer anything.

const sum = (text: string) => createHash("sha256").update(text).digest("hex");
const address = (name: string) => `/assets/${name}`;

/** A build of this version, whose files a server has. */
function built(version: string, text: string): { about: Built; files: Record<string, string> } {
  const [bundleAt, installerAt] = [address(`bridge-${version}.mjs`), address("install.sh")];
  return {
    about: {
      version,
      bundle: { address: bundleAt, sha256: sum(text) },
      installer: { address: installerAt, sha256: sum(installer()) },
    },
    files: { [bundleAt]: text, [installerAt]: installer() },
  };
}

/** Keys in files of a machine, as who deploys has them. */
class Signer {
  readonly path: string;
  readonly public: string;

  constructor(machine: Machine, name: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    this.path = join(machine.root, `${name}.pem`);
    writeFileSync(this.path, pem(privateKey), { mode: 0o600 });
    this.public = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64");
  }

  sign(about: Built, now: number, next: string | null = null): SignedRelease {
    return signBridge(about, { key: this.path, next, last: "" }, now);
  }
}
const pem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" });

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

/** A machine on which version 1.0.0 serves, signed; and what signs for it. */
async function installed(t: TestContext, next?: (machine: Machine) => Signer) {
  const machine = new Machine(t);
  const signer = new Signer(machine, "key");
  const first = built("1.0.0", bundle("1.0.0"));
  const release = signer.sign(first.about, start, next?.(machine).public ?? null);
  const done = await machine.install("1.0.0", bundle("1.0.0"), ["CODE"], undefined, release);
  expect(done).toMatchObject({ code: 0 });
  return { machine, signer, first: { ...first, release } };
}

/** `mlango-bridge update` at this machine, from a server that has these. */
async function updated(
  t: TestContext,
  machine: Machine,
  release: SignedRelease,
  files: Record<string, string>,
) {
  const server = await serve(t, { ...files, "/bridge/release": JSON.stringify(release) });
  for (const [name, value] of Object.entries(machine.env)) vi.stubEnv(name, value);
  try {
    return await update(server, machine.lib).then(
      (said) => said ?? "done",
      (error: Error) => error.message,
    );
  } finally {
    vi.unstubAllEnvs();
  }
}

/** The first version is there, serves, and was not even started anew. */
function isUntouched(machine: Machine, restarts: string): void {
  expect(machine.running).toBe("1.0.0");
  expect(readFileSync(join(machine.lib, "mlango-bridge.mjs"), "utf8")).toBe(bundle("1.0.0"));
  expect(readFileSync(join(machine.root, "systemctl.log"), "utf8")).toBe(restarts);
  expect(readdirSync(machine.lib).filter((name) => name.startsWith("."))).toEqual([]);
}
const restartsOf = (machine: Machine) => readFileSync(join(machine.root, "systemctl.log"), "utf8");

test("a version that is signed by the same key is taken, and the one after it", async (t) => {
  const { machine, signer } = await installed(t);
  for (const [version, at] of [
    ["1.1.0", start + day],
    ["1.2.0", start + 2 * day],
  ] as const) {
    const { about, files } = built(version, bundle(version));
    expect(await updated(t, machine, signer.sign(about, at), files)).toBe("done");
    expect(machine.running).toBe(version);
  }
  const { about, files } = built("1.2.0", bundle("1.2.0"));
  expect(await updated(t, machine, signer.sign(about, start + 2 * day), files)).toBe(
    "Version 1.2.0 is the newest there is.",
  );
});

test.for(["bundle", "installer"] as const)(
  "one changed byte of the %s is refused, and the old one goes on",
  async (what, t) => {
    const { machine, signer } = await installed(t);
    const restarts = restartsOf(machine);
    const { about, files } = built("1.1.0", bundle("1.1.0"));
    const at = about[what].address;
    const spoilt = { ...files, [at]: (files[at] ?? "").replace("a", "b") };
    expect(await updated(t, machine, signer.sign(about, start + day), spoilt)).toBe(
      `${at} is not what was signed: it came damaged, or somebody changed it. Nothing was changed here.`,
    );
    isUntouched(machine, restarts);
  },
);

test("a version signed by another key is refused, also one that names its own key, and one whose text was changed", async (t) => {
  const { machine, signer } = await installed(t);
  const restarts = restartsOf(machine);
  const { about, files } = built("1.1.0", bundle("1.1.0"));
  const foreign = new Signer(machine, "foreign").sign(about, start + day);
  const right = signer.sign(about, start + day);
  const evil = sum("evil");
  for (const release of [
    foreign,
    { ...right, text: right.text.replace(about.bundle.sha256, evil) },
    { ...right, signature: foreign.signature },
    { ...right, signature: "" },
  ])
    expect(await updated(t, machine, release, files)).toContain(
      "is not signed by a key that this bridge knows",
    );
  isUntouched(machine, restarts);
});

test("an older version that was signed once is refused when it is offered again", async (t) => {
  const { machine, signer, first } = await installed(t);
  const { about, files } = built("1.1.0", bundle("1.1.0"));
  expect(await updated(t, machine, signer.sign(about, start + day), files)).toBe("done");
  expect(await updated(t, machine, first.release, first.files)).toBe(
    "The server offers a version of 2026-01-01 00:00, older than the one here, of 2026-01-02 00:00. Nothing was changed.",
  );
  expect(machine.running).toBe("1.1.0");
});

test("a version that does not start keeps neither its place nor its keys", async (t) => {
  const { machine, signer } = await installed(t);
  const before = readFileSync(join(machine.lib, "release.json"), "utf8");
  const { about, files } = built("1.1.0", bundle("1.1.0", "dies"));
  const why = "Not installed: version 1.1.0 did not start within a minute: the one before runs again.";
  expect(await updated(t, machine, signer.sign(about, start + day), files)).toContain(why);
  expect(readFileSync(join(machine.lib, "update-failed.txt"), "utf8")).toContain(why);
  expect(machine.running).toBe("1.0.0");
  expect(readFileSync(join(machine.lib, "release.json"), "utf8")).toBe(before);
  expect(readdirSync(machine.lib).filter((name) => name.startsWith("."))).toEqual([]);
});

test("a second key takes over, and then the first one signs nothing any more", async (t) => {
  let second: Signer | undefined;
  const { machine, signer } = await installed(t, (on) => {
    second = new Signer(on, "second");
    return second;
  });
  const one = built("1.1.0", bundle("1.1.0"));
  expect(await updated(t, machine, (second as Signer).sign(one.about, start + day), one.files)).toBe("done");
  const two = built("1.2.0", bundle("1.2.0"));
  expect(await updated(t, machine, signer.sign(two.about, start + 2 * day), two.files)).toContain(
    "is not signed by a key",
  );
  expect(machine.running).toBe("1.1.0");
});

test("the server's own line holds to the same keys where a signed version is installed", async (t) => {
  const { machine, signer, first } = await installed(t);
  const restarts = restartsOf(machine);
  const { about } = built("1.1.0", bundle("1.1.0"));
  const line = (release: SignedRelease | null) =>
    machine.install("1.1.0", bundle("1.1.0"), [], undefined, release);
  const foreign = await line(new Signer(machine, "foreign").sign(about, start + day));
  expect(foreign.said).toContain("is not signed by a key that this machine knows. Nothing was changed.");
  const unsigned = await line(null);
  expect(unsigned.said).toContain(
    "the server offers a version that nobody signed, and the one here was signed.",
  );
  const other = await line(signer.sign(built("1.1.0", "another").about, start + day));
  expect(other.said).toContain("is not signed by a key that this machine knows");
  isUntouched(machine, restarts);
  expect(await line(signer.sign(about, start + day))).toMatchObject({ code: 0 });
  const older = await machine.install("1.0.0", bundle("1.0.0"), [], undefined, first.release);
  expect(older.said).toContain("is older than the one here. Nothing was changed.");
  expect(machine.running).toBe("1.1.0");
});

test("where nobody signs it says so, and an update tells the line instead", async (t) => {
  const machine = new Machine(t);
  const { said } = await machine.install("1.0.0", bundle("1.0.0"), ["CODE"]);
  expect(said).toContain("This version is not signed.");
  expect(existsSync(join(machine.lib, "release.json"))).toBe(false);
  await expect(update("http://127.0.0.1:1", machine.lib)).rejects.toThrow(
    "this machine knows no key. Update it by: curl -fsS http://127.0.0.1:1/bridge/install | sudo sh",
  );
});

test("an unchanged bridge is signed without its key, a changed one is not", async (t) => {
  const machine = new Machine(t);
  const signer = new Signer(machine, "key");
  const { about } = built("1.0.0", bundle("1.0.0"));
  const last = join(machine.root, "last.json");
  const release = signer.sign(about, start);
  writeFileSync(last, JSON.stringify(release));
  const away = { key: join(machine.root, "away.pem"), next: null, last };
  expect(signBridge(about, away, start + day)).toEqual(release);
  expect(() => signBridge(built("1.0.0", "changed").about, away, start + day)).toThrow(
    `its key is not at ${away.key}`,
  );
  expect(() => signBridge(about, { ...away, next: "another" }, start + day)).toThrow("its key is not at");
});

/** The same, which says besides how its link to the server stands. @param word 0.2.0 calls it a line */
const onLink = (version: string, state: "up" | "waiting" = "up", word = "Link") =>
  bundle(version).replace("(process 1)", `(process 1)\\n${word} to http://server: ${state} for 9 s`);

test("a version that runs and does not reach the server, where the one before did, goes back by itself", async (t) => {
  const machine = new Machine(t);
  const signer = new Signer(machine, "key");
  const former = onLink("1.0.0", "up", "Line");
  const first = built("1.0.0", former);
  const release = signer.sign(first.about, start);
  await machine.install("1.0.0", former, ["CODE"], undefined, release);
  const deaf = built("1.1.0", onLink("1.1.0", "waiting"));
  expect(await updated(t, machine, signer.sign(deaf.about, start + day), deaf.files)).toContain(
    "version 1.1.0 did not come back to the server within three minutes: the one before runs again",
  );
  expect(machine.running).toBe("1.0.0");
  const good = built("1.2.0", onLink("1.2.0"));
  expect(await updated(t, machine, signer.sign(good.about, start + 2 * day), good.files)).toBe("done");
  expect(machine.running).toBe("1.2.0");
  expect(existsSync(join(machine.lib, "update-failed.txt"))).toBe(false);
});

test("the bridge's wish starts the updater, which is the machine's own and takes it away first", async (t) => {
  const { machine } = await installed(t);
  const unit = (name: string) => readFileSync(join(machine.root, "etc/systemd/system", name), "utf8");
  expect(unit("mlango-update.path")).toContain("PathExists=/var/lib/mlango-bridge/update-wanted\n");
  expect(unit("mlango-update.service")).toContain(
    "ExecStartPre=/bin/rm -rf /var/lib/mlango-bridge/update-wanted\nExecStart=/usr/local/bin/mlango-bridge update\n",
  );
  expect(unit("mlango-update.service")).not.toContain("User=");
  expect(unit("mlango-bridge.service")).toContain("MLANGO_UPDATES=service\n");
  expect(restartsOf(machine)).toContain(
    "enable mlango-bridge mlango-update.path\nstart mlango-update.path\n",
  );
});
