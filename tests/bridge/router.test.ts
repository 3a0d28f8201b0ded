import { Socket } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { connected, fault } from "#tests/support/bridge-to-router";
import type { Script, ScriptedCommand, ScriptedRouter } from "#tests/support/scripted-router";
import { selfSigned } from "#tests/support/self-signed";

const done: Script = (command) =>
  command.reply("!done", ...(command.name.endsWith("/add") ? ["=ret=*1"] : []));
/** What was sent after the log-in. */
const sent = (peer: ScriptedRouter) =>
  peer.commands.filter(({ name }) => name !== "/login").map(({ words }) => words);

describe("words on the wire", () => {
  test("are those of the RouterOS API for every method", async (t) => {
    const [router, peer] = await connected(t, done);
    await router.print("/ip/hotspot/user");
    await router.print("/ip/hotspot/user", { name: "AA:BB", comment: "a=b" }, [".id", "uptime"]);
    await router.add("/ip/hotspot/user", { name: "x", comment: "" });
    await router.set("/ip/hotspot/user", "*1A", { disabled: "yes" });
    await router.remove("/ip/hotspot/active", "*2");
    await router.run("/ip/hotspot/active/login", { user: "x", ip: "10.0.0.2" });
    expect(sent(peer)).toEqual([
      ["/ip/hotspot/user/print"],
      ["/ip/hotspot/user/print", "=.proplist=.id,uptime", "?name=AA:BB", "?comment=a=b"],
      ["/ip/hotspot/user/add", "=name=x", "=comment="],
      ["/ip/hotspot/user/set", "=.id=*1A", "=disabled=yes"],
      ["/ip/hotspot/active/remove", "=.id=*2"],
      ["/ip/hotspot/active/login", "=user=x", "=ip=10.0.0.2"],
    ]);
  });

  test("of one command leave in one write, as Nagle's algorithm would hold back what follows the first", async (t) => {
    const [router, peer] = await connected(t, done);
    const writes = { one: vi.spyOn(Socket.prototype, "_write"), many: vi.spyOn(Socket.prototype, "_writev") };
    await router.set("/x", "*1", { a: "1", b: "2", c: "3", d: "4" });
    const ofClient = (spy: { mock: { contexts: unknown[] } }) =>
      spy.mock.contexts.filter((socket) => socket instanceof Socket && socket.remotePort === peer.port)
        .length;
    expect({ one: ofClient(writes.one), many: ofClient(writes.many) }).toEqual({ one: 0, many: 2 });
    vi.restoreAllMocks();
  });
});

describe("reads of single rows", () => {
  const ofUsers = (peer: ScriptedRouter) => sent(peer).filter(([name]) => name === "/user/print");

  test("that are asked together go as one, and each has its own rows", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      for (const word of command.words.filter((one) => one.startsWith("?name=")))
        command.reply("!re", `=name=${word.slice(6)}`, "=.id=*1");
      command.reply("!done");
    });
    const read = (name: string) => router.print("/user", { name }, [".id"]);
    expect(await Promise.all(["a", "b", "c", "a"].map(read))).toEqual(
      ["a", "b", "c", "a"].map((name) => [{ name, ".id": "*1" }]),
    );
    expect(ofUsers(peer)).toEqual([
      ["/user/print", "=.proplist=.id,name", "?name=a", "?name=b", "?#|", "?name=c", "?#|"],
    ]);
    await Promise.all([router.print("/user", { name: "d" }), router.print("/user", { name: "d" }, [".id"])]);
    expect(ofUsers(peer)).toHaveLength(3);
  });

  test("are never answered by what was asked before them", async (t) => {
    const held: ScriptedCommand[] = [];
    const [router, peer] = await connected(t, (command) => void held.push(command));
    const first = router.print("/user", { name: "a" });
    await expect.poll(() => held.length).toBe(1);
    const later = [router.print("/user", { name: "a" }), router.print("/user", { name: "b" })];
    for (const command of held.splice(0)) done(command);
    expect(await first).toEqual([]);
    await expect.poll(() => held.length).toBe(1);
    held[0]?.reply("!re", "=name=a");
    for (const command of held) done(command);
    expect(await Promise.all(later)).toEqual([[{ name: "a" }], []]);
    expect(ofUsers(peer)).toHaveLength(2);
  });
});

describe("apart", () => {
  test("the writes of one piece of work wait for its own alone", async (t) => {
    const held: ScriptedCommand[] = [];
    const [router] = await connected(t, (command) => void held.push(command));
    const [one, other] = [router.apart(), router.apart()];
    const writes = [one.add("/a1", {}), one.add("/a2", {}), other.add("/b1", {})];
    await expect.poll(() => held.map(({ name }) => name).sort()).toEqual(["/a1/add", "/b1/add"]);
    for (const command of held.splice(0)) done(command);
    await expect.poll(() => held.map(({ name }) => name)).toEqual(["/a2/add"]);
    for (const command of held.splice(0)) done(command);
    expect(await Promise.all(writes)).toEqual(["*1", "*1", "*1"]);
  });

  test("it ends with its connection: nothing of it is sent on the next one", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      if (command.name === "/end/add") command.socket.resetAndDestroy();
      else done(command);
    });
    const [one, other] = [router.apart(), router.apart()];
    expect(await other.print("/x")).toEqual([]);
    expect(await fault(one.add("/end", {}))).toMatchObject({ kind: "closed" });
    for (const ended of [one, other]) {
      expect(ended.connected).toBe(false);
      expect(await fault(ended.add("/more", {}))).toMatchObject({ kind: "closed" });
      expect(await fault(ended.print("/more"))).toMatchObject({ kind: "closed" });
    }
    expect(await router.apart().add("/anew", {})).toBe("*1");
    expect(sent(peer).map(([name]) => name)).toEqual(["/x/print", "/end/add", "/anew/add"]);
    expect(peer.connections).toBe(2);
  });
});

describe("answers", () => {
  test("an add that is done without an id is a protocol fault, a command may have rows and an end", async (t) => {
    const [router] = await connected(t, (command) => {
      if (command.name === "/run") command.reply("!re", "=a=1");
      command.reply("!done", ...(command.name === "/run" ? ["=ret=ok"] : []));
    });
    expect(await fault(router.add("/x", {}))).toMatchObject({ kind: "protocol" });
    expect(await router.run("/run", {})).toEqual([{ a: "1" }, { ret: "ok" }]);
  });

  test("removing what is gone is no error, any other trap is", async (t) => {
    const [router] = await connected(t, (command) => {
      const gone = command.attributes[".id"] === "*1";
      command.reply("!trap", `=message=${gone ? "no such item (4)" : "not enough permissions (9)"}`);
      command.reply("!done");
    });
    expect(await router.remove("/x", "*1")).toBeUndefined();
    expect(await fault(router.remove("/x", "*2"))).toMatchObject({
      kind: "trap",
      message: "not enough permissions (9)",
    });
  });

  test("a peer that speaks something else is a protocol fault", async (t) => {
    const [router] = await connected(t, done, {
      greet: (socket) => socket.write("\x18HTTP/1.1 400 Bad Request\x00"),
    });
    expect(await fault(router.print("/x"))).toMatchObject({ kind: "protocol" });
  });
});

describe("writes", () => {
  /** Holds every command until it is released. */
  const holding = () => {
    const held: ScriptedCommand[] = [];
    const script: Script = (command) => void held.push(command);
    return { held, script };
  };

  test("go one at a time in the order of the calls, while reads pass them", async (t) => {
    const { held, script } = holding();
    const [router, peer] = await connected(t, script);
    const order: string[] = [];
    const writes = [
      router.add("/a", {}).then(() => order.push("a")),
      router.set("/b", "*1", {}).then(() => order.push("b")),
      router.run("/c", {}).then(() => order.push("c")),
    ];
    const reads = [router.print("/r1"), router.print("/r2")];
    await expect.poll(() => sent(peer).length).toBe(3);
    expect(
      sent(peer)
        .map(([name]) => name)
        .sort(),
    ).toEqual(["/a/add", "/r1/print", "/r2/print"]);
    for (const command of held.filter(({ name }) => name.endsWith("/print"))) done(command);
    await Promise.all(reads);
    for (const name of ["/a/add", "/b/set", "/c"]) {
      await expect.poll(() => held.map((command) => command.name)).toContain(name);
      for (const command of held.filter((each) => each.name === name)) done(command);
    }
    await Promise.all(writes);
    expect(order).toEqual(["a", "b", "c"]);
  });

  test("after a trapped write the next one goes on", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      if (command.name === "/a/add")
        command.reply("!trap", "=message=failure: already have user with this name");
      command.reply("!done");
    });
    const [first, second] = await Promise.allSettled([router.add("/a", {}), router.set("/b", "*1", {})]);
    expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
    expect(peer.connections).toBe(1);
  });

  test("are never sent twice, and those queued behind a lost one are not sent at all", async (t) => {
    const [router, peer] = await connected(t, (command) => {
      if (command.name === "/revoke/set") command.socket.resetAndDestroy();
      else done(command);
    });
    const [revoke, grant, more] = [
      router.set("/revoke", "*1", {}),
      router.add("/grant", {}),
      router.run("/more", {}),
    ].map(fault);
    expect(await revoke).toMatchObject({ kind: "closed" });
    expect(await grant).toMatchObject({ kind: "closed", message: expect.stringMatching(/^not sent: /) });
    expect(await more).toMatchObject({ kind: "closed", message: expect.stringMatching(/^not sent: /) });
    expect(await router.add("/grant", {}), "a later call is a new decision").toBe("*1");
    expect(sent(peer).map(([name]) => name)).toEqual(["/revoke/set", "/grant/add"]);
  });

  test("queued behind one that timed out are not sent either", async (t) => {
    const [router, peer] = await connected(t, () => undefined, { writeTimeoutMs: 100 });
    const [first, second] = [router.set("/a", "*1", {}), router.set("/b", "*1", {})].map(fault);
    expect(await first).toMatchObject({ kind: "timeout" });
    expect(await second).toMatchObject({
      kind: "closed",
      message: "not sent: /a/set: no answer within 100 ms",
    });
    expect(sent(peer).length).toBe(1);
  });

  test("to a router that is away fail together, not each after its own wait", async (t) => {
    const [router, peer] = await connected(t, done, { login: () => undefined, connectTimeoutMs: 100 });
    const faults = await Promise.all(Array.from({ length: 20 }, () => fault(router.add("/x", {}))));
    expect(faults[0]).toMatchObject({ kind: "timeout" });
    for (const behind of faults.slice(1)) expect(behind.message).toMatch(/^not sent: /);
    expect(peer.connections).toBe(1);
  });
});

describe("api-ssl", () => {
  const certificate = selfSigned("router");
  // What a router speaks that was never given a certificate.
  const anonymous = {
    ciphers: "ADH-AES256-GCM-SHA384:@SECLEVEL=0",
    maxVersion: "TLSv1.2",
    dhparam: "auto",
  } as const;
  const pinned = { pinnedFingerprint: certificate.fingerprint };

  test("lets in with the pinned certificate, in any spelling of the fingerprint", async (t) => {
    for (const pinnedFingerprint of [
      certificate.fingerprint,
      certificate.fingerprint.replaceAll(":", "").toLowerCase(),
    ]) {
      const [router] = await connected(t, done, { tls: certificate, client: { pinnedFingerprint } });
      expect(await router.print("/x")).toEqual([]);
    }
  });

  test("sends nothing, least of all the password, to another certificate or to none", async (t) => {
    for (const tls of [selfSigned("router"), anonymous]) {
      const [router, peer] = await connected(t, done, { tls, client: pinned });
      expect(await fault(router.print("/x"))).toMatchObject({
        kind: expect.stringMatching(/^(certificate|protocol|closed)$/),
      });
      expect(peer.commands).toEqual([]);
    }
  });

  test("without a pin takes the certificate it is shown and tells its fingerprint, so that it can be pinned", async (t) => {
    const [router] = await connected(t, done, { tls: certificate, client: {} });
    expect(router.peerFingerprint).toBeUndefined();
    await router.print("/x");
    expect(router.peerFingerprint).toBe(certificate.fingerprint);
    await router.close();
    expect(router.peerFingerprint).toBeUndefined();
  });

  test("without a pin works with a router that has no certificate", async (t) => {
    const [router] = await connected(t, done, { tls: anonymous, client: {} });
    expect(await router.print("/x")).toEqual([]);
    expect(router.peerFingerprint).toBeUndefined();
  });

  test("at a port that speaks no TLS is a protocol fault", async (t) => {
    const [router] = await connected(t, done, {
      client: {},
      greet: (socket) => socket.write("220 hello there\r\n"),
    });
    expect(await fault(router.print("/x"))).toMatchObject({ kind: "protocol" });
  });
});
