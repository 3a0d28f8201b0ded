import { expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { heldWay } from "../support/held-way.ts";
import { farRouterBudget } from "../support/work-budgets.ts";
import { assignmentOf, desired, hour, phone, serve, TestSite } from "./test-site.ts";

// A router at the end of a way that takes 200 ms there and back. The time of the test goes by with each packet that passes, so what is
// counted is how many round trips are waited for one after the other, on any machine.

const oneWayMs = 100;
const macOf = (index: number) => `06:00:00:00:00:${index.toString(16).padStart(2, "0").toUpperCase()}`;
const hosts = Array.from({ length: 100 }, (_, index) => ({
  mac: macOf(index),
  ip: `10.5.50.${index + 100}`,
}));

async function farSite(t: Parameters<typeof TestSite.start>[0]) {
  const site = await TestSite.start(t, { hosts: [...hosts, { mac: phone, ip: "10.5.50.11" }] });
  await site.stop();
  const way = await heldWay(t, site.port, (held) => {
    site.clock.pass(oneWayMs);
    return held;
  });
  await site.restart();
  return { site, way };
}

const purchase = (index: number) =>
  desired(
    `e${index}`,
    1,
    serve({ subjects: [deviceSubject(macOf(index))], downKbps: index % 2 ? 2_000 : 5_000 }),
    { order: index },
  );

test("a hundred purchases that wait for a far router are online within their budget of round trips", async (t) => {
  const { site, way } = await farSite(t);
  site.isOnline = true;
  site.agent.receive({
    type: "welcome",
    journal: "keep",
    ackedSeq: 0,
    routers: [assignmentOf(way.port)],
  });
  await site.desired(...hosts.map((_host, index) => purchase(index)));
  expect(site.simulator.report().active).toHaveLength(100);
  expect(hosts.every((_host, index) => site.state(`e${index}`) === "online")).toBe(true);
  expect(way.steps / 2).toBeLessThanOrEqual(farRouterBudget.hundredWaiting);
  expect(way.mostUnderWay).toBeLessThanOrEqual(farRouterBudget.commandsAtOnce);
});

test("a hundred devices that are online already are compared in one reading, without a word about each", async (t) => {
  const { site, way } = await farSite(t);
  await site.welcome([assignmentOf(way.port)]);
  await site.desired(...hosts.map((_host, index) => purchase(index)));
  way.drop();
  way.steps = 0;
  await site.pass(hour / 60, 5_000);
  way.steps = 0;
  way.drop();
  await site.desired(desired("e100", 1, serve(), { order: 100 }));
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(way.steps / 2).toBeLessThanOrEqual(farRouterBudget.oneAfterReconnect);
});

test("a purchase at a far router that is served already takes four round trips", async (t) => {
  const { site, way } = await farSite(t);
  await site.welcome([assignmentOf(way.port)]);
  await site.desired(purchase(1));
  way.steps = 0;
  await site.desired(purchase(3));
  expect(site.state("e3")).toBe("online");
  expect(way.steps / 2).toBeLessThanOrEqual(farRouterBudget.one);
});
