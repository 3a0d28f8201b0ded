import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, type TestContext, test } from "vitest";
import { BlockedPage, isOfSite } from "#bridge/lines/blocked-page";
import { blocked, dial, line, lines, login, open, portal, reach, redials, start } from "./lines-site.ts";
import { assignmentOf, minute, type TestSite } from "./test-site.ts";

// What a blocked line asks of the web without encryption is led to a page of the bridge, where the router reaches that.

async function pageOf(t: TestContext, port = 0): Promise<BlockedPage> {
  const page = new BlockedPage(port, () => undefined);
  t.onTestFinished(() => page.stop());
  return page;
}

async function startWithPage(t: TestContext, port = 0): Promise<TestSite> {
  const site = await start(t);
  site.blockedPage = await pageOf(t, port);
  await site.restart();
  await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
  return site;
}
const rules = ({ simulator }: TestSite) =>
  simulator.state.box.menus["/ip/firewall/nat"].filter(({ comment }) => comment === "mlango: lines");

/** All that comes back, until the other side ends. */
async function said(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part) => parts.push(part));
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return Buffer.concat(parts).toString();
}

test("a blocked line's pages lead to the bridge, with a way back, and its names to the router; a paid one's nowhere", async (t) => {
  const site = await startWithPage(t);
  const place = await site.blockedPage?.placeFor("127.0.0.1", portal);
  await lines(site, line(1));
  dial(site);
  await site.pass(6_000);
  expect(reach(site)).toMatchObject({ web: "198.51.100.7:80", isResolver: false });
  await lines(site, line(2, { openMs: 0 }));
  const web = `127.0.0.1:${place?.port}`;
  expect(reach(site)).toMatchObject(Object.assign({ web, isResolver: true }, blocked));
  await lines(site, line(3));
  expect(reach(site)).toMatchObject(Object.assign({ web: "198.51.100.7:80", isResolver: false }, open));
  // Dialled while blocked, and paid then.
  await lines(site, line(4, { openMs: 0 }));
  site.control({ hangUp: { name: login } });
  dial(site);
  expect(reach(site)).toMatchObject({ web });
  await site.pass(31_000);
  await lines(site, line(5));
  expect(reach(site)).toMatchObject({ web: "198.51.100.7:80", isResolver: false });
  expect(redials(site)).toEqual([]);
});

test("where there is no page, or the router sees another address, the web is refused as before", async (t) => {
  for (const withPage of [false, true]) {
    const site = withPage ? await startWithPage(t) : await start(t);
    // Between the two stands somebody who changes addresses.
    if (withPage)
      Object.defineProperty(site.blockedPage, "placeFor", {
        value: async () => ({ address: "172.17.0.2", port: 8481 }),
      });
    await lines(site, line(1, { openMs: 0 }));
    dial(site);
    expect(reach(site)).toMatchObject(Object.assign({ web: "refused", isResolver: true }, blocked));
    expect(rules(site).some(({ action }) => action === "dst-nat")).toBe(false);
  }
});

test("a port that is taken costs the page, not the block", async (t) => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  t.onTestFinished(() => void taken.close());
  const bound = taken.address();
  const site = await startWithPage(t, typeof bound === "object" ? bound?.port : 0);
  await lines(site, line(1, { openMs: 0 }));
  dial(site);
  expect(reach(site)).toMatchObject(Object.assign({ web: "refused" }, blocked));
});

test("a page at which nobody arrives, though lines are led to it, is given up for the connection", async (t) => {
  const site = await startWithPage(t);
  await lines(site, line(1, { openMs: 0 }));
  dial(site);
  const place = await site.blockedPage?.placeFor("127.0.0.1", portal);
  const web = `127.0.0.1:${place?.port}`;
  const count = (packets: string) => {
    const rule = rules(site).find(({ action }) => action === "dst-nat");
    Object.assign(rule ?? {}, { packets });
  };
  count("9");
  await site.pass(11 * minute, 10_000);
  expect(reach(site)).toMatchObject({ web });
  // Somebody arrived: however many there are.
  await said(place?.port ?? 0, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  count("5000");
  await site.pass(11 * minute, 10_000);
  expect(reach(site)).toMatchObject({ web });
  Object.defineProperty(site.blockedPage, "heardAt", { value: () => 0 });
  count("10");
  await site.pass(11 * minute, 10_000);
  expect(reach(site)).toMatchObject(Object.assign({ web: "refused" }, blocked));
  await site.pass(11 * minute, 10_000);
  expect(reach(site)).toMatchObject({ web: "refused" });
});

test("somebody's rules before it are put behind, and none of theirs is touched", async (t) => {
  const site = await startWithPage(t);
  await lines(site, line(1, { openMs: 0 }));
  dial(site);
  const { menus } = site.simulator.state.box;
  const theirs = { chain: "dstnat", action: "accept", protocol: "tcp", disabled: "false", dynamic: "false" };
  menus["/ip/firewall/nat"] = [Object.assign({ ".id": "*F00" }, theirs), ...menus["/ip/firewall/nat"]];
  expect(reach(site).web).toBe("refused");
  await site.pass(11 * minute, 5_000);
  expect(reach(site).web).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(menus["/ip/firewall/nat"]).toContainEqual(expect.objectContaining(theirs));
  expect(menus["/ip/firewall/nat"].filter(({ comment }) => comment === "defconf")).toHaveLength(1);
});

test("the page is one text in two languages, whatever is asked, and says nothing of anybody", async (t) => {
  const place = await (await pageOf(t)).placeFor("127.0.0.1", portal);
  const port = place?.port ?? 0;
  const answers = await Promise.all(
    [
      "GET /generate_204 HTTP/1.1\r\nHost: connectivitycheck.gstatic.com\r\n\r\n",
      "GET http://169.254.169.254/latest HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n",
      "GET /../../etc/passwd?x=<script> HTTP/1.0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
    ].map((text) => said(port, text)),
  );
  const bodies = answers.map((text) => text.slice(text.indexOf("\r\n\r\n")));
  expect(new Set(bodies).size).toBe(1);
  for (const text of answers) {
    expect(text).toMatch(/^HTTP\/1\.1 511 /);
    expect(text).toContain("connection: close");
    expect(text).toContain("cache-control: no-store");
  }
  expect(bodies[0]).toContain("This internet line is blocked");
  expect(bodies[0]).toContain("Laini hii ya intaneti imefungwa");
  expect(bodies[0]).toContain(`<a href="https://${portal}/my?lang=sw">`);
  expect(answers[0]?.length).toBeLessThan(3_000);
  expect(await said(port, "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")).not.toContain("<html");
});

test("no port is opened to the internet", async (t) => {
  const page = await pageOf(t);
  for (const host of ["no-such-host.invalid", "::1"]) expect(await page.placeFor(host, portal)).toBeNull();
  for (const address of ["203.0.113.7", "8.8.8.8", "100.64.0.9", "", "fe80::1"])
    expect([address, isOfSite(address)]).toEqual([address, false]);
  for (const address of ["192.168.88.10", "10.0.0.2", "172.16.3.4", "127.0.0.1"])
    expect([address, isOfSite(address)]).toEqual([address, true]);
});

test("of several providers' routers each page leads to the own portal, and to none where nobody can say whose it is", async (t) => {
  const page = await pageOf(t);
  await page.placeFor("127.0.0.9", "other.mlango.app");
  const port = (await page.placeFor("127.0.0.1", portal))?.port ?? 0;
  const asked = () => said(port, "GET / HTTP/1.1\r\nHost: other.mlango.app\r\n\r\n");
  expect(await asked()).toContain(`https://${portal}/my`);
  expect(await asked()).not.toContain("other.mlango.app");
  const third = await pageOf(t);
  await third.placeFor("127.0.0.8", portal);
  const at = (await third.placeFor("127.0.0.9", "other.mlango.app"))?.port ?? 0;
  expect(await said(at, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).not.toContain("/my");
});

test("who is slow, sends too much or wants something else is put off, and others are answered meanwhile", async (t) => {
  const page = await pageOf(t);
  const port = (await page.placeFor("127.0.0.1", portal))?.port ?? 0;
  for (const text of [
    "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"a".repeat(20_000)}\r\n\r\n`,
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  ])
    expect(await said(port, text)).toBe("");
  // A body without an end, and a head without one.
  const began = performance.now();
  const slow: Socket[] = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
  for (const socket of slow) {
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHos");
  }
  const ended = Promise.all(slow.map((socket) => once(socket.resume(), "close")));
  const endless = said(port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\nx");
  expect(await said(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toContain("511");
  expect(await endless).toContain("511");
  await ended;
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(page.heardAt("127.0.0.1")).toBe(27);
});

test("more than there is room for are closed, and there is room again", async (t) => {
  const page = await pageOf(t);
  const port = (await page.placeFor("127.0.0.1", portal))?.port ?? 0;
  const many: Socket[] = Array.from({ length: 300 }, () => connect(port, "127.0.0.1"));
  let closed = 0;
  for (const socket of many) {
    socket.on("error", () => undefined);
    socket.on("close", () => (closed += 1));
    socket.resume();
  }
  await expect.poll(() => closed).toBeGreaterThanOrEqual(300 - 128);
  for (const socket of many) socket.destroy();
  await sleep(50);
  expect(await said(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toContain("511");
});
