import { expect, type TestContext, test } from "vitest";
import { deviceSubject } from "../../worker/contract/values/subject.ts";
import {
  assignmentOf,
  desired,
  minute,
  otherPhone,
  phone,
  serve,
  TestSite,
  testRouter,
} from "./test-site.ts";

// The bridge of a platform's host drives routers of many providers. Each provider owns its router and may write there what it
// likes, also rows that look like ours: it reaches nothing of what another provider sold.

const theirs = "router-2";
const MB = 1_000_000;

/** `router-1` is the attacker's; at `router-2` a device of another provider's visitor is online, with ten megabytes. */
async function besideAnother(t: TestContext) {
  const site = await TestSite.start(t);
  const { simulator, port } = await testRouter(t, site.clock);
  await site.welcome([assignmentOf(site.port), assignmentOf(port, { routerId: theirs })]);
  await site.desired(desired("theirs", 1, serve({ dataBytes: 10 * MB }), { routerId: theirs }));
  expect(simulator.isOnline(phone)).toBe(true);
  expect(site.story("theirs")).toEqual(["started 1", "applied 1 online"]);
  return { site, simulator, port };
}

/** As its owner writes it by hand, with our mark. */
function plant(site: TestSite, values: Record<string, string>): void {
  site.simulator.state.tables.users.push({
    id: `*${(900 + site.simulator.state.tables.users.length).toString(16).toUpperCase()}`,
    values: { profile: "default", server: "all", disabled: "false", password: "", ...values },
    used: null,
    builtIn: false,
  });
}

test.for([phone, otherPhone])(
  "rows that claim another provider's purchase neither start, use up nor end it: %s",
  async (mac, t) => {
    const { site, simulator, port } = await besideAnother(t);
    plant(site, {
      name: mac,
      "mac-address": mac,
      comment: "MLG;theirs;e1",
      "limit-uptime": "1s",
      "limit-bytes-total": "1",
    });
    await site.restart();
    await site.welcome([assignmentOf(site.port), assignmentOf(port, { routerId: theirs })]);
    site.control({ traffic: { mac, bytesIn: 0, bytesOut: 50 * MB } });
    await site.pass(2 * minute, 10_000);
    expect(simulator.isOnline(phone)).toBe(true);
    expect(site.story("theirs").filter((word) => word.startsWith("ended"))).toEqual([]);
    expect(site.journal.entitlements.used("theirs")).toBe(0);
    // Nobody is let out at the attacker's router by it, and its row does not stay.
    expect(site.simulator.isOnline(mac)).toBe(false);
    expect(site.user(mac)).toBeUndefined();
    const told = [...site.sent, ...site.events].filter((message) =>
      JSON.stringify(message).includes('"entitlementId":"theirs"'),
    );
    expect(told.filter((message) => JSON.stringify(message).includes('"routerId":"router-1"'))).toEqual([]);
  },
);

test("a router that does not answer, is slow or lies about its epoch holds up no other", async (t) => {
  const { site, simulator } = await besideAnother(t);
  site.timeouts = { connectTimeoutMs: 300 };
  site.simulator.setFaults({ accept: "silent" });
  site.simulator.dropConnections();
  await site.desired(
    desired("more", 1, serve({ subjects: [deviceSubject(otherPhone)] }), { routerId: theirs }),
  );
  expect(simulator.isOnline(otherPhone)).toBe(true);
  site.simulator.clearFaults();
  plant(site, { name: "mlango-bridge", comment: "MLG-BRIDGE;epoch=999999999;bridge=another" });
  await site.pass(minute, 10_000);
  expect(simulator.isOnline(phone)).toBe(true);
  expect(site.sent.filter((one) => one.type === "router" && one.routerId === theirs).at(-1)).toMatchObject({
    state: "reachable",
  });
});
