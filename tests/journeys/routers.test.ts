import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { OwnBridge } from "#contract/bridges";
import type { AssignedRouter, FoundRouter, Scan } from "#contract/routers";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { root } from "../support/site/processes.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A provider finds, adds and removes routers through the real bridge process of its site.

const { site, visitors } = testSite();
let cookie = "";

beforeAll(async () => {
  cookie = await signIn(site(), site().seeded.demo);
});

async function admin<T>(path: string, options: { method?: string; json?: unknown } = {}) {
  const answer = await ask(site().origin, `/api/admin/${path}`, { ...options, headers: { cookie } });
  return { status: answer.status, body: JSON.parse(answer.text) as T & { message: string } };
}

const routers = async () => (await admin<AssignedRouter[]>("routers")).body;
const bridges = async () => (await admin<OwnBridge[]>("bridges")).body;
const gateId = () => site().seeded.demo.routers[0]?.id ?? "";

it("discovers the routers around the bridge: the one in use, and one that could be added", async () => {
  await until("the bridge", bridges, ([bridge]) => bridge?.isOnline === true);
  const { status, body } = await admin<{ success: boolean; found: FoundRouter[] }>("routers/discover", {
    json: {},
  });
  expect([status, body.success, body.message]).toEqual([
    200,
    true,
    "The bridge says: 2 MikroTik routers answered.",
  ]);
  const words = { version: "7.18 (stable)", board: "hEX S", ports: [] };
  expect(body.found).toEqual([
    {
      address: "127.0.0.1",
      macAddress: "C4:AD:34:5E:00:01",
      identity: "Main Gate",
      ...words,
      routerId: gateId(),
    },
    { address: "192.168.88.2", macAddress: "C4:AD:34:5E:00:02", identity: "Annex", ...words, routerId: null },
  ]);
});

it("scans the bridge's networks and finds the router's API, and nothing else", async () => {
  const { status, body } = await admin<{ scan: Scan }>("routers/scan-network", { json: {} });
  expect([status, body.scan.subnets, body.scan.total]).toEqual([200, ["127.0.0.0/29"], 6]);
  const read = async () => (await admin<Scan>(`routers/scans/${body.scan.id}`)).body;
  const scan = await until("the scan", read, ({ done }) => done);
  expect(scan).toMatchObject({ checked: 6, message: "Found one router." });
  expect(scan.found).toMatchObject([
    { address: "127.0.0.1", ports: [site().routerPort], routerId: gateId() },
  ]);
});

it("removes a router: whoever was online there is put off; added again it is online within seconds", async () => {
  const { mac } = newVisitor();
  const { transactionId } = await visitors().redeem(mac, site().stock.demoVouchers[0] ?? "");
  await visitors().untilOnline(transactionId);
  const asked = await admin(`routers/${gateId()}`, { method: "DELETE" });
  expect([asked.status, asked.body.message]).toEqual([
    409,
    "This router still has 1 purchase that runs or waits. What is paid would not be activated: you can move, extend or refund it afterwards.",
  ]);
  expect(await visitors().isLetOut(mac)).toBe(true);

  const removed = await admin(`routers/${gateId()}?confirm=true`, { method: "DELETE" });
  expect([removed.status, removed.body.message]).toEqual([
    200,
    "Main Gate was removed. 1 purchase that had a device now waits for one elsewhere.",
  ]);
  expect(await visitors().isLetOut(mac)).toBe(false);
  expect(await routers()).toEqual([]);
  expect((await visitors().status(transactionId)).access).toBe("waiting_for_device");

  const [bridge] = await bridges();
  const { username, password } = site().secrets.router;
  const place = { host: "127.0.0.1", port: site().routerPort, username, password, bridgeId: bridge?.id };
  const added = await admin<AssignedRouter>("routers", { json: { name: "New Gate", ...place } });
  expect(added.status).toBe(200);
  const now = await until("the new router", routers, ([router]) => router?.isOnline === true);
  expect(now).toMatchObject([
    { id: added.body.id, statusText: expect.stringMatching(/^Connected, RouterOS 7/) },
  ]);
  const tested = await admin<{ success: boolean }>(`routers/${added.body.id}/test`, { json: {} });
  expect(tested.body.success).toBe(true);
});

it("enrols and runs a second bridge by the very line that the console shows, and revoking ends it", async () => {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  const { body } = await admin<{ installCommand: string }>("bridges", { json: { name: "Second box" } });
  // The machine of the test has nobody to be, and no service to keep.
  writeFileSync(join(home, "sudo"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  const path = `${home}:${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, HOME: home, PATH: path, MLANGO_SERVICE: "no" };
  const shell = spawn("sh", ["-c", body.installCommand], { cwd: root, env, stdio: "ignore", detached: true });
  const ended = new Promise<number | null>((resolve) => shell.once("exit", resolve));
  try {
    const second = async () => (await bridges()).find(({ name }) => name === "Second box");
    const bridge = await until("the second bridge", second, (one) => one?.isOnline === true);
    const revoked = await admin(`bridges/${bridge?.id}`, { method: "DELETE" });
    expect(revoked.status).toBe(200);
    expect(await ended).toBe(78);
    expect(await second()).toBeUndefined();
  } finally {
    if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, "SIGKILL");
    rmSync(home, { recursive: true, force: true });
  }
});
