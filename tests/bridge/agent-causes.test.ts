import { createServer } from "node:net";
import { expect, test } from "vitest";
import { examine } from "#bridge/doctor";
import { serveStatus } from "#bridge/status";
import { say, textIn } from "#contract/texts";
import { setupUser } from "#contract/values/router-setup";
import { assignmentOf, desired, minute, phone, serve, TestSite, testFolder } from "./test-site.ts";

// What is said where a bridge cannot do its work: the real cause, once, and what to do about it.

const said = (site: TestSite) => (site.routerState?.message ? textIn("en", site.routerState.message) : "");
const bound = (address: string) => ({
  name: setupUser,
  password: "secret",
  address,
  policies: ["api", "read", "write", "sensitive", "password"] as const,
});

test("a machine whose address changed says so, whether the router refuses it or closes before a word", async (t) => {
  const site = await TestSite.start(t);
  const assignment = assignmentOf(site.port, { username: setupUser, bridgeAddress: "127.0.0.9" });
  site.control({ user: bound("127.0.0.9/32") });
  await site.welcome([assignment]);
  await site.pass(10_000);
  expect(site.routerState?.state).toBe("refused");
  expect(said(site)).toMatch(
    /changed from 127\.0\.0\.9 to 127\.0\.0\.1: paste the router's set-up line again/,
  );
  site.control({ faults: { apiAddresses: ["127.0.0.9/32"] } });
  await site.pass(minute);
  expect(said(site)).toMatch(/changed from 127\.0\.0\.9 to 127\.0\.0\.1/);
  expect(site.agent.standing().routers[0]?.cause).toBe("moved");
  // Pasted again: the worker tells the new address, the router takes it.
  site.control({ faults: { apiAddresses: [] }, user: bound("127.0.0.1/32") });
  await site.welcome([{ ...assignment, bridgeAddress: "127.0.0.1" }]);
  await site.pass(minute);
  expect(site.routerState).toMatchObject({ state: "reachable", message: null });
});

test("an address that the router does not allow is not taken for a wrong password, nor a wrong password for it", async (t) => {
  const site = await TestSite.start(t);
  site.control({ faults: { apiAddresses: ["10.99.0.0/16"] }, reboot: true });
  await site.pass(minute);
  expect(said(site)).toContain("before the log-in: it does not allow this machine's address");
  expect(site.agent.standing().routers[0]?.cause).toBe("closed");
  site.control({ faults: { apiAddresses: [] } });
  await site.welcome([assignmentOf(site.port, { password: "wrong" })]);
  await site.pass(minute);
  expect(site.routerState?.message).toMatchObject({ say: "log_in_refused_why" });
  expect(site.agent.standing().routers[0]?.cause).toBe("refused-login");
});

test("a full disk is said once, stays said while nothing can be journalled, and is over a minute after its end", async (t) => {
  const site = await TestSite.start(t);
  const { touch } = site.journal.entitlements;
  site.journal.entitlements.touch = () => {
    throw new Error("database or disk is full");
  };
  site.sent.length = 0;
  site.logged.length = 0;
  await site.desired(desired("e1", 1, serve()));
  await site.pass(5 * minute, 200);
  const states = () => site.sent.flatMap((one) => (one.type === "router" ? [one.state] : []));
  expect(states()).toEqual(["refused"]);
  expect(site.routerState?.message).toEqual(say("fault_bridge", { why: "database or disk is full" }));
  expect(site.agent.standing().routers[0]?.cause).toBe("bridge");
  const told = site.logged.filter(({ event }) => /^router\.(un)?reachable$/.test(event));
  expect(told).toHaveLength(1);
  site.journal.entitlements.touch = touch;
  await site.pass(40_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.pass(2 * minute);
  expect(states()).toEqual(["refused", "reachable"]);
});

test("a router that was set up anew, or got another log-in, may have another certificate", async (t) => {
  const site = await TestSite.start(t);
  const pin = () => site.journal.routers.seen("router-1").fingerprint;
  for (const change of [{ password: "secret2" }, { username: "other" }, { port: site.port + 1 }]) {
    site.journal.routers.pin("router-1", "AB:CD");
    site.agent.receive({ type: "assign", routers: [assignmentOf(site.port, change)] });
    expect(pin()).toBeUndefined();
    await site.welcome();
  }
  site.journal.routers.pin("router-1", "AB:CD");
  site.agent.receive({ type: "assign", routers: [assignmentOf(site.port, { macAuthPassword: "new" })] });
  expect(pin()).toBe("AB:CD");
});

test.for([
  ["refused-login", "refused", /user name and password.*paste the set-up line again/],
  ["moved", "unreachable", /another address\. Paste the set-up line again/],
  ["closed", "unreachable", /closed: its API service, or the user, allows another address/],
  ["certificate", "refused", /reset, replaced or given a certificate/],
  ["bridge", "refused", /router is well, this machine is not/],
  ["protocol", "refused", /8728 speaks plainly/],
  [null, "unreachable", /Its port is open from here/],
] as const)("the doctor on a router with the cause %s says what to do", async ([cause, state, advice], t) => {
  const folder = testFolder(t);
  const router = createServer().listen(0, "127.0.0.1");
  t.onTestFinished(() => void router.close());
  await new Promise((resolve) => router.once("listening", resolve));
  const { port } = router.address() as { port: number };
  const stop = serveStatus(
    folder,
    () => ({
      pid: 1,
      version: "1.0.0",
      bridgeId: "b",
      name: "Gate",
      server: "http://127.0.0.1:1",
      uptime: 1,
      link: "up",
      linkFor: 1,
      newest: null,
      memory: 1,
      served: 0,
      unacknowledged: 0,
      routers: [{ routerId: "r", address: `127.0.0.1:${port}`, state, message: "why", cause, version: null }],
    }),
    () => undefined,
  );
  t.onTestFinished(stop);
  const findings = await examine({ folder, server: undefined, name: undefined });
  const found = findings.find(({ what }) => what.startsWith("Router"));
  expect(found).toMatchObject({ isWell: false, found: "why" });
  expect(found?.advice).toMatch(advice);
});
