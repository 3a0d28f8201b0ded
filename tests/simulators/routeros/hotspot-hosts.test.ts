import { afterEach, describe, expect, test } from "vitest";
import { memoryStore } from "../store.ts";
import {
  activeRows,
  addPhoneUser,
  hour,
  logPhoneIn,
  macPassword,
  minute,
  movePhone,
  phoneAddress,
  phoneMac,
  phoneUser,
  second,
  startWithApi,
  stopTestRouters,
} from "./test-router.ts";

afterEach(stopTestRouters);

describe("hosts", () => {
  test("a phone that lingers keeps its session until the keepalive-timeout", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    router.router.control({ host: { mac: phoneMac, present: false, lingers: true } });
    expect(router.router.isOnline(phoneMac)).toBe(false);
    router.pass(2 * minute - 1);
    expect(await activeRows(router.api)).toHaveLength(1);
    router.pass(1);
    expect(await activeRows(router.api)).toEqual([]);
    expect(await router.api.rows("/ip/hotspot/host/print")).toEqual([]);
  });

  test("a phone with a new address is a new host, and its old session stands in its way", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    movePhone(router, true, "10.5.50.20");
    expect(await activeRows(router.api)).toMatchObject([{ address: phoneAddress }]);
    expect(router.router.isOnline(phoneMac)).toBe(false);
    await expect(router.api.ret(...logPhoneIn("10.5.50.20"))).rejects.toThrow("no more sessions are allowed");
    await router.api.ret("/ip/hotspot/active/remove", "=.id=*A32050A");
    await router.api.ret(...logPhoneIn("10.5.50.20"));
    expect(router.router.phone(phoneMac)).toMatchObject({ online: true, address: "10.5.50.20" });
  });

  test("with addresses-per-mac=1 the new address replaces the old host, where the server has a pool", async () => {
    const hotspot = { macAuthPassword: macPassword, addressesPerMac: "1" };
    const without = await startWithApi({ hotspot });
    movePhone(without, true);
    movePhone(without, true, "10.5.50.20");
    expect(await without.api.rows("/ip/hotspot/host/print")).toHaveLength(2);
    const router = await startWithApi({ hotspot: { ...hotspot, addressPool: "hs-pool" } });
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    movePhone(router, true, "10.5.50.20");
    expect(await activeRows(router.api)).toMatchObject([{ address: "10.5.50.20", "login-by": "mac" }]);
  });

  test("each hotspot server lists the phones of its own network, and a phone that went over leaves a host behind", async () => {
    const router = await startWithApi({ hotspot: { macAuthPassword: macPassword, moreServers: ["garden"] } });
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    router.router.control({ host: { mac: phoneMac, ip: "10.5.60.10", present: true, server: "garden" } });
    expect(await router.api.rows("/ip/hotspot/host/print")).toMatchObject([
      { server: "hotspot1", authorized: "true" },
      { server: "garden", authorized: "false" },
    ]);
    expect(router.router.isOnline(phoneMac)).toBe(false);
    const nowhere = { host: { mac: phoneMac, ip: "10.5.70.1", present: true, server: "none" } };
    expect(router.router.control(nowhere).status).toBe(400);
  });

  test("a stray packet makes a host that grows old, and takes nothing from the phone's own", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    router.router.control({ stray: { mac: phoneMac, ip: "192.168.43.7" } });
    router.pass(10 * second);
    expect(await router.api.rows("/ip/hotspot/host/print")).toMatchObject([
      { address: phoneAddress, authorized: "true", "idle-time": "0s" },
      { address: "192.168.43.7", authorized: "false", "idle-time": "10s" },
    ]);
    expect(router.router.isOnline(phoneMac)).toBe(true);
  });

  test("removing a host ends its session; a stopped server has no hosts", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    await router.api.ret("/ip/hotspot/host/remove", "=.id=*A32050A");
    expect(await activeRows(router.api)).toEqual([]);
    movePhone(router, true);
    await router.api.ret("/ip/hotspot/disable", "=numbers=hotspot1");
    expect(await router.api.rows("/ip/hotspot/host/print")).toEqual([]);
    await router.api.ret("/ip/hotspot/enable", "=numbers=hotspot1");
    expect(router.router.isOnline(phoneMac)).toBe(true);
  });
});

describe("reboot", () => {
  test("drops hosts and sessions, keeps users, restarts the uptime, and MAC log-in brings the phone back", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser("=limit-uptime=1h"));
    movePhone(router, true);
    router.pass(10 * minute);
    router.router.control({ reboot: true });
    expect(router.router.report()).toMatchObject({
      reachable: false,
      hosts: [],
      active: [],
      users: 1,
      boots: 2,
    });
    expect(router.router.isOnline(phoneMac)).toBe(false);
    await router.api.until(() => router.api.closed);
    router.pass(second);
    expect(router.router.report()).toMatchObject({ reachable: true, uptime: "0s", active: [] });
    router.pass(500);
    expect(router.router.report().active).toMatchObject([{ user: phoneMac, loginBy: "mac", uptimeMs: 0 }]);
    const api = await router.client();
    expect(await api.rows("/system/resource/print", "=.proplist=uptime")).toEqual([{ uptime: "0s" }]);
    expect((await phoneUser(api)).uptime).toBe("0s");
  });

  test("what happened while nobody looked happened at its own time", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser("=limit-uptime=1h"));
    movePhone(router, true);
    router.router.control({ reboot: true });
    router.pass(31_500);
    expect(router.router.report().active).toMatchObject([{ uptimeMs: 30_000, timeLeftMs: hour - 30_000 }]);
    router.pass(2 * hour);
    expect(await phoneUser(await router.client())).toMatchObject({ uptime: "1h" });
  });

  test("a clean one keeps the counters of the sessions that were running", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    router.pass(10 * minute);
    router.router.control({ reboot: true, clean: true });
    router.pass(10 * second);
    expect(await phoneUser(await router.client())).toMatchObject({ uptime: "10m" });
  });

  test("a killed simulator is no rebooted router: sessions, hosts and time go on", async () => {
    const store = memoryStore();
    const first = await startWithApi({ store });
    await first.api.ret(...addPhoneUser("=limit-uptime=1h"));
    movePhone(first, true);
    first.router.control({ traffic: { mac: phoneMac, bytesIn: "1152921504606846977", bytesOut: 8 } });
    first.router.control({ advanceMs: 10 * minute });
    await first.stop();
    const next = await startWithApi({ store });
    expect(await activeRows(next.api)).toMatchObject([
      { uptime: "10m", "session-time-left": "50m", "bytes-in": "1152921504606846977", "bytes-out": "8" },
    ]);
    expect(next.router.report()).toMatchObject({ boots: 1, writeCommands: 1, uptime: "10m" });
    expect(next.router.isOnline(phoneMac)).toBe(true);
  });
});
