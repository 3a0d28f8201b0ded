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

describe("versions", () => {
  test.each([
    ["6.49.18", "6.49.18 (long-term)", "nov/20/2026"],
    ["7.10.2", "7.10.2 (stable)", "2026-11-20"],
    ["7.22.3", "7.22.3 (stable)", "2026-11-20"],
  ] as const)("%s names itself and writes its date its way", async (version, label, date) => {
    const { client } = await startTestRouter({ version });
    const api = await client();
    expect(await api.rows("/system/resource/print")).toMatchObject([
      { version: label, platform: "MikroTik" },
    ]);
    expect(await api.rows("/system/clock/print")).toMatchObject([
      { date, time: "12:00:00", "gmt-offset": "+03:00", "time-zone-name": "Africa/Nairobi" },
    ]);
  });

  test("device-mode is missing on 6, one word on 7.10, and flags from 7.17", async () => {
    const old = await startTestRouter({ version: "6.49.18" });
    const print = async ({ client }: TestRouter) => (await client()).rows("/system/device-mode/print");
    await expect(print(old)).rejects.toThrow("no such command prefix");
    await old.stop();
    const middle = await startTestRouter({ version: "7.10.2" });
    expect(await print(middle)).toEqual([{ mode: "advanced", flagged: "false", "flagging-enabled": "true" }]);
    await middle.stop();
    const recent = await startTestRouter({ version: "7.18.2", faults: { hotspotAllowed: false } });
    expect(await print(recent)).toMatchObject([{ mode: "home", hotspot: "false", scheduler: "false" }]);
  });

  test("since 7.19 whoever is connected is a row of the services, too", async () => {
    for (const version of ["7.18.2", "7.22.3"] as const) {
      const { client, stop } = await startTestRouter({ version });
      const rows = await (await client()).rows("/ip/service/print", "?name=api", "=.proplist=name,dynamic");
      expect(rows).toEqual([
        ...(version === "7.22.3" ? [{ name: "api", dynamic: "true" }] : []),
        { name: "api" },
      ]);
      await stop();
    }
  });

  test("otp-secret exists from 7.22, and an unknown id is worded by version", async () => {
    const old = await startTestRouter({ version: "7.10.2" });
    const api = await old.client();
    await expect(api.ret(...addPhoneUser("=otp-secret=x"))).rejects.toThrow("unknown parameter otp-secret");
    await expect(api.ret("/ip/hotspot/user/remove", "=.id=*99")).rejects.toThrow("no such item (4)");
    await old.stop();
    const recent = await startTestRouter({ version: "7.22.3" });
    expect(await (await recent.client()).ret(...addPhoneUser("=otp-secret=x"))).toBe("*2");
  });

  test("a router whose device-mode forbids the hotspot has no hosts and takes no server", async () => {
    const { client, router } = await startTestRouter({ hosts: [{ mac: phoneMac, ip: phoneAddress }] });
    const api = await client();
    router.setFaults({ hotspotAllowed: false });
    expect(await api.rows("/ip/hotspot/host/print")).toEqual([]);
    expect(await api.rows("/ip/hotspot/print")).toMatchObject([
      { disabled: "true", comment: "inactivated, not allowed by device-mode" },
    ]);
    await expect(api.ret("/ip/hotspot/add", "=interface=ether5", "=name=second")).rejects.toThrow(
      "failure: not allowed by device-mode",
    );
    await expect(api.ret("/ip/hotspot/enable", "=numbers=hotspot1")).rejects.toThrow(
      "failure: not allowed by device-mode",
    );
    router.setFaults({ hotspotAllowed: true });
    expect(await api.rows("/ip/hotspot/host/print")).toHaveLength(1);
  });

  test("a router without a hotspot can be given one", async () => {
    const { client, router } = await startTestRouter({}, false);
    expect(router.control({ host: { mac: phoneMac, ip: phoneAddress, present: true } })).toEqual({
      status: 400,
      body: { error: "This router has no hotspot that a phone could join." },
    });
    const api = await client();
    const words = [
      "=name=p",
      "=login-by=mac,http-chap",
      "=mac-auth-mode=mac-as-username",
      "=mac-auth-password=s",
    ];
    await api.ret("/ip/hotspot/profile/add", ...words);
    await api.ret("/ip/hotspot/add", "=name=h", "=interface=bridge", "=profile=p", "=disabled=no");
    await api.ret("/ip/hotspot/user/add", `=name=${phoneMac}`, "=password=s");
    router.control({ host: { mac: phoneMac, ip: phoneAddress, present: true } });
    expect(router.isOnline(phoneMac)).toBe(true);
  });
});
