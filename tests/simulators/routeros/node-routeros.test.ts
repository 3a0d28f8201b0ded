import { RouterOSAPI } from "node-routeros";
import { afterEach, expect, test } from "vitest";
import { startTestRouter, stopTestRouters } from "./test-router.ts";

afterEach(stopTestRouters);

// librouteros sends no tags; this client tags every command and runs them side by side.
test.each(["last", "second"] as const)(
  "a client that tags its commands is served, tags %s",
  async (tagPosition) => {
    const running = await startTestRouter({ version: "7.10.2", faults: { tagPosition, bulkUsers: 50 } });
    const api = new RouterOSAPI({
      host: "127.0.0.1",
      port: running.port,
      user: "api",
      password: "secret",
      timeout: 60,
    });
    await api.connect();
    const added = api.write("/ip/hotspot/user/add", ["=name=a", "=limit-uptime=1h"]);
    const refused = api.write("/ip/nothing/print").catch((error: Error) => error.message);
    const listed = api.write("/ip/hotspot/user/print", ["?name=bulk-7"]);
    expect(await added).toEqual([{ ret: "*2" }]);
    expect(await refused).toBe("no such command prefix");
    expect(await listed).toMatchObject([{ name: "bulk-7", "limit-uptime": "1d" }]);
    await api.close();
  },
);
