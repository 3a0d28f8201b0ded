import { expect, test } from "vitest";
import { deviceSubject } from "../../worker/contract/values/subject.ts";
import { countingProxy } from "../support/counting-proxy.ts";
import { pollBudgets } from "../support/work-budgets.ts";
import { assignmentOf, desired, hour, serve, TestSite } from "./test-site.ts";

// What a router is asked in a minute over a tunnel, counted as it passes. Meanwhile a phone without a purchase comes or
// goes every other second, so that the list of those who wait is never the same for long.

const hex = (byte: number) => byte.toString(16).padStart(2, "0").toUpperCase();
const macOf = (index: number) => `06:00:00:00:${hex(Math.floor(index / 256))}:${hex(index % 256)}`;
const ipOf = (index: number) => `10.5.${52 + Math.floor(index / 200)}.${(index % 200) + 1}`;

test.for(pollBudgets)(
  "$online online, $unpaid without a purchase, $away away",
  { timeout: 120_000 },
  async ({ online, unpaid, away, commands, replies, kilobytes }, t) => {
    const site = await TestSite.start(t, { hosts: [] });
    const proxy = await countingProxy(t, site.port);
    await site.welcome([assignmentOf(proxy.port)]);
    const present = (index: number, is: boolean) =>
      site.control({ host: { mac: macOf(index), ip: ipOf(index), present: is } });
    const bought = online + away;
    for (let index = 0; index < bought + unpaid; index += 1) present(index, true);
    const spec = (index: number) =>
      serve({ subjects: [macOf(index)].map(deviceSubject), durationMs: 20 * hour });
    await site.desired(...Array.from({ length: bought }, (_, index) => desired(`e${index}`, 1, spec(index))));
    for (let index = 0; index < away; index += 1) present(index, false);
    const traffic = { bytesIn: 123_456_789, bytesOut: 1_234_567_890 };
    for (let index = away; index < bought; index += 1)
      site.control({ traffic: { mac: macOf(index), ...traffic } });
    await site.pass(40_000);
    // The checklist of the first contact is read in real time, over the same way.
    const isChecked = () =>
      site.sent.some((message) => message.type === "preflight" && message.done !== null);
    await expect.poll(isChecked).toBe(true);
    proxy.begin();
    for (let second = 0; second < 60; second += 1) {
      if (unpaid > 0 && second % 2 === 0) present(bought, second % 4 === 0);
      await site.pass(1_000);
    }
    const counted = proxy.counted();
    expect(site.simulator.state.sessions).toHaveLength(online);
    expect(counted.commands).toBeLessThanOrEqual(commands);
    expect(counted.replies).toBeLessThanOrEqual(replies);
    expect(counted.bytesUp + counted.bytesDown).toBeLessThanOrEqual(kilobytes * 1_000);
  },
);
