import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describe, expect, test, vi } from "vitest";
import { openRouter } from "#bridge/router";
import { connected, fault, identity, scripted } from "#tests/support/bridge-to-router";
import { type Script, writeApart } from "#tests/support/scripted-router";
import { runStockDriver } from "#tests/support/stock-driver";

// Faults of node-routeros 1.6.9 that the bridge does not have; how connections begin and end: router-connection-faults.test.ts.

// Each child waits a second or more for what must never come, and all share the machine.
vi.setConfig({ testTimeout: 20_000 });

describe.concurrent("the driver that is patched", () => {
  test("is node-routeros 1.6.9 exactly, with the methods that the bridge replaces and relies on", async (t) => {
    const require = createRequire(import.meta.url);
    const manifest = await readFile(require.resolve("node-routeros/package.json"), "utf8");
    expect(JSON.parse(manifest).version).toBe("1.6.9");
    const outcome = await runStockDriver(
      `const { Channel, Connector, Receiver, Transmitter } = require("node-routeros");
       for (const [owner, names] of [
         [Channel, ["processPacket", "write", "close", "readAndWrite"]], [Receiver, ["processRawData", "read", "stop"]],
         [Transmitter, ["encodeString", "write", "runPool"]], [RouterOSAPI, ["connect", "login"]],
         [Connector, ["connect", "write", "onData"]],
       ]) for (const name of names) if (typeof owner.prototype[name] !== "function") say(owner.name + "." + name);`,
      0,
    );
    expect(outcome, "what is missing").toEqual({ said: [], exitCode: 0, stderr: "" });
    t.expect(Object.keys(JSON.parse(manifest).dependencies)).toEqual(["debug", "iconv-lite"]);
  });

  test("stays as it is until the first connection is built, and the bridge runs as plain TypeScript", async (t) => {
    const { port } = await scripted(t, identity);
    const outcome = await runStockDriver(
      `const { Channel } = require("node-routeros");
       const before = Channel.prototype.processPacket;
       const { openRouter } = await import("./bridge/router.ts");
       const router = openRouter({ host: "127.0.0.1", port, username: "a", password: "b" });
       say(Channel.prototype.processPacket === before);
       say(await router.print("/system/identity"));
       const once = Channel.prototype.processPacket;
       say(once === before);
       await router.close();
       const again = openRouter({ host: "127.0.0.1", port, username: "a", password: "b" });
       await again.print("/system/identity");
       say(once === Channel.prototype.processPacket);
       await again.close();`,
      port,
    );
    expect(outcome.said).toEqual([true, [{ name: "site-1" }], false, true]);
  });
});

describe.concurrent("an answer without rows (!empty, RouterOS 7.18 and later)", () => {
  const empty: Script = (command) => {
    command.reply("!empty");
    command.reply("!done");
  };

  test("no rows, also for writes, and the connection goes on", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      if (command.name.startsWith("/empty")) empty(command);
      else identity(command);
    });
    expect(await router.print("/empty")).toEqual([]);
    expect(await router.set("/empty", "*1", { name: "x" })).toBeUndefined();
    expect(await router.print("/system/identity")).toEqual([{ name: "site-1" }]);
    expect(peer.connections).toBe(1);
  });
});

describe.concurrent("rows, traps and ids", () => {
  const script: Script = (command) => {
    if (command.name === "/bare/print") command.reply("!re");
    if (command.name === "/no/print")
      command.reply("!trap", "=category=0", "=message=no such command prefix");
    if (command.name === "/u/set") command.reply("!trap", "=message=no such item (4)");
    command.reply("!done", ...(command.name === "/u/add" ? ["=ret=*3"] : []));
  };

  test("keeps both, with the router's own text", async (t) => {
    const [router, peer] = await connected(t, script);
    expect(await router.print("/bare")).toEqual([{}]);
    const unknown = { kind: "trap", category: 0, message: "no such command prefix" };
    expect(await fault(router.print("/no"))).toMatchObject(unknown);
    const missing = await fault(router.set("/u", "*9", {}));
    expect(missing).toMatchObject({ kind: "trap", message: "no such item (4)" });
    expect(missing.category).toBeUndefined();
    expect(await router.add("/u", {})).toBe("*3");
    expect(peer.connections, "a trap is an answer, not a break").toBe(1);
  });
});

describe.concurrent("100 commands, of which those at one time are answered out of order", () => {
  /** Answers when no more come (a busy machine asks fewer at a time), the last first, one row of each in turn. */
  const shuffled = (atOneTime: number[]): Script => {
    const waiting: Parameters<Script>[0][] = [];
    const answer = () => {
      const asked = waiting.splice(0);
      atOneTime.push(asked.length);
      for (const row of ["a", "b"])
        for (const each of asked) each.reply("!re", `=of=${each.name}`, `=row=${row}`);
      for (const each of asked) each.reply("!done");
    };
    return (command) => {
      if (waiting.unshift(command) === 1) setTimeout(answer, 50);
    };
  };
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const rowsOf = (index: number) => [
    { of: `/n${index}/print`, row: "a" },
    { of: `/n${index}/print`, row: "b" },
  ];

  test("right", async (t) => {
    const atOneTime: number[] = [];
    const [router] = await connected(t, shuffled(atOneTime));
    expect(await Promise.all(numbers.map((n) => router.print(`/n${n}`)))).toEqual(numbers.map(rowsOf));
    expect(atOneTime[0]).toBe(4);
  });
});

describe.concurrent("an answer to a command that is over", () => {
  const late: Script = (command) => {
    command.reply("!done");
    if (command.name === "/x/print") command.reply("!re", "=late=yes");
  };

  test("is ignored, as are replies of unknown kinds and replies without a tag", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      late(command);
      command.reply("!news", "=of=tomorrow");
      command.socket.write(Buffer.from("\x03!re\x04=a=b\x00", "latin1"));
    });
    expect(await router.print("/x")).toEqual([]);
    expect(await router.print("/y")).toEqual([]);
    expect(peer.connections).toBe(1);
  });
});

describe.concurrent("a reply cut into segments", () => {
  const reply = [
    "!re",
    "=.id=*1A",
    "=name=AA:BB:CC:DD:EE:FF",
    `=comment=${"x".repeat(150)}`,
    "=disabled=false",
  ];

  const row = { ".id": "*1A", name: "AA:BB:CC:DD:EE:FF", comment: "x".repeat(150), disabled: "false" };

  test("reads it at every place of the cut", async (t) => {
    let cut = 0;
    const [router, peer] = await connected(t, (command) => {
      const bytes = Buffer.concat([command.bytes(...reply), command.bytes("!done")]);
      cut += 1;
      void writeApart(command.socket, [bytes.subarray(0, cut), bytes.subarray(cut)]);
    });
    for (let times = 0; times < 250; times += 1) expect(await router.print("/x")).toEqual([row]);
    expect(peer.connections).toBe(1);
  });

  test("reads it and logs in over segments of one and two bytes", async (t) => {
    for (const size of [1, 2]) {
      const [router] = await connected(
        t,
        (command) => {
          const bytes = Buffer.concat([command.bytes(...reply), command.bytes("!done")]);
          void writeApart(command.socket, inPieces(bytes, size));
        },
        {
          login: (command) => void writeApart(command.socket, inPieces(command.bytes("!done"), size)),
        },
      );
      expect(await router.print("/x")).toEqual([row]);
    }
  });
});

describe.concurrent("text", () => {
  const text = "Kahawa ☕ – Ñandú, 0712 = 5/=\nline two";
  const echo: Script = (command) => {
    command.reply("!re", `=comment=${command.attributes.comment ?? text}`);
    command.reply("!done");
  };

  test("is UTF-8 both ways, in the password too, also when a character is cut", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      const bytes = Buffer.concat([
        command.bytes("!re", `=comment=${command.attributes.comment ?? text}`),
        command.bytes("!done"),
      ]);
      void writeApart(command.socket, inPieces(bytes, 1));
    });
    expect(await router.print("/x", { comment: text })).toEqual([{ comment: text }]);
    expect(peer.commands.at(-1)?.words).toContain(`?comment=${text}`);
    expect(await router.run("/x/echo", { comment: text })).toEqual([{ comment: text }]);

    const { port, commands } = await scripted(t, identity);
    await openRouter({ host: "127.0.0.1", port, username: "Müller", password: "påss=wörd" }).print("/x");
    expect(commands[0]?.attributes).toEqual({ name: "Müller", password: "påss=wörd" });
  });

  const sizes = [200, 20_000, 3_000_000];

  test("long words are right", async (t) => {
    const [router] = await connected(t, echo);
    for (const size of sizes) {
      const [row] = await router.run("/x/set", { comment: "y".repeat(size) });
      expect(row?.comment === "y".repeat(size), `${size} bytes`).toBe(true);
    }
  });
});

describe.concurrent("many rows", () => {
  test("20,000 hotspot users of 13 fields come whole and in order", async (t) => {
    const [router] = await connected(t, (command) => {
      const rows: Buffer[] = [];
      for (let index = 0; index < 20_000; index += 1) {
        const fields = Array.from({ length: 12 }, (_, field) => `=field-${field}=value ${field} of ${index}`);
        rows.push(command.bytes("!re", `=.id=*${index.toString(16).toUpperCase()}`, ...fields));
      }
      command.socket.write(Buffer.concat([...rows, command.bytes("!done")]));
    });
    const rows = await router.print("/ip/hotspot/user");
    expect(rows.length).toBe(20_000);
    expect(rows.every((row, index) => row[".id"] === `*${index.toString(16).toUpperCase()}`)).toBe(true);
    expect(Object.keys(rows[19_999] ?? {}).length).toBe(13);
  });
});

function* inPieces(bytes: Buffer, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
