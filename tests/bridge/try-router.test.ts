import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { expect, type TestContext, test } from "vitest";
import { say } from "#contract/texts";
import { TestSite } from "./test-site.ts";

// A router is tried before it is saved: by the bridge, over a connection of its own, with what was typed.

const typed = { host: "127.0.0.1", username: "mlango", password: "secret" };

async function tried(site: TestSite, how: Partial<typeof typed> & { port?: number } = {}) {
  const request = { kind: "try_router", ...typed, port: site.port, ...how } as const;
  site.sent.length = 0;
  site.agent.receive({ type: "request", id: "try", request });
  const answer = () => site.sent.find((message) => message.type === "answer");
  await expect.poll(answer).toBeDefined();
  return answer();
}

/** Something listens on this machine. @returns its port */
async function listening(t: TestContext, server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Nobody listens there: it was given out and given back. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("what lets the bridge in says what it is, and the connection is not kept", async (t) => {
  const site = await TestSite.start(t, { identity: "Mama Njeri" });
  const before = site.simulator.report();
  expect(await tried(site)).toMatchObject({
    ok: true,
    message: say("router_answers", { name: "Mama Njeri", version: "7.18.2 (stable)" }),
  });
  expect(site.simulator.report().writeCommands).toBe(before.writeCommands);
});

test("a wrong password, and a user that there is not, are said to be that", async (t) => {
  const site = await TestSite.start(t);
  for (const wrong of [{ password: "not it" }, { username: "nobody" }])
    expect(await tried(site, wrong)).toMatchObject({ ok: false, message: { say: "log_in_refused_why" } });
  // The router that is served already is not disturbed by it.
  expect(await tried(site)).toMatchObject({ ok: true });
});

test("where nothing listens no service answers, in words and not in those of the system", async (t) => {
  const site = await TestSite.start(t);
  const port = await closedPort();
  const answer = await tried(site, { port });
  expect(answer).toMatchObject({
    ok: false,
    message: say("fault_unreachable", { why: say("net_refused", { peer: `127.0.0.1:${port}` }) }),
  });
  expect(JSON.stringify(answer)).not.toContain("ECONN");
});

test("a name that nobody knows is said to be that", async (t) => {
  const site = await TestSite.start(t);
  expect(await tried(site, { host: "router.invalid" })).toMatchObject({
    ok: false,
    message: { say: "fault_unreachable", with: { why: { say: "net_no_name" } } },
  });
});

test("what is no router is not taken for one", async (t) => {
  const site = await TestSite.start(t);
  const page = createHttpServer((_request, response) => response.end("a printer"));
  const greeter = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("SSH-2.0-dropbear\r\n");
  });
  for (const port of [await listening(t, page), await listening(t, greeter)]) {
    const answer = await tried(site, { port });
    expect(answer).toMatchObject({ ok: false, message: { say: expect.stringMatching(/^fault_/) } });
  }
});

test("what takes the call and says nothing is given up within ten seconds", async (t) => {
  const site = await TestSite.start(t);
  const port = await listening(
    t,
    createServer((socket) => socket.on("error", () => undefined)),
  );
  const began = Date.now();
  expect(await tried(site, { port })).toMatchObject({
    ok: false,
    message: say("fault_timeout", { why: say("net_no_answer", { peer: `127.0.0.1:${port}` }) }),
  });
  expect(Date.now() - began).toBeLessThan(10_000);
});
