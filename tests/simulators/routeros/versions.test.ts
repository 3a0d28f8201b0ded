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

describe("the clock", () => {
  test("takes either date format, moves only the wall clock, and refuses the past", async () => {
    const { client } = await startTestRouter();
    const api = await client();
    await api.ret("/system/clock/set", "=date=nov/21/2026");
    await api.ret("/system/clock/set", "=time=08:30:00");
    expect(await api.rows("/system/clock/print")).toMatchObject([{ date: "2026-11-21", time: "08:30:00" }]);
    expect(await api.rows("/system/resource/print", "=.proplist=uptime")).toEqual([{ uptime: "0s" }]);
    await api.ret("/system/clock/set", "=time-zone-name=UTC", "=time-zone-autodetect=no");
    expect(await api.rows("/system/clock/print")).toMatchObject([
      { time: "05:30:00", "gmt-offset": "+00:00" },
    ]);
    await expect(api.ret("/system/clock/set", "=date=1970-01-02")).rejects.toThrow(
      "cannot set time before package build time",
    );
    await expect(api.ret("/system/clock/set", "=time-zone-name=Nowhere/Here")).rejects.toThrow(
      "invalid value for argument time-zone-name",
    );
  });
});

describe("lists of the hotspot", () => {
  test("the walled gardens take and give back rows by comment", async () => {
    const { client } = await startTestRouter();
    const api = await client();
    const host = ["=dst-host=portal.example", "=comment=mlango"];
    const id = await api.ret("/ip/hotspot/walled-garden/add", ...host);
    await api.ret("/ip/hotspot/walled-garden/ip/add", ...host, "=protocol=tcp", "=dst-port=443");
    const mine = ["?comment=mlango", "=.proplist=.id,action,dst-host"];
    expect(await api.rows("/ip/hotspot/walled-garden/print", ...mine)).toEqual([
      { ".id": id, action: "allow", "dst-host": "portal.example" },
    ]);
    const [row] = await api.rows("/ip/hotspot/walled-garden/ip/print", ...mine);
    expect(row).toMatchObject({ action: "accept" });
    await api.ret("/ip/hotspot/walled-garden/ip/remove", `=.id=${row?.[".id"]}`);
    await api.ret("/ip/hotspot/walled-garden/remove", `=.id=${id}`);
    expect(await api.rows("/ip/hotspot/walled-garden/print")).toEqual([]);
  });

  test("cookies are empty and the log tells who logged in", async () => {
    const { client, router } = await startTestRouter();
    const api = await client();
    expect(await api.rows("/ip/hotspot/cookie/print")).toEqual([]);
    await api.ret(...addPhoneUser());
    router.control({ host: { mac: phoneMac, ip: phoneAddress, present: true } });
    const lines = await api.rows("/log/print", "=.proplist=message,topics");
    expect(lines.map((line) => line.message)).toEqual([
      `->: ${phoneMac} (${phoneAddress}): trying to log in by mac`,
      `->: ${phoneMac} (${phoneAddress}): logged in`,
    ]);
  });
});
