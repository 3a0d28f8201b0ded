import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileStore } from "../file-store.ts";
import { serveSimulators } from "../gateway-kit/serve.ts";
import { type DarajaClient, darajaClient, darajaWorld } from "./daraja-world.ts";

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daraja-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const file = () => join(folder, "state", "daraja.json");

/** A simulator on the file that is then simply left alone, as a killed one would be: nothing is closed or flushed. */
function incarnation(settings = {}) {
  return darajaWorld({ store: fileStore(file()), settings });
}

describe("after the process is gone between two moments", () => {
  it("an open prompt still answers queries, can be paid, and its token still holds", async () => {
    const before = incarnation();
    const token = await before.token();
    const pushed = await (await before.push()).json<{ CheckoutRequestID: string }>();

    const after = incarnation();
    const headers = { Authorization: `Bearer ${token}` };
    const known = await after.call("/mpesa/stkpushquery/v1/query", { body: {}, headers });
    expect(await known.json()).toMatchObject({ errorMessage: "Bad Request - Invalid BusinessShortCode" });
    expect(await (await after.query(pushed.CheckoutRequestID)).json()).toMatchObject({ ResultCode: "4999" });
    const [prompt] = await after.prompts();
    expect((await after.answer(prompt?.id ?? "", "paid")).status).toBe(200);
    expect(await (await after.query(pushed.CheckoutRequestID)).json()).toMatchObject({ ResultCode: "0" });
  });
});

/** A process of its own with the simulator on a free port; the answer is its address and a way to kill it. */
async function startProcess(): Promise<{ client: DarajaClient; kill(): Promise<void> }> {
  const here = new URL(".", import.meta.url).href;
  const script = `
    import { DarajaSimulator } from "${here}daraja-simulator.ts";
    import { APP } from "${here}daraja-world.ts";
    import { fileStore } from "${here}../file-store.ts";
    import { deliverOverHttp, serveSimulators } from "${here}../gateway-kit/serve.ts";
    const store = fileStore(${JSON.stringify(file())});
    const simulator = new DarajaSimulator({ clock: Date, store, deliver: deliverOverHttp, apps: [APP] });
    simulator.start();
    const served = await serveSimulators({ port: 0, handlers: [(request) => simulator.handle(request)] });
    console.log(served.origin);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = await once(child.stdout, "data");
  return {
    client: darajaClient(String(line).trim(), (request) => fetch(request)),
    kill: async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

describe("a real process", () => {
  it("that is killed the moment it has answered goes on where it was: prompt, then callback", async () => {
    const received: string[] = [];
    const receiver = await serveSimulators({
      port: 0,
      handlers: [
        async (request) => {
          received.push(`${new URL(request.url).pathname} ${await request.text()}`);
          return Response.json({ ResultCode: 0, ResultDesc: "Accepted" });
        },
      ],
    });
    const { port } = new URL(receiver.origin);
    const first = await startProcess();
    const pushed = await first.client.push({ CallBackURL: `http://mlango.localhost:${port}/cb/s/0a/1b` });
    await first.kill();

    const second = await startProcess();
    const { CheckoutRequestID } = await pushed.json<{ CheckoutRequestID: string }>();
    const [prompt] = await second.client.prompts();
    expect(prompt).toMatchObject({ checkoutRequestId: CheckoutRequestID, state: "open" });
    await second.client.set({ callbacks: "late", delayMs: 500 });
    await second.client.answer(prompt?.id ?? "", "paid");
    await second.kill();
    expect(received).toEqual([]);

    const third = await startProcess();
    await expect.poll(() => received, { timeout: 10_000 }).toHaveLength(1);
    expect(received[0]).toMatch(/^\/cb\/s\/0a\/1b .*"ResultCode":0/);
    await third.kill();
    await receiver.close();
  }, 30_000);
});
