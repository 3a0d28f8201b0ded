import { expect, test } from "vitest";
import { addressTowards } from "#bridge/commands/own-address";
import { assignmentOf, desired, macAuthPassword, phone, routerId, serve, TestSite } from "./test-site.ts";

// A router is set up by a script: the bridge logs in by the script's password, once, and replaces it.

const setup = {
  id: "5eedab12",
  username: "mlango-api",
  bootstrapPassword: "first0password",
  password: "of the bridge",
};
const policies = ["api", "read", "write", "sensitive", "password"] as const;

/** Assigned as before, and to be set up. */
const pending = (site: TestSite, changes = {}) => ({ ...assignmentOf(site.port, changes), setup });
/** What the script leaves on the router. */
const runScript = (site: TestSite, password = setup.bootstrapPassword) =>
  site.control({ user: { name: "mlango-api", password, policies } });
const said = (site: TestSite) => site.sent.filter((message) => message.type === "set_up");
const passwordOf = (site: TestSite) =>
  site.simulator.users.find(({ name }) => name === "mlango-api")?.password;

test("the first log-in replaces the script's password and tells the worker", async (t) => {
  const site = await TestSite.start(t);
  runScript(site);
  await site.welcome([pending(site)]);
  await site.pass(2_000);
  expect(passwordOf(site)).toBe("of the bridge");
  expect(said(site)[0]).toEqual({ type: "set_up", routerId, setupId: "5eedab12" });
  expect(site.writes).toContain("/password done");
  expect(JSON.stringify(site.logged)).not.toMatch(/first0password|of the bridge/);
});

test("is waited for while the router is served as before, and seen within 15 s of the script", async (t) => {
  const site = await TestSite.start(t);
  await site.welcome([pending(site)]);
  await site.desired(desired("e1", 1, serve()));
  await site.pass(120_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(said(site)).toEqual([]);
  runScript(site);
  await site.pass(16_000);
  expect(passwordOf(site)).toBe("of the bridge");
  expect(said(site)).toHaveLength(1);
  expect(site.simulator.isOnline(phone)).toBe(true);
});

test("lets the bridge in where nothing else did; then the worker's new credentials drive the router", async (t) => {
  const site = await TestSite.start(t);
  await site.welcome([pending(site, { username: "admin", password: "nobody knows" })]);
  await site.pass(5_000);
  expect(site.routerState?.state).toBe("refused");
  runScript(site);
  await site.pass(16_000);
  expect(said(site)).toHaveLength(1);
  const now = assignmentOf(site.port, { username: "mlango-api", password: "of the bridge", macAuthPassword });
  site.agent.receive({ type: "assign", routers: [now] });
  await site.pass(2_000);
  expect(site.routerState?.state).toBe("reachable");
});

test("whose answer was lost is found out by the new password, after a restart of the bridge too", async (t) => {
  const site = await TestSite.start(t);
  runScript(site);
  site.simulator.setFaults({ broken: [{ how: "reset", command: "/password", when: "mid", times: 1 }] });
  await site.welcome([pending(site)]);
  await site.work();
  expect(passwordOf(site)).toBe("of the bridge");
  expect(said(site)).toEqual([]);
  await site.restart();
  await site.welcome([pending(site)]);
  await site.pass(10_000);
  expect(said(site).length).toBeGreaterThan(0);
});

test("is said again every minute until the worker has heard it", async (t) => {
  const site = await TestSite.start(t);
  runScript(site);
  await site.welcome([pending(site)]);
  await site.pass(2_000);
  const first = said(site).length;
  await site.pass(65_000);
  expect(said(site).length).toBeGreaterThan(first);
  site.agent.receive({ type: "assign", routers: [assignmentOf(site.port)] });
  await site.pass(1_000);
  const last = said(site).length;
  await site.pass(130_000);
  expect(said(site)).toHaveLength(last);
});

test("leaves few lines in the log of a router on which the script is never run", async (t) => {
  const site = await TestSite.start(t);
  await site.welcome([pending(site)]);
  await site.pass(30 * 60_000, 5_000);
  const soon = site.simulator.state.failedLogins;
  expect(soon).toBeLessThan(300);
  await site.pass(60 * 60_000, 5_000);
  expect(site.simulator.state.failedLogins - soon).toBeLessThan(40);
});

test("a user without the right to change its password keeps the script's, and nothing is said", async (t) => {
  const site = await TestSite.start(t);
  site.control({ user: { name: "mlango-api", password: "first0password", policies: ["api", "read"] } });
  await site.welcome([pending(site)]);
  await site.pass(20_000);
  expect(passwordOf(site)).toBe("first0password");
  expect(said(site)).toEqual([]);
});

test("the bridge's address towards a host is one of this machine's", async () => {
  expect(await addressTowards("127.0.0.1")).toBe("127.0.0.1");
  await expect(addressTowards("no-such-host.invalid")).rejects.toThrow();
});
