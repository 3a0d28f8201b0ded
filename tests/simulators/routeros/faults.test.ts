import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { Faults } from "./faults.ts";
import { TestClient } from "./test-client.ts";
import { startTestRouter, stopTestRouters, type TestRouter } from "./test-router.ts";

async function start(faults: Partial<Faults> = {}): Promise<TestRouter> {
  const started = await startTestRouter({ version: "7.10.2" });
  started.router.setFaults(faults);
  return started;
}

afterEach(stopTestRouters);

describe("segments", () => {
  test("one byte: a reply comes in crumbs", async () => {
    const { client, router } = await start();
    const api = await client();
    router.setFaults({ segments: "one byte" });
    api.chunks.length = 0;
    expect(await api.rows("/system/identity/print")).toEqual([{ name: "MikroTik" }]);
    // 27 bytes; the kernel may join a few of them when this machine is busy.
    expect(api.chunks.length).toBeGreaterThan(13);
  });

  test("before final zero: the last byte of a reply comes alone", async () => {
    const { client, router } = await start();
    const api = await client();
    router.setFaults({ segments: "before final zero" });
    api.chunks.length = 0;
    await api.rows("/system/identity/print");
    expect(api.chunks).toEqual([26, 1]);
  });

  test("coalesced: the replies of several commands come as one", async () => {
    const { client, router } = await start();
    const api = await client();
    router.setFaults({ segments: "coalesced" });
    api.chunks.length = 0;
    for (const tag of [1, 2, 3]) api.send(["/system/identity/print", `.tag=${tag}`]);
    await api.until(() => api.sentences.filter((words) => words[0] === "!done").length >= 4);
    expect(api.chunks).toHaveLength(1);
  });
});

describe("broken replies", () => {
  const write = ["/system/identity/set", "=name=changed"];

  test.each([
    ["reset", "ECONNRESET"],
    ["end", null],
  ] as const)("%s in the middle of a reply: the command was carried out", async (how, failure) => {
    const { client, router } = await start();
    const api = await client();
    router.setFaults({ broken: [{ how, command: "/system/identity/set" }] });
    api.send(write);
    await api.until(() => api.closed);
    expect(api.failure).toBe(failure);
    expect(api.chunks.at(-1)).toBe(3);
    expect(router.report()).toMatchObject({ identity: "changed", writeCommands: 1 });
  });

  test("before: the connection breaks and nothing was carried out", async () => {
    const { client, router } = await start();
    const api = await client();
    router.setFaults({ broken: [{ how: "reset", when: "before" }] });
    api.send(write);
    await api.until(() => api.closed);
    expect(router.report()).toMatchObject({ identity: "MikroTik", writeCommands: 0 });
  });

  test("fatal says so and closes", async () => {
    const { client, router } = await start();
    const api = await client();
    router.setFaults({ broken: [{ how: "fatal" }] });
    api.send(write);
    await api.until(() => api.closed);
    expect(api.sentences.at(-1)).toEqual(["!fatal", "connection broken by the router"]);
  });

  test("stall never answers, as often as was asked, and only the command that was named", async () => {
    const { client, router } = await start();
    const api = await client();
    router.setFaults({ broken: [{ how: "stall", command: "/system/identity/set", times: 2 }] });
    api.send([...write, ".tag=1"]);
    api.send([...write, ".tag=2"]);
    expect(await api.talk(["/system/identity/print"])).toEqual([["!re", "=name=changed"], ["!done"]]);
    expect(await api.talk([...write, ".tag=3"])).toEqual([["!done", ".tag=3"]]);
    expect(api.sentences.some((words) => words.includes(".tag=1") || words.includes(".tag=2"))).toBe(false);
  });

  test("a log-in breaks only if it is named", async () => {
    const { client, router, port } = await start({ broken: [{ how: "reset" }] });
    await client();
    router.setFaults({ broken: [{ how: "reset", command: "/login" }] });
    const api = await TestClient.connect(port);
    api.send(["/login", "=name=api", "=password=secret"]);
    await api.until(() => api.closed);
    expect(api.failure).toBe("ECONNRESET");
  });
});

describe("replies out of time", () => {
  test("a delayed command is overtaken by the others", async () => {
    const { client, router } = await start();
    const api = await client();
    router.setFaults({ delayMs: 40, delayedCommand: "/system/clock" });
    api.send(["/system/clock/print", "=.proplist=x", ".tag=slow"]);
    api.send(["/system/identity/print", "=.proplist=x", ".tag=quick"]);
    const done = () => api.sentences.filter((words) => words[0] === "!done" && words.length === 2);
    await api.until(() => done().length === 2);
    expect(done()).toEqual([
      ["!done", ".tag=quick"],
      ["!done", ".tag=slow"],
    ]);
  });

  test("after done: a finished tag speaks once more", async () => {
    const { client } = await start({ late: "after done" });
    const api = await client();
    await api.talk(["/system/identity/set", "=name=x", ".tag=9"]);
    await api.until(() => api.sentences.filter((words) => words.join() === "!done,.tag=9").length === 2);
  });
});

describe("connections", () => {
  test("accept and close: no byte comes", async () => {
    const { port } = await start({ accept: "close" });
    const api = await TestClient.connect(port);
    await api.until(() => api.closed);
    expect([api.chunks, api.failure]).toEqual([[], null]);
  });

  test("accept and silent: no byte comes, and the connection stays", async () => {
    const { port, router } = await start({ accept: "silent" });
    const api = await TestClient.connect(port);
    api.send(["/login", "=name=api", "=password=secret"]);
    router.setFaults({ accept: "normal" });
    const other = await TestClient.loggedIn(port);
    expect(other.sentences).toEqual([["!done"]]);
    expect([api.chunks, api.closed]).toEqual([[], false]);
    api.close();
    other.close();
  });

  test("an address that the api service does not allow is accepted and then closed", async () => {
    const { port, client, router } = await start();
    const before = await client();
    router.setFaults({ apiAddresses: ["10.9.0.0/16"] });
    const api = await TestClient.connect(port);
    await api.until(() => api.closed);
    expect(await before.rows("/ip/service/print", "?name=api", "=.proplist=address,port")).toEqual([
      { address: "10.9.0.0/16", port: String(port) },
    ]);
    router.setFaults({ apiAddresses: ["127.0.0.0/8"] });
    expect((await client()).sentences).toEqual([["!done"]]);
  });

  test.each(["reset", "silent"] as const)(
    "an unreachable router ends open connections and is %s to new ones",
    async (unreachable) => {
      const { client, port, router } = await start({ unreachable });
      const before = await client();
      router.control({ reachable: false });
      await before.until(() => before.closed);
      const api = new TestClient(connect(port, "127.0.0.1"));
      if (unreachable === "reset") {
        await api.until(() => api.closed);
        expect(api.failure).toBe("ECONNRESET");
      }
      router.control({ reachable: true });
      expect((await client()).sentences).toEqual([["!done"]]);
      expect(api.sentences).toEqual([]);
      api.close();
    },
  );
});

describe("rows", () => {
  test("a bare row comes first in every print", async () => {
    const { client } = await start({ bareRow: true });
    const reply = await (await client()).talk(["/system/identity/print", ".tag=1"]);
    expect(reply.map((words) => words.slice(0, -1))).toEqual([["!re"], ["!re", "=name=MikroTik"], ["!done"]]);
  });

  test("20,000 users are listed and counted, and only that", async () => {
    const { client, router } = await start({ bulkUsers: 20_000 });
    const api = await client();
    expect(await api.rows("/ip/hotspot/user/print", "=.proplist=.id,name,uptime")).toHaveLength(20_001);
    expect(await api.ret("/ip/hotspot/user/print", "=count-only=", "?name=bulk-19999")).toBe("1");
    expect(router.report().users).toBe(0);
  });

  test("clearFaults brings back what the version does by itself", async () => {
    const { router } = await start({ empty: "print+write", tagPosition: "second", bulkUsers: 5 });
    router.clearFaults();
    expect(router.faults).toMatchObject({ empty: "off", tagPosition: "last", bulkUsers: 0 });
  });
});
