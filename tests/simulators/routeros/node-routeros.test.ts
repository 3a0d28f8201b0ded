import { createRequire } from "node:module";
import type * as routeros from "node-routeros";
import { afterEach, expect, test } from "vitest";
import { startTestRouter, stopTestRouters } from "./test-router.ts";

afterEach(stopTestRouters);

/** The client as its makers left it: the bridge mends it in place, and its tests run in this process, too. */
function stockClient(): typeof routeros {
  const require = createRequire(import.meta.url);
  const mended = Object.entries(require.cache).filter(([path]) => path.includes("/node-routeros/"));
  for (const [path] of mended) delete require.cache[path];
  const stock = require("node-routeros");
  for (const [path, module] of mended) require.cache[path] = module;
  return stock;
}
const { RouterOSAPI } = stockClient();

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
