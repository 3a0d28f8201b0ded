import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { addPhoneUser, phoneAddress, phoneMac, startTestRouter, stopTestRouters } from "./test-router.ts";

afterEach(stopTestRouters);

const missing = "librouteros is missing";

/** Runs the check with Debian's Python. Throws where the machine lacks what the check needs. */
function check(
  port: number,
  password: string,
  ...more: string[]
): Promise<{ status: number; answer: unknown }> {
  const script = join(import.meta.dirname, "librouteros-check.py");
  const words = [script, "127.0.0.1", String(port), "api", password, phoneMac, ...more];
  return new Promise((resolve, reject) => {
    execFile("/usr/bin/python3", words, (error, stdout, stderr) => {
      if (error !== null && "code" in error && error.code === "ENOENT")
        reject(new Error("There is no /usr/bin/python3."));
      else if (stderr !== "")
        reject(new Error(stderr.includes(missing) ? stderr.trim() : `The check failed: ${stderr}`));
      else resolve({ status: error === null ? 0 : Number(error.code), answer: JSON.parse(stdout) });
    });
  });
}

describe.each(["6.49.18", "7.10.2", "7.18.2", "7.22.3"] as const)(
  "librouteros and RouterOS %s",
  (version) => {
    test("agree on the rows of a device that is online", async () => {
      const { client, port, router } = await startTestRouter({ version });
      const api = await client();
      await api.ret("/ip/hotspot/user/profile/add", "=name=hb-1", "=rate-limit=2M/5M", "=add-mac-cookie=no");
      await api.ret(...addPhoneUser("=profile=hb-1", "=limit-uptime=1d2h", "=limit-bytes-total=500000000"));
      router.control({ host: { mac: phoneMac, ip: phoneAddress, present: true } });
      router.control({ advanceMs: 3_600_000, traffic: { mac: phoneMac, bytesIn: 1000, bytesOut: 2000 } });
      const { status, answer } = await check(port, "secret");
      expect(status).toBe(0);
      expect(answer).toMatchObject({
        login: "ok",
        active: {
          user: phoneMac,
          address: phoneAddress,
          "mac-address": phoneMac,
          "login-by": "mac",
          uptime: "1h",
          "session-time-left": "1d1h",
          "bytes-in": 1000,
          "bytes-out": 2000,
          "limit-bytes-total": 500_000_000,
        },
        user: { name: phoneMac, profile: "hb-1", "limit-uptime": "1d2h", "bytes-in": 0, disabled: false },
        profile: { name: "hb-1", "rate-limit": "2M/5M", "add-mac-cookie": false, "shared-users": 1 },
      });
    });

    test("agree on a device that nobody knows", async () => {
      const { port } = await startTestRouter({ version });
      expect(await check(port, "secret")).toEqual({
        status: 0,
        answer: { login: "ok", active: null, user: null, profile: null },
      });
    });

    test("agree on a refused log-in", async () => {
      const { port } = await startTestRouter({ version });
      expect(await check(port, "wrong")).toEqual({
        status: 1,
        answer: { login: "refused", message: "invalid user name or password (6)" },
      });
    });

    test("agree on adding, changing, querying, removing and every refusal", async () => {
      const { port, router } = await startTestRouter({ version });
      const item =
        version.startsWith("7.1") && version !== "7.10.2"
          ? "no such item"
          : expect.stringMatching(/^no such item/);
      const { answer } = await check(port, "secret", "exercise");
      expect(answer).toMatchObject({
        exercise: {
          ids: ["*2", "*3"],
          rows: [{ ".id": "*3", name: "checked-user", comment: "changed = twice" }],
          empty: [],
          traps: {
            twice: "failure: already have user with this name for this server",
            profile: "input does not match any value of profile",
            parameter: "unknown parameter colour",
            item,
            path: "no such command prefix",
            verb: "no such command",
            host: "unknown host IP 192.0.2.1",
          },
          left: [],
        },
      });
      expect(router.report().users).toBe(0);
    });
  },
);

describe("librouteros", () => {
  test.each(["one byte", "before final zero", "coalesced"] as const)(
    "reads replies in segments %s",
    async (segments) => {
      const { port } = await startTestRouter({ faults: { segments } });
      expect((await check(port, "secret")).answer).toMatchObject({ login: "ok" });
    },
  );
});
