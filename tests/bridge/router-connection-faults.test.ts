import { describe, expect, test, vi } from "vitest";
import { openRouter } from "#bridge/router";
import { connected, fault, identity, patiently, scripted, silent } from "#tests/support/bridge-to-router";
import type { Script } from "#tests/support/scripted-router";
import { runStockDriver } from "#tests/support/stock-driver";

// As router-faults.test.ts, for how connections begin and end: the driver as published shows the fault, the bridge not.

// Each child waits a second or more for what must never come, and all share the machine.
vi.setConfig({ testTimeout: 20_000 });

describe.concurrent("a connection that ends with commands pending", () => {
  const ends: [string, Script][] = [
    ["FIN", (command) => command.socket.end()],
    ["RST", (command) => command.socket.resetAndDestroy()],
    [
      "!fatal",
      (command) => command.socket.end(Buffer.from("\x06!fatal\x12session terminated\x00", "latin1")),
    ],
  ];

  test.for(ends)("driver: after %s nothing pending settles, nor any later command", async ([, end], t) => {
    const { port } = await scripted(t, end);
    const outcome = await runStockDriver(
      `const a = await api().connect(); a.on("error", () => {});
       say(await outcome(a.write("/x/print"))); say(await outcome(a.write("/x/print"), 500));`,
      port,
    );
    expect(outcome.said).toEqual(["never settled", "never settled"]);
  });

  test.for(ends)(
    "bridge: after %s all pending rejects and the next call connects anew",
    async ([, end], t) => {
      const [router, peer] = await connected(t, (command) => {
        if (command.name === "/end/print") end(command);
        if (command.name === "/after/print") identity(command);
      });
      const faults = await Promise.all(["/silent", "/end"].map((path) => fault(router.print(path))));
      expect(faults.map(({ kind }) => kind)).toEqual(["closed", "closed"]);
      expect(router.connected).toBe(false);
      expect(await router.print("/after")).toEqual([{ name: "site-1" }]);
      expect(peer.connections).toBe(2);
    },
  );

  test("bridge: the text of !fatal is kept, as a plain word and as an attribute", async (t) => {
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
  test.for([false, true])(
    "driver with keepalive %s: never settles, nor when closed",
    async (keepalive, t) => {
      const { port } = await scripted(t, silent);
      const outcome = await runStockDriver(
        `const a = await api({ keepalive: ${keepalive}, timeout: 1 }).connect(); a.on("error", () => {});
       const pending = a.write("/x/print");
       say(await outcome(pending, 800)); say(await outcome(a.close())); say(await outcome(pending, 300));`,
        port,
      );
      expect(outcome.said).toEqual(["never settled", { resolved: "api" }, "never settled"]);
    },
  );

  test("bridge: rejects at its deadline, gives up the connection and what waits on it, and connects anew", async (t) => {
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

  test("bridge: closing rejects what is pending and every later call", async (t) => {
    const [router, peer] = await connected(t, silent);
    const pending = fault(router.print("/x"));
    await expect.poll(() => peer.commands.length, patiently).toBe(2);
    await router.close();
    expect(await pending).toMatchObject({ kind: "closed" });
    expect(await fault(router.print("/x"))).toMatchObject({ kind: "closed" });
    expect(await fault(router.add("/x", {}))).toMatchObject({ kind: "closed" });
    expect(router.connected).toBe(false);
  });
});

describe.concurrent("an idle connection", () => {
  test.for(["timeout", "reset"])(
    "driver: without an error listener, %s ends the process",
    async (what, t) => {
      const router = await scripted(t, (command) => {
        command.reply("!done");
        if (what === "reset") command.socket.resetAndDestroy();
      });
      const outcome = await runStockDriver(
        `const a = await api({ timeout: 1 }).connect(); await a.write("/x/print"); await pause(3000);`,
        router.port,
      );
      expect(outcome.exitCode).not.toBe(0);
      expect(outcome.stderr).toMatch(
        what === "reset" ? /Unhandled 'error'|unhandled/i : /Timed out after 1 seconds/,
      );
    },
  );

  test("driver: after the socket died a write never settles", async (t) => {
    const router = await scripted(t, (command) => command.socket.resetAndDestroy());
    const outcome = await runStockDriver(
      `const a = await api().connect(); let died; const death = new Promise((resolve) => { died = resolve; });
       a.on("error", died); a.write("/x/print"); await death; say(await outcome(a.write("/y/print")));`,
      router.port,
    );
    expect(outcome.said).toEqual(["never settled"]);
  });

  test("bridge: outlives a reset while idle, says so, and the next call connects anew", async (t) => {
    const [router, peer] = await connected(t, identity);
    await router.print("/x");
    expect(router.connected).toBe(true);
    peer.drop();
    await expect.poll(() => router.connected, patiently).toBe(false);
    expect(await router.print("/x")).toEqual([{ name: "site-1" }]);
    expect(peer.connections).toBe(2);
  });

  test("bridge: sends nothing of its own accord", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      if (command.name === "/slow/print") setTimeout(() => identity(command), 1200);
    });
    await router.print("/slow");
    expect(peer.commands.map(({ name }) => name)).toEqual(["/login", "/slow/print"]);
  });
});

describe.concurrent("connecting", () => {
  test("driver: writing first is a TypeError, connecting twice rejects with a string", async (t) => {
    const { port } = await scripted(t, identity);
    const outcome = await runStockDriver(
      `const a = api();
       say(await outcome((async () => a.write("/x/print"))()));
       const first = a.connect(); say(await outcome(a.connect())); await first;`,
      port,
    );
    expect(outcome.said).toEqual([
      { rejected: { message: expect.stringContaining("undefined") } },
      { rejected: "ALRDYCONNECTING" },
    ]);
  });

  test("bridge: the first call connects, and calls at the same time share one connection", async (t) => {
    const [router, peer] = await connected(t, identity);
    expect([router.connected, peer.connections]).toEqual([false, 0]);
    await Promise.all([router.print("/a"), router.print("/b"), router.run("/c", {}), router.print("/d")]);
    expect([router.connected, peer.connections]).toEqual([true, 1]);
  });

  test("driver: a refused port and an unknown host reject with an empty message", async () => {
    const outcome = await runStockDriver(
      `say(await outcome(api({ port: 1 }).connect())); say(await outcome(api({ host: "a..b" }).connect()));`,
      0,
    );
    expect(outcome.said).toEqual([
      { rejected: { message: "", errno: -111 } },
      { rejected: { message: "", errno: -3008 } },
    ]);
  });

  test("bridge: they are unreachable, and the fault names host, port and reason", async () => {
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

  test("driver: never settles if the router accepts and closes at once (address not allowed)", async (t) => {
    const { port } = await scripted(t, silent, closeAtOnce);
    const outcome = await runStockDriver(`say(await outcome(api({ timeout: 1 }).connect(), 2000));`, port);
    expect(outcome.said).toEqual(["never settled"]);
  });

  test("bridge: rejects at once", async (t) => {
    const [router] = await connected(t, silent, closeAtOnce);
    expect(await fault(router.print("/x"))).toMatchObject({ kind: "closed" });
  });

  test("driver: a router that accepts and stays silent times out", async (t) => {
    const { port } = await scripted(t, silent, { login: silent });
    const outcome = await runStockDriver(`say(await outcome(api({ timeout: 1 }).connect(), 3000));`, port);
    expect(outcome.said).toEqual([
      { rejected: { message: "Timed out after 1 seconds", errno: "SOCKTMOUT" } },
    ]);
  });

  test("bridge: it times out at the deadline for connecting, and the next call tries again", async (t) => {
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

  test("driver: a wrong password rejects with its own text", async (t) => {
    const { port } = await scripted(t, identity, { login: refuse });
    const outcome = await runStockDriver(`say(await outcome(api().connect()));`, port);
    expect(outcome.said).toEqual([
      { rejected: { message: "Username or password is invalid", errno: "CANTLOGIN" } },
    ]);
  });

  test("bridge: it is a refused log-in with the router's text", async (t) => {
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

  test("driver: answers the MD5 challenge of old routers, for passwords of ASCII", async (t) => {
    for (const [password, asked, response] of vectors.slice(0, 2)) {
      const { port } = await scripted(t, identity, { login: legacy(asked, response) });
      const outcome = await runStockDriver(
        `say(await outcome(api({ password: "${password}" }).connect()));`,
        port,
      );
      const right = password === "passTest";
      expect(outcome.said).toEqual([right ? { resolved: "api" } : { rejected: expect.anything() }]);
    }
  });

  test("bridge: answers it for every password", async (t) => {
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
  test("driver: a lost socket tells the stream nothing", async (t) => {
    const { port } = await scripted(t, (command) => command.socket.resetAndDestroy());
    const outcome = await runStockDriver(
      `const a = await api().connect(); let lost; const loss = new Promise((resolve) => { lost = resolve; });
       a.on("error", lost);
       const stream = a.writeStream("/x/listen"); const seen = [];
       for (const event of ["data", "done", "trap", "close", "error"]) stream.on(event, () => seen.push(event));
       await loss; await pause(500); say(seen);`,
      port,
    );
    expect(outcome.said).toEqual([[]]);
  });

  test("bridge: has no streams to lose, usage is polled", async (t) => {
    const [router] = await connected(t, identity);
    const doors = ["add", "close", "connected", "peerFingerprint", "print", "remove", "run", "set"];
    expect(Object.keys(router).sort()).toEqual(doors);
  });
});
