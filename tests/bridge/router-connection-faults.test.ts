import { describe, expect, test } from "vitest";
import { openRouter } from "#bridge/router";
import { connected, fault, identity, scripted, silent } from "#tests/support/bridge-to-router";
import type { Script } from "#tests/support/scripted-router";

// As router-faults.test.ts, for how connections begin and end.

describe.concurrent("a connection that ends with commands pending", () => {
  const ends: [string, Script][] = [
    ["FIN", (command) => command.socket.end()],
    ["RST", (command) => command.socket.resetAndDestroy()],
    [
      "!fatal",
      (command) => command.socket.end(Buffer.from("\x06!fatal\x12session terminated\x00", "latin1")),
    ],
  ];

  test.for(ends)("after %s all pending rejects and the next call connects anew", async ([, end], t) => {
    const [router, peer] = await connected(t, (command) => {
      if (command.name === "/end/print") end(command);
      if (command.name === "/after/print") identity(command);
    });
    const faults = await Promise.all(["/silent", "/end"].map((path) => fault(router.print(path))));
    expect(faults.map(({ kind }) => kind)).toEqual(["closed", "closed"]);
    expect(router.connected).toBe(false);
    expect(await router.print("/after")).toEqual([{ name: "site-1" }]);
    expect(peer.connections).toBe(2);
  });

  test("the text of !fatal is kept, as a plain word and as an attribute", async (t) => {
    const [router] = await connected(t, (command) => {
      const text = command.name === "/plain/print" ? "not logged in" : "=message=not logged in";
      command.socket.write(Buffer.concat([command.bytes("!fatal", text)]));
    });
    for (const path of ["/plain", "/attribute"]) {
      expect(await fault(router.print(path))).toMatchObject({ kind: "closed", message: "not logged in" });
    }
  });
});

describe.concurrent("a router that never answers", () => {
  test("rejects at its deadline, gives up the connection and what waits on it, and connects anew", async (t) => {
    const [router, peer] = await connected(t, silent, { readTimeoutMs: 150, writeTimeoutMs: 10_000 });
    const write = fault(router.set("/x", "*1", {}));
    expect(await fault(router.print("/x"))).toMatchObject({
      kind: "timeout",
      message: "/x/print: no answer within 150 ms",
    });
    expect(await write).toMatchObject({ kind: "closed", message: expect.stringContaining("given up") });
    await fault(router.print("/x"));
    expect(peer.connections).toBe(2);
  });

  test("closing rejects what is pending and every later call", async (t) => {
    const [router, peer] = await connected(t, silent);
    const pending = fault(router.print("/x"));
    await expect.poll(() => peer.commands.length).toBe(2);
    await router.close();
    expect(await pending).toMatchObject({ kind: "closed" });
    expect(await fault(router.print("/x"))).toMatchObject({ kind: "closed" });
    expect(await fault(router.add("/x", {}))).toMatchObject({ kind: "closed" });
    expect(router.connected).toBe(false);
  });
});

test("an answer that lies in the socket while the bridge is busy with something else has come in time", async (t) => {
  const [router] = await connected(
    t,
    (command) => {
      command.reply("!done");
      const busyUntil = performance.now() + 2_100;
      while (performance.now() < busyUntil);
    },
    { readTimeoutMs: 2_000 },
  );
  expect(await router.print("/x")).toEqual([]);
});

describe.concurrent("an idle connection", () => {
  test("outlives a reset while idle, says so, and the next call connects anew", async (t) => {
    const [router, peer] = await connected(t, identity);
    await router.print("/x");
    expect(router.connected).toBe(true);
    peer.drop();
    await expect.poll(() => router.connected).toBe(false);
    expect(await router.print("/x")).toEqual([{ name: "site-1" }]);
    expect(peer.connections).toBe(2);
  });

  test("sends nothing of its own accord", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      if (command.name === "/slow/print") setTimeout(() => identity(command), 1200);
    });
    await router.print("/slow");
    expect(peer.commands.map(({ name }) => name)).toEqual(["/login", "/slow/print"]);
  });
});

describe.concurrent("connecting", () => {
  test("the first call connects, and calls at the same time share one connection", async (t) => {
    const [router, peer] = await connected(t, identity);
    expect([router.connected, peer.connections]).toEqual([false, 0]);
    await Promise.all([router.print("/a"), router.print("/b"), router.run("/c", {}), router.print("/d")]);
    expect([router.connected, peer.connections]).toEqual([true, 1]);
  });

  test("they are unreachable, and the fault names host, port and reason", async () => {
    const of = (host: string, port: number) => openRouter({ host, port, username: "a", password: "b" });
    const refused = await fault(of("127.0.0.1", 1).print("/x"));
    expect(refused).toMatchObject({
      kind: "unreachable",
      message: expect.stringMatching(/^127.0.0.1:1: .*ECONNREFUSED/),
    });
    const unknown = await fault(of("a..b", 8728).add("/x", {}));
    expect(unknown).toMatchObject({
      kind: "unreachable",
      message: expect.stringMatching(/^a\.\.b:8728: .*ENOTFOUND/),
    });
    expect(await fault(of("127.0.0.1", 70_000).print("/x"))).toMatchObject({ kind: "unreachable" });
  });

  const closeAtOnce = { greet: (socket: { end(): void }) => socket.end() };

  test("rejects at once", async (t) => {
    const [router] = await connected(t, silent, closeAtOnce);
    expect(await fault(router.print("/x"))).toMatchObject({ kind: "closed" });
  });

  test("it times out at the deadline for connecting, and the next call tries again", async (t) => {
    const [router, peer] = await connected(t, silent, { login: silent, connectTimeoutMs: 150 });
    expect(await fault(router.print("/x"))).toMatchObject({ kind: "timeout" });
    expect(await fault(router.print("/x"))).toMatchObject({ kind: "timeout" });
    expect(peer.connections).toBe(2);
  });
});

describe.concurrent("logging in", () => {
  const refuse: Script = (command) => {
    command.reply("!trap", "=message=invalid user name or password (6)");
    command.reply("!done");
  };

  test("it is a refused log-in with the router's text", async (t) => {
    const [router] = await connected(t, identity, { login: refuse });
    const refused = { kind: "refused-login", message: "invalid user name or password (6)" };
    expect(await fault(router.print("/x"))).toMatchObject(refused);
    expect(router.connected).toBe(false);
  });

  // RouterOS before 6.43: 00 and the MD5 of a zero byte, the password and the challenge, computed elsewhere. The last
  // vector is that of go-routeros's proto_test.go.
  const challenge = "ebddd18303a54111e2dea05a92ab46b4";
  const vectors: [password: string, challenge: string, response: string][] = [
    ["passTest", challenge, "00f0a08bf40926bc843e7e19ac45b567a3"],
    ["påss", challenge, "0068d4945d8c4fb21a97968807c7aa78ed"],
    ["passTest", "abc123", "0021277bff9ac7caf06aa608e46616d47f"],
  ];
  const legacy =
    (asked: string, response: string): Script =>
    (command) => {
      if (command.attributes.password !== undefined) command.reply("!done", `=ret=${asked}`);
      else if (command.attributes.response === response) command.reply("!done");
      else refuse(command);
    };

  test("answers it for every password", async (t) => {
    for (const [password, asked, response] of vectors) {
      const { port } = await scripted(t, identity, { login: legacy(asked, response) });
      const router = openRouter({ host: "127.0.0.1", port, username: "admin", password });
      expect(await router.print("/x")).toEqual([{ name: "site-1" }]);
      await router.close();
      const wrong = openRouter({ host: "127.0.0.1", port, username: "admin", password: "other" });
      expect(await fault(wrong.print("/x"))).toMatchObject({ kind: "refused-login" });
    }
  });
});

describe.concurrent("a stream (listen, follow)", () => {
  test("has no streams to lose, usage is polled", async (t) => {
    const [router] = await connected(t, identity);
    const doors = [
      "add",
      "apart",
      "close",
      "connected",
      "count",
      "peerFingerprint",
      "print",
      "remove",
      "run",
    ];
    expect(Object.keys(router).sort()).toEqual([...doors, "set"]);
  });
});
