import { afterEach, describe, expect, test } from "vitest";
import {
  addPhoneUser,
  phoneAddress,
  phoneMac,
  startTestRouter,
  stopTestRouters,
  type TestRouter,
} from "./test-router.ts";

afterEach(stopTestRouters);

const address = "http://router.test/control/router";

async function ask({ router }: TestRouter, path = "", init?: RequestInit): Promise<[number, unknown]> {
  const answer = await router.handle(new Request(`${address}${path}`, init));
  return [answer?.status ?? 0, await answer?.json()];
}

const post = (router: TestRouter, body: unknown) =>
  ask(router, "", { method: "POST", body: JSON.stringify(body) });

describe("control", () => {
  test.each([
    [{}, "The body must have one of reboot, clean, reachable, host, advanceMs, traffic, faults, user."],
    [[], "The body must be an object."],
    [
      { dance: true },
      'The body has no field "dance"; it has reboot, clean, reachable, host, advanceMs, traffic, faults, user.',
    ],
    [{ reboot: "yes" }, "reboot must be true."],
    [{ reachable: 1 }, "reachable must be true or false."],
    [
      { host: { mac: "x", ip: phoneAddress, present: true } },
      "host.mac must be a MAC address such as 02:00:00:00:00:01.",
    ],
    [
      { host: { mac: phoneMac, ip: "x", present: true } },
      "host.ip must be an IPv4 address such as 10.5.50.10.",
    ],
    [{ host: { mac: phoneMac, ip: phoneAddress } }, "host.present must be true or false."],
    [{ advanceMs: -1 }, "advanceMs must be a whole number of milliseconds, not negative."],
    [
      { traffic: { mac: phoneMac, bytesIn: 1.5 } },
      "traffic.bytesIn must be a whole number of bytes, as a number or as digits.",
    ],
    [{ traffic: { mac: phoneMac, bytesIn: 1 } }, `The router does not see ${phoneMac}.`],
    [{ faults: { delayMs: "long" } }, "faults.delayMs must be like 0."],
    [{ faults: { tagPosition: "middle" } }, "faults: tagPosition must be one of last, second."],
    [{ faults: { broken: [{ how: "gently" }] } }, "faults: how must be one of stall, reset, end, fatal."],
  ])("%j is refused with a sentence", async (body, error) => {
    const router = await startTestRouter();
    expect(await post(router, body)).toEqual([400, { error }]);
  });

  test("a body that is no JSON and a method that does not exist are refused", async () => {
    const router = await startTestRouter();
    expect(await ask(router, "", { method: "POST", body: "{" })).toEqual([
      400,
      { error: "The body must be JSON." },
    ]);
    expect(await ask(router, "", { method: "DELETE" })).toEqual([
      405,
      { error: "/control/router does not take DELETE." },
    ]);
  });

  test("other paths are not answered", async () => {
    const { router } = await startTestRouter();
    expect(await router.handle(new Request("http://router.test/control/daraja"))).toBeUndefined();
  });

  test("faults can be set over HTTP", async () => {
    const router = await startTestRouter();
    expect(await post(router, { faults: { tagPosition: "second", delayMs: 5 } })).toEqual([
      200,
      { ok: true },
    ]);
    expect(router.router.faults).toMatchObject({ tagPosition: "second", delayMs: 5 });
  });

  test("the state names hosts, sessions, users and time", async () => {
    const router = await startTestRouter();
    await (await router.client()).ret(...addPhoneUser("=limit-uptime=1h"));
    expect(await post(router, { host: { mac: phoneMac, ip: phoneAddress, present: true } })).toEqual([
      200,
      { ok: true },
    ]);
    await post(router, { advanceMs: 60_000 });
    const traffic = await post(router, { traffic: { mac: phoneMac, bytesIn: 10, bytesOut: "20" } });
    expect(traffic).toEqual([200, { ok: true, passed: { bytesIn: "10", bytesOut: "20" } }]);
    expect(await ask(router)).toEqual([
      200,
      expect.objectContaining({
        reachable: true,
        uptime: "1m",
        now: "2026-11-20T09:01:00.000Z",
        users: 1,
        logins: 1,
        hosts: [{ mac: phoneMac, address: phoneAddress, authorized: true, present: true }],
        active: [
          {
            user: phoneMac,
            mac: phoneMac,
            address: phoneAddress,
            loginBy: "mac",
            uptimeMs: 60_000,
            timeLeftMs: 3_540_000,
            bytesIn: "10",
            bytesOut: "20",
            rateLimit: null,
          },
        ],
      }),
    ]);
  });

  test("writes are listed with user, connection and time, refused ones too; reads are not", async () => {
    const router = await startTestRouter();
    const [api, other, reader] = [
      await router.client(),
      await router.client(),
      await router.client("reader"),
    ];
    await api.ret(...addPhoneUser());
    await other.rows("/ip/hotspot/user/print");
    await expect(reader.ret("/ip/hotspot/user/remove", "=numbers=x")).rejects.toThrow(
      "not enough permissions",
    );
    const { writes, writeCommands, logins } = router.router.report();
    expect([writeCommands, logins]).toEqual([2, 3]);
    expect(writes).toEqual([
      {
        at: "2026-11-20T09:00:00.000Z",
        user: "api",
        connection: 1,
        command: "/ip/hotspot/user/add",
        attributes: { name: phoneMac, password: "***" },
        outcome: "done",
      },
      {
        at: "2026-11-20T09:00:00.000Z",
        user: "reader",
        connection: 3,
        command: "/ip/hotspot/user/remove",
        attributes: { numbers: "x" },
        outcome: "not enough permissions (9)",
      },
    ]);
  });

  test("only the last 200 writes are listed, but all are counted", async () => {
    const router = await startTestRouter();
    const api = await router.client();
    for (let index = 1; index <= 205; index += 1) await api.ret("/system/identity/set", `=name=n${index}`);
    const { writes, writeCommands } = router.router.report();
    expect([writes.length, writeCommands]).toEqual([200, 205]);
    expect([writes[0]?.attributes.name, writes.at(-1)?.attributes.name]).toEqual(["n6", "n205"]);
  });

  test("a phone asks whether it is online", async () => {
    const router = await startTestRouter();
    const offline = { online: false, address: null, rateLimit: null, user: null };
    expect(await ask(router, `/phone?mac=${phoneMac}`)).toEqual([200, offline]);
    await (await router.client()).ret(
      "/ip/hotspot/user/profile/set",
      "=numbers=default",
      "=rate-limit=1M/4M",
    );
    await (await router.client()).ret(...addPhoneUser());
    await post(router, { host: { mac: phoneMac.toLowerCase(), ip: phoneAddress, present: true } });
    expect(await ask(router, `/phone?mac=${phoneMac.toLowerCase()}`)).toEqual([
      200,
      { online: true, address: phoneAddress, rateLimit: "1M/4M", user: phoneMac },
    ]);
    expect((await ask(router, "/phone"))[0]).toBe(400);
  });
});
