import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileStore } from "../file-store.ts";
import type { ServeOptions } from "./serve.ts";
import { attributes, TestClient } from "./test-client.ts";
import { addPhoneUser, macPassword, phoneAddress, phoneMac } from "./test-router.ts";

let folder: string;
const processes: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "routeros-"));
});

afterEach(async () => {
  for (const child of processes.splice(0)) await kill(child);
  rmSync(folder, { recursive: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** The simulator in a process of its own, on the state file of this test. */
async function serve(): Promise<{ child: ChildProcess; port: number; controlPort: number }> {
  const options: ServeOptions = {
    state: join(folder, "router.json"),
    users: [{ name: "api", password: "secret", policies: ["api", "read", "write"] }],
    hotspot: { macAuthPassword: macPassword },
    hosts: [{ mac: phoneMac, ip: phoneAddress }],
  };
  const script = join(import.meta.dirname, "serve.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const ports: { port: number; controlPort: number } = JSON.parse(String(line));
  return { child, ...ports };
}

describe("the file store", () => {
  test("keeps the last state, and ignores what a killed process left half written", () => {
    const path = join(folder, "deep", "state.json");
    const store = fileStore(path);
    expect(store.load()).toBeUndefined();
    store.save(() => "one");
    store.save(() => "two");
    writeFileSync(`${path}.next`, "thr");
    expect(fileStore(path).load()).toBe("two");
  });
});

describe("a simulator that is killed", () => {
  test("right after a reply has forgotten nothing that it confirmed", async () => {
    let last = "";
    for (let round = 1; round <= 3; round += 1) {
      const { child, port } = await serve();
      const client = await TestClient.loggedIn(port);
      client.socket.on("data", () => {
        const id = attributes(client.sentences.at(-1) ?? []).ret;
        if (id === undefined) return;
        last = id;
        child.kill("SIGKILL");
      });
      client.send(["/ip/hotspot/user/add", `=name=round-${round}`]);
      await client.until(() => client.closed);
    }
    const { port } = await serve();
    const client = await TestClient.loggedIn(port);
    const rows = await client.rows("/ip/hotspot/user/print", "=.proplist=.id,name");
    expect(rows.map((row) => row.name)).toEqual(["default-trial", "round-1", "round-2", "round-3"]);
    expect(rows.at(-1)?.[".id"]).toBe(last);
    client.close();
  });

  test("goes on with its sessions, and its control page answers", async () => {
    const first = await serve();
    const client = await TestClient.loggedIn(first.port);
    await client.ret(...addPhoneUser());
    const page = (port: number) => `http://127.0.0.1:${port}/control/router`;
    for (const present of [false, true]) {
      const body = JSON.stringify({ host: { mac: phoneMac, ip: phoneAddress, present } });
      expect((await fetch(page(first.controlPort), { method: "POST", body })).status).toBe(200);
    }
    await kill(first.child);
    const next = await serve();
    const phone = await fetch(`${page(next.controlPort)}/phone?mac=${phoneMac}`);
    expect(await phone.json()).toMatchObject({ online: true, user: phoneMac });
    expect((await fetch(`http://127.0.0.1:${next.controlPort}/else`)).status).toBe(404);
    client.close();
  });

  test("ends by itself on SIGTERM", async () => {
    const { child } = await serve();
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
