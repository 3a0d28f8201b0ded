import { afterEach, describe, expect, test } from "vitest";
import { startTestRouter, stopTestRouters } from "./test-router.ts";

afterEach(stopTestRouters);

describe("sentences", () => {
  test("the tag is echoed at the end, or second where the switch says so", async () => {
    const { client, router } = await startTestRouter();
    const api = await client();
    expect(await api.talk(["/system/identity/print", ".tag=7"])).toEqual([
      ["!re", "=name=MikroTik", ".tag=7"],
      ["!done", ".tag=7"],
    ]);
    router.setFaults({ tagPosition: "second" });
    expect(await api.talk(["/x", ".tag=7"])).toEqual([
      ["!trap", ".tag=7", "=category=0", "=message=no such command"],
      ["!done", ".tag=7"],
    ]);
  });

  test("a value may hold =, line ends and bytes beyond ASCII", async () => {
    const { client, router } = await startTestRouter();
    const api = await client();
    const name = Buffer.from("a=b\nKahawa ☕", "utf8").toString("latin1");
    await api.ret("/system/identity/set", `=name=${name}`);
    expect(await api.rows("/system/identity/print")).toEqual([{ name }]);
    expect(router.report().identity).toBe("a=b\nKahawa ☕");
  });

  test.each([
    ["7.18.2", "off", 1, 1],
    ["7.18.2", "print", 2, 1],
    ["7.18.2", "print+write", 2, 2],
  ] as const)(
    "on %s with !empty %s an empty print has %i sentences, a write %i",
    async (version, empty, print, write) => {
      const { client } = await startTestRouter({ version, faults: { empty } });
      const api = await client();
      const printed = await api.talk(["/ip/hotspot/active/print", ".tag=1"]);
      const written = await api.talk(["/system/identity/set", "=name=x"]);
      expect(printed.map((sentence) => sentence[0])).toEqual(["!empty", "!done"].slice(-print));
      expect(written.map((sentence) => sentence[0])).toEqual(["!empty", "!done"].slice(-write));
      expect(printed.every((sentence) => sentence.includes(".tag=1"))).toBe(true);
    },
  );

  test.each([
    ["6.49.18", ["!done"]],
    ["7.10.2", ["!done"]],
    ["7.18.2", ["!empty", "!done"]],
    ["7.22.3", ["!empty", "!done"]],
  ] as const)("%s answers an empty print with %j", async (version, kinds) => {
    const { client } = await startTestRouter({ version });
    const reply = await (await client()).talk(["/ip/hotspot/cookie/print"]);
    expect(reply.map((sentence) => sentence[0])).toEqual(kinds);
  });

  test("the lone # of some clients is answered", async () => {
    const { client } = await startTestRouter();
    expect(await (await client()).talk(["#"])).toEqual([["!empty"], ["!done"]]);
  });

  test("/quit says goodbye without an attribute and closes", async () => {
    const { client } = await startTestRouter();
    const api = await client();
    api.send(["/quit"]);
    await api.until(() => api.closed);
    expect(api.sentences.at(-1)).toEqual(["!fatal", "session terminated on request"]);
  });
});

describe("print", () => {
  test(".proplist chooses and orders; a row without any of them is a bare !re", async () => {
    const { client } = await startTestRouter();
    const api = await client();
    const reply = await api.talk(["/ip/hotspot/user/print", "=.proplist=name,email,.id"]);
    expect(reply).toEqual([["!re", "=name=default-trial", "=.id=*0"], ["!done"]]);
    expect(await api.talk(["/ip/hotspot/user/print", "=.proplist=email"])).toEqual([["!re"], ["!done"]]);
  });

  test("count-only counts what the query lets through", async () => {
    const { client } = await startTestRouter();
    const api = await client();
    await api.ret("/ip/hotspot/user/add", "=name=a");
    expect(await api.ret("/ip/hotspot/user/print", "=count-only=")).toBe("2");
    expect(await api.ret("/ip/hotspot/user/print", "=count-only=", "?name=a")).toBe("1");
  });
});

describe("refusals", () => {
  test.each([
    ["/ip/nothing/print", ["=category=0", "=message=no such command prefix"]],
    ["/ip/hotspot/user/dance", ["=category=0", "=message=no such command"]],
    ["/ip/hotspot/active/add", ["=category=0", "=message=no such command"]],
    ["/ip/hotspot/user/add =name=a =colour=red", ["=message=unknown parameter colour"]],
    ["/ip/hotspot/user/add =name=a =uptime=1h", ["=message=unknown parameter uptime"]],
    ["/ip/hotspot/user/print =colour=red", ["=message=unknown parameter colour"]],
    ["/ip/hotspot/user/add", ["=message=missing =name="]],
    ["/ip/hotspot/user/set =comment=x", ["=message=missing =.id="]],
    ["/ip/hotspot/user/remove =.id=*77", ["=message=no such item"]],
    [
      "/ip/hotspot/user/add =name=a =profile=x",
      ["=category=1", "=message=input does not match any value of profile"],
    ],
    [
      "/ip/hotspot/user/add =name=a =server=x",
      ["=category=1", "=message=input does not match any value of server"],
    ],
    [
      "/ip/hotspot/user/add =name=a =limit-uptime=soon",
      ["=category=1", "=message=invalid value for argument limit-uptime"],
    ],
    [
      "/ip/hotspot/user/add =name=a =mac-address=x",
      ["=category=1", "=message=invalid value of mac-address, mac address required"],
    ],
    [
      "/ip/hotspot/user/add =name=default-trial",
      ["=message=failure: already have user with this name for this server"],
    ],
    ["/ip/hotspot/user/remove =.id=*0", ["=message=failure: can not remove default item"]],
  ])("%s", async (line, words) => {
    const { client, router } = await startTestRouter();
    const reply = await (await client()).talk(line.split(" "));
    expect(reply).toEqual([["!trap", ...words], ["!done"]]);
    expect(router.report().users).toBe(0);
  });

  test("who may only read is refused every write, and sees no passwords", async () => {
    const { client } = await startTestRouter();
    const api = await client("reader");
    await expect(api.ret("/ip/hotspot/user/add", "=name=a")).rejects.toThrow("not enough permissions (9)");
    const [profile] = await api.rows("/ip/hotspot/profile/print", "?name=hsprof1");
    expect(profile).toMatchObject({ "login-by": "mac,http-chap" });
    expect(profile).not.toHaveProperty("mac-auth-password");
  });
});
