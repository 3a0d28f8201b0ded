import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileStore } from "../file-store.ts";
import { deliverOverHttp, serveSimulators } from "../gateway-kit/serve.ts";
import { AirtelSimulator } from "./airtel-simulator.ts";
import { APP, airtelClient, airtelWorld } from "./airtel-world.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "airtel-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A simulator on the file that is then simply left alone, as a killed one would be: nothing is closed or flushed. */
function incarnation(settings = {}, deliver?: () => Promise<number>) {
  const store = fileStore(join(folder, "state", "airtel.json"));
  return airtelWorld({ store, settings, ...(deliver ? { deliver } : {}) });
}

describe("after the process is gone between two moments", () => {
  it("ids stay used, prompts open, settings and the portal's form as they were", async () => {
    const before = incarnation({ allowList: true });
    await before.push({ transaction: { id: "same" } });
    await before.call("/control/airtel/apps", {
      body: { clientId: APP.clientId, callbackUrl: "http://elsewhere.localhost/cb" },
    });
    const after = incarnation();
    expect(await (await after.push({ transaction: { id: "same" } })).json()).toMatchObject({
      status: { result_code: "ESB000041" },
    });
    await after.answer((await after.prompts())[0]?.id ?? "", "paid");
    await after.clock.advance(0);
    expect(after.inbox[0]?.url).toBe("http://elsewhere.localhost/cb");
    expect(await (await after.call("/control/airtel/settings")).json()).toMatchObject({ allowList: true });
  });
});

describe("served on a port", () => {
  it("takes a push, calls back over HTTP, and knows from which address it was asked", async () => {
    const received: string[] = [];
    const receiver = await serveSimulators({
      port: 0,
      handlers: [
        async (request) => {
          received.push(`${new URL(request.url).pathname} ${await request.text()}`);
          return new Response("ok");
        },
      ],
    });
    const callbackUrl = `http://mlango.localhost:${new URL(receiver.origin).port}/cb/a/0a/1b`;
    const simulator = new AirtelSimulator({
      clock: Date,
      store: fileStore(join(folder, "airtel.json")),
      deliver: deliverOverHttp,
      apps: [{ ...APP, portal: { ...APP.portal, callbackUrl, allowedIps: ["192.0.2.1"] } }],
    });
    simulator.start();
    const served = await serveSimulators({
      port: 0,
      handlers: [(request, address) => simulator.handle(request, address)],
    });
    const client = airtelClient(served.origin, (request) => fetch(request));
    await client.set({ allowList: true });
    expect((await client.push()).status).toBe(403);
    await client.set({ allowList: false });
    expect((await client.push()).status).toBe(200);
    await client.answer((await client.prompts())[0]?.id ?? "", "paid");
    await expect.poll(() => received, { timeout: 10_000 }).toHaveLength(1);
    expect(received[0]).toMatch(/^\/cb\/a\/0a\/1b \{"transaction":.*"TS".*"hash":/);
    await simulator.stop();
    await served.close();
    await receiver.close();
  });
});
