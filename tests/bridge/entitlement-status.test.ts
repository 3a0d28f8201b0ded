import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, type TestContext, test } from "vitest";
import { systemClock } from "#bridge/clock";
import { examine, spanOf } from "#bridge/doctor";
import { enrol } from "#bridge/enrolment";
import { startBridge } from "#bridge/start-bridge";
import { askStatus } from "#bridge/status";
import { bridgeVersion } from "#bridge/version";
import { isNewer } from "#contract/values/newer-version";
import { FakeWorker } from "../support/fake-worker.ts";
import { assignmentOf, desired, quietLog, serve, testFolder, testRouter } from "./test-site.ts";

// What a person at the machine is told: `status` and `doctor`.

const root = join(import.meta.dirname, "..", "..");
const config = (folder: string, server?: string) => ({ folder, server, name: undefined });

async function site(t: TestContext) {
  const router = await testRouter(t, systemClock());
  const worker = await FakeWorker.start({
    routers: [assignmentOf(router.port)],
    desiredEntitlements: [desired("e1", 1, serve())],
  });
  t.onTestFinished(() => worker.close());
  const folder = testFolder(t);
  worker.codes.add("CODE");
  await enrol("CODE", { folder, server: worker.origin });
  return { router, worker, folder };
}

function running(t: TestContext, folder: string) {
  const bridge = startBridge(config(folder), { log: quietLog, tickMs: 20 });
  t.onTestFinished(() => bridge.stop());
  return bridge;
}

async function command(folder: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, BRIDGE_DIR: folder, NODE_NO_WARNINGS: "1" };
  const child: ChildProcess = spawn(process.execPath, ["bridge/main.ts", ...args], { cwd: root, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

const wrong = (findings: Awaited<ReturnType<typeof examine>>) =>
  findings.filter(({ isWell }) => !isWell).map(({ what, found }) => `${what}: ${found}`);

describe("a bridge that serves", () => {
  test("says so, to its own user alone, and its doctor finds nothing", async (t) => {
    const { folder, worker, router } = await site(t);
    const bridge = running(t, folder);
    await expect.poll(async () => (await askStatus(folder))?.routers[0]?.state).toBe("reachable");
    expect(await askStatus(folder)).toMatchObject({
      pid: process.pid,
      version: bridgeVersion,
      bridgeId: bridge.bridgeId,
      server: worker.origin,
      link: "up",
      newest: null,
      served: 1,
      routers: [{ address: `127.0.0.1:${router.port}`, version: "7.18.2 (stable)" }],
    });
    expect(statSync(join(folder, "status.sock")).mode & 0o777).toBe(0o600);

    const status = await command(folder, "status");
    expect(status.said).toContain(`Link to ${worker.origin}: up`);
    expect(status.said).toContain(`Router 127.0.0.1:${router.port}: reachable, RouterOS 7.18.2 (stable)`);
    expect(status.code).toBe(0);
    // The fake worker is no whole server: it has no health page.
    expect(wrong(await examine(config(folder)))).toEqual([expect.stringMatching(/^Server: .* answers 404/)]);

    await bridge.stop();
    expect(await askStatus(folder)).toBeUndefined();
  });

  test("names a router that cannot be reached, and the update that is out", async (t) => {
    const { folder, worker, router } = await site(t);
    worker.behaviour.version = "99.0.0";
    running(t, folder);
    await expect.poll(async () => (await askStatus(folder))?.routers[0]?.state).toBe("reachable");
    await router.simulator.close();
    await expect.poll(async () => (await askStatus(folder))?.routers[0]?.state).toBe("unreachable");
    const found = await examine(config(folder));
    expect(wrong(found)).toEqual([
      expect.stringMatching(/^Server/),
      "Update: the server has version 99.0.0",
      expect.stringMatching(/^Router 127\.0\.0\.1:\d+: The router cannot be reached/),
    ]);
    expect(found.at(-1)?.advice).toMatch(/^Nothing answers there\. Check cable and address/);
  });
});

describe("a bridge that does not run", () => {
  test("is named with the way to start it; the command ends with 1", async (t) => {
    const { folder } = await site(t);
    const { code, said } = await command(folder, "status");
    expect([code, said.trim()]).toEqual([
      1,
      `No bridge runs with the state folder ${folder}. To find out why: mlango-bridge doctor`,
    ]);
    expect(wrong(await examine(config(folder)))).toContain("Running: no bridge runs in this state folder");
  });

  test("and was never enrolled, in an empty folder or none", async (t) => {
    const folder = testFolder(t);
    expect(wrong(await examine(config(folder)))).toEqual([
      "Enrolment: this bridge is not enrolled",
      "Running: no bridge runs in this state folder",
    ]);
    const missing = join(folder, "missing");
    expect(wrong(await examine(config(missing)))[0]).toBe(`State folder: ${missing} cannot be written`);
    const { code, said } = await command(missing, "doctor");
    expect(code).toBe(1);
    expect(said).toContain("Run this as the user that the bridge runs as");
  });
});

describe("the doctor's look at the server", () => {
  const server = (t: TestContext, date: Date) =>
    new Promise<string>((resolve) => {
      const http = createServer((_request, response) =>
        response.setHeader("date", date.toUTCString()).end("{}"),
      );
      http.listen(0, "127.0.0.1", () => {
        t.onTestFinished(() => void http.close());
        resolve(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
      });
    });

  test("finds a clock that is off", async (t) => {
    const folder = testFolder(t);
    const now = Date.parse("2026-11-22T08:00:00Z");
    const origin = await server(t, new Date(now));
    const clock = async (at: number) =>
      (await examine(config(folder, origin), () => at)).find(({ what }) => what === "Clock");
    expect(await clock(now + 2_000)).toMatchObject({ isWell: true, found: "right" });
    expect(await clock(now - 7_200_000)).toMatchObject({ isWell: false, found: "7200 s behind" });
  });

  test("says where to look when nothing answers", async (t) => {
    const origin = await server(t, new Date());
    const closed = new URL(origin);
    closed.port = "1";
    const found = await examine(config(testFolder(t), closed.origin));
    expect(found.find(({ what }) => what === "Server")).toMatchObject({
      isWell: false,
      advice: expect.stringContaining("Check this machine's internet"),
    });
  });
});

test.each([
  ["0.2.0", true],
  ["0.1.1", true],
  ["1.0.0", true],
  ["0.1.0", false],
  ["0.0.9", false],
  ["", false],
  ["next", false],
  [undefined, false],
])("version %s comes after 0.1.0: %s", (version, expected) => {
  expect(isNewer(version, "0.1.0")).toBe(expected);
});

test.each([
  [5, "5 s"],
  [125, "2 min"],
  [7_300, "2 h 1 min"],
  [273_600, "3 d 4 h"],
])("%i s is %s", (seconds, words) => {
  expect(spanOf(seconds)).toBe(words);
});
