import { afterEach, describe, expect, test } from "vitest";
import {
  activeRows,
  addPhoneUser,
  hour,
  logPhoneIn,
  minute,
  movePhone,
  phoneMac,
  phoneUser,
  second,
  startWithApi,
  stopTestRouters,
} from "./test-router.ts";

afterEach(stopTestRouters);

describe("the end of a session", () => {
  test("limit-uptime ends it to the millisecond, folds the counters, and refuses the next log-in", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser("=limit-uptime=00:05:00"));
    movePhone(router, true);
    router.pass(5 * minute - 1);
    expect(await activeRows(router.api)).toMatchObject([{ uptime: "4m59s", "session-time-left": "0s" }]);
    expect((await phoneUser(router.api)).uptime).toBe("0s");
    router.pass(1);
    expect(await activeRows(router.api)).toEqual([]);
    router.pass(hour);
    expect(await phoneUser(router.api)).toMatchObject({ uptime: "5m", "limit-uptime": "5m" });
    await expect(router.api.ret(...logPhoneIn())).rejects.toThrow("your uptime limit is reached");
  });

  test("limit-uptime counts over all sessions", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser("=limit-uptime=1h"));
    movePhone(router, true);
    router.pass(20 * minute);
    movePhone(router, false);
    router.pass(hour);
    expect((await phoneUser(router.api)).uptime).toBe("20m");
    movePhone(router, true);
    expect(await activeRows(router.api)).toMatchObject([{ uptime: "0s", "session-time-left": "40m" }]);
  });

  test.each([
    ["limit-bytes-in", { bytesIn: 5000, bytesOut: 9000 }, { "bytes-in": "1000", "bytes-out": "9000" }],
    ["limit-bytes-out", { bytesIn: 5000, bytesOut: 9000 }, { "bytes-in": "5000", "bytes-out": "1000" }],
    ["limit-bytes-total", { bytesIn: 400, bytesOut: 9000 }, { "bytes-in": "400", "bytes-out": "600" }],
  ])("%s ends it at exactly the limit and refuses the next log-in", async (limit, traffic, counted) => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser(`=${limit}=1000`));
    movePhone(router, true);
    expect(await activeRows(router.api)).toMatchObject([{ [limit]: "1000" }]);
    router.router.control({ traffic: { mac: phoneMac, ...traffic } });
    expect(router.router.isOnline(phoneMac)).toBe(false);
    expect(await phoneUser(router.api)).toMatchObject(counted);
    await expect(router.api.ret(...logPhoneIn())).rejects.toThrow("your traffic limit is reached");
  });

  test("counters hold more than 32 and 53 bits", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser("=limit-bytes-total=18446744073709551615"));
    movePhone(router, true);
    const huge = (2n ** 60n).toString();
    router.router.control({ traffic: { mac: phoneMac, bytesIn: huge, bytesOut: "1" } });
    expect(await activeRows(router.api)).toMatchObject([{ "bytes-in": huge, "bytes-out": "1" }]);
    movePhone(router, false);
    expect(await phoneUser(router.api)).toMatchObject({ "bytes-in": huge, "bytes-out": "1" });
  });

  test("removing the session folds its counters and leaves the phone outside until it is discovered anew", async () => {
    const router = await startWithApi();
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    router.pass(90 * second);
    router.router.control({ traffic: { mac: phoneMac, bytesIn: 10, bytesOut: 20 } });
    const [session] = await activeRows(router.api);
    await router.api.ret("/ip/hotspot/active/remove", `=.id=${session?.[".id"]}`);
    expect(await phoneUser(router.api)).toMatchObject({
      uptime: "1m30s",
      "bytes-in": "10",
      "bytes-out": "20",
    });
    expect(await router.api.rows("/ip/hotspot/host/print")).toMatchObject([{ authorized: "false" }]);
    movePhone(router, true);
    router.pass(hour);
    expect(router.router.isOnline(phoneMac)).toBe(false);
    movePhone(router, false);
    movePhone(router, true);
    expect(router.router.isOnline(phoneMac)).toBe(true);
  });

  test("disabling, removing or changing the user ends nothing: a session keeps what it had at log-in", async () => {
    const router = await startWithApi();
    await router.api.ret("/ip/hotspot/user/profile/add", "=name=p", "=rate-limit=1M/1M");
    const id = await router.api.ret(...addPhoneUser("=limit-uptime=1h", "=profile=p"));
    movePhone(router, true);
    await router.api.ret("/ip/hotspot/user/profile/set", "=numbers=p", "=rate-limit=9M/9M");
    await router.api.ret("/ip/hotspot/user/set", `=.id=${id}`, "=limit-uptime=1m", "=disabled=yes");
    router.pass(30 * minute);
    expect(router.router.phone(phoneMac)).toMatchObject({ online: true, rateLimit: "1M/1M" });
    await router.api.ret("/ip/hotspot/user/remove", `=.id=${id}`);
    expect(router.router.isOnline(phoneMac)).toBe(true);
    router.pass(30 * minute);
    expect(router.router.isOnline(phoneMac)).toBe(false);
  });

  test("session-timeout and idle-timeout of the profile end it, too", async () => {
    const router = await startWithApi();
    await router.api.ret(
      "/ip/hotspot/user/profile/set",
      "=numbers=default",
      "=session-timeout=10m",
      "=idle-timeout=4m",
    );
    await router.api.ret(...addPhoneUser());
    movePhone(router, true);
    router.pass(3 * minute);
    router.router.control({ traffic: { mac: phoneMac, bytesIn: 1 } });
    router.pass(3 * minute);
    expect(router.router.isOnline(phoneMac)).toBe(true);
    router.router.control({ traffic: { mac: phoneMac, bytesIn: 1 } });
    router.pass(4 * minute);
    expect(router.router.isOnline(phoneMac)).toBe(false);
    expect((await phoneUser(router.api)).uptime).toBe("10m");
  });
});
