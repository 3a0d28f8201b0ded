import { afterEach, describe, expect, test } from "vitest";
import {
  activeRows,
  addPhoneUser,
  hour,
  logPhoneIn,
  macPassword,
  movePhone,
  phoneAddress,
  phoneMac,
  second,
  startWithApi,
  stopTestRouters,
} from "./test-router.ts";

const otherMac = "02:00:00:00:00:02";

afterEach(stopTestRouters);

describe("log-in over the API", () => {
  test("lets a listed phone out, at the speed of its profile, and shows login-by admin", async () => {
    const { api, router } = await startWithApi({ hosts: [{ mac: phoneMac, ip: phoneAddress }] });
    expect(router.isOnline(phoneMac)).toBe(false);
    await api.ret("/ip/hotspot/user/profile/add", "=name=fast", "=rate-limit=512k/1M");
    await api.ret(...addPhoneUser("=profile=fast", "=limit-uptime=1h", "=comment=HSB;1"));
    expect(await api.talk(logPhoneIn())).toEqual([["!done"]]);
    expect(router.phone(phoneMac)).toEqual({
      online: true,
      address: phoneAddress,
      rateLimit: "512k/1M",
      user: phoneMac,
    });
    expect(await activeRows(api)).toEqual([
      {
        ".id": "*A32050A",
        server: "hotspot1",
        user: phoneMac,
        address: phoneAddress,
        "mac-address": phoneMac,
        "login-by": "admin",
        uptime: "0s",
        "bytes-in": "0",
        "bytes-out": "0",
        "packets-in": "0",
        "packets-out": "0",
        "session-time-left": "1h",
        "idle-time": "0s",
        "keepalive-timeout": "2m",
        radius: "false",
        blocked: "false",
        comment: "HSB;1",
      },
    ]);
    expect(await api.rows("/ip/hotspot/host/print", "=.proplist=authorized")).toEqual([
      { authorized: "true" },
    ]);
  });

  test.each([
    ["without the host", ["=ip=10.5.50.99"], "unknown host IP 10.5.50.99"],
    ["without an address", ["=ip="], "unknown host IP 0.0.0.0"],
    ["with a bad address", ["=ip=10.5.50"], "invalid value for argument ip"],
    ["with another MAC", [`=mac-address=${otherMac}`], "wrong MAC provided"],
    ["with a bad MAC", ["=mac-address=x"], "invalid value of mac-address, mac address required"],
    ["with a wrong password", ["=password=wrong"], "invalid username or password"],
    ["with an unknown user", ["=user=nobody"], "invalid username or password"],
    [
      "with somebody's MAC as user",
      [`=user=${otherMac}`],
      `invalid username (${otherMac}): this MAC address is not yours`,
    ],
  ])("is refused %s", async (_what, words, message) => {
    const { api, router } = await startWithApi({ hosts: [{ mac: phoneMac, ip: phoneAddress }] });
    await api.ret(...addPhoneUser());
    await expect(api.ret(...logPhoneIn(), ...words)).rejects.toThrow(message);
    expect(router.isOnline(phoneMac)).toBe(false);
  });

  test("is refused to a disabled user, and to a user bound to another MAC", async () => {
    const { api } = await startWithApi({ hosts: [{ mac: phoneMac, ip: phoneAddress }] });
    const id = await api.ret(
      "/ip/hotspot/user/add",
      "=name=guest",
      "=password=p",
      `=mac-address=${otherMac}`,
    );
    const login = ["/ip/hotspot/active/login", "=user=guest", "=password=p", `=ip=${phoneAddress}`];
    await expect(api.ret(...login)).rejects.toThrow(
      "user guest is not allowed to log in from this MAC address",
    );
    await api.ret("/ip/hotspot/user/set", `=.id=${id}`, "=mac-address=", "=disabled=yes");
    await expect(api.ret(...login)).rejects.toThrow("invalid username or password");
  });

  test("shared-users counts sessions of one user name", async () => {
    const { api } = await startWithApi({
      hosts: [
        { mac: phoneMac, ip: phoneAddress },
        { mac: otherMac, ip: "10.5.50.11" },
      ],
    });
    await api.ret("/ip/hotspot/user/add", "=name=guest", "=password=p");
    const login = (ip: string) =>
      api.ret("/ip/hotspot/active/login", "=user=guest", "=password=p", `=ip=${ip}`);
    await login(phoneAddress);
    await expect(login("10.5.50.11")).rejects.toThrow("no more sessions are allowed for user guest");
    await api.ret("/ip/hotspot/user/profile/set", "=numbers=default", "=shared-users=2");
    await login("10.5.50.11");
    expect(await activeRows(api)).toHaveLength(2);
  });
});

describe("log-in by MAC", () => {
  test("happens when the phone is discovered", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    expect(await activeRows(router.api)).toMatchObject([{ user: phoneMac, "login-by": "mac" }]);
    expect(router.router.isOnline(phoneMac)).toBe(true);
  });

  test.each([
    ["the password is not mac-auth-password", "/ip/hotspot/user/set", ["=password=other"]],
    ["the user is disabled", "/ip/hotspot/user/disable", []],
    ["the user is gone", "/ip/hotspot/user/remove", []],
  ])("does not happen when %s", async (_what, command, words) => {
    const router = await startWithApi();
    const id = await router.api.ret(...addPhoneUser());
    await router.api.ret(command, `=.id=${id}`, ...words);
    movePhone(router, true);
    expect(await activeRows(router.api)).toEqual([]);
    expect(router.router.isOnline(phoneMac)).toBe(false);
  });

  test("does not happen when login-by has no mac, or the server has another mode", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser());
    await router.api.ret("/ip/hotspot/profile/set", "=numbers=hsprof1", "=login-by=http-chap");
    movePhone(router, true);
    expect(await activeRows(router.api)).toEqual([]);
    movePhone(router, false);
    const mode = "=mac-auth-mode=mac-as-username-and-password";
    await router.api.ret("/ip/hotspot/profile/set", "=numbers=hsprof1", "=login-by=mac,http-chap", mode);
    movePhone(router, true);
    expect(await activeRows(router.api)).toEqual([]);
    movePhone(router, false);
    await router.api.ret("/ip/hotspot/user/set", `=numbers=${phoneMac}`, `=password=${phoneMac}`);
    movePhone(router, true);
    expect(await activeRows(router.api)).toHaveLength(1);
  });

  test("does not come to a phone that was there before its user, unless a retry is configured", async () => {
    const router = await startWithApi({ hosts: [{ mac: phoneMac, ip: phoneAddress }] });
    await router.api.ret(...addPhoneUser());
    router.pass(hour);
    expect(await activeRows(router.api)).toEqual([]);
    await router.stop();
    const retrying = await startWithApi({
      hosts: [{ mac: phoneMac, ip: phoneAddress }],
      hotspot: { macAuthPassword: macPassword, macLoginRetryMs: 10 * second },
    });
    await retrying.api.ret(...addPhoneUser());
    retrying.pass(9 * second);
    expect(retrying.router.isOnline(phoneMac)).toBe(false);
    retrying.pass(second);
    expect(retrying.router.isOnline(phoneMac)).toBe(true);
  });
});
