import { expect, type TestContext, test } from "vitest";
import { countingProxy } from "../support/counting-proxy.ts";
import { lineMinuteBudget } from "../support/work-budgets.ts";
import { dial, line, lines, portal, start } from "./lines-site.ts";
import { assignmentOf, minute } from "./test-site.ts";

// What a router's lines add to its tunnel, counted as it passes: 200 of them, a fifth of 1,000 on five routers.

const nameOf = (index: number) => `home${index}`;
const addressOf = (index: number) => `10.7.${1 + Math.floor(index / 200)}.${(index % 200) + 1}`;

/** A minute's kB, of ten with one comparison; in every other minute one of the lines dials anew. */
async function kilobytes(t: TestContext, count: number): Promise<number> {
  const site = await start(t);
  const proxy = await countingProxy(t, site.port);
  await site.welcome([assignmentOf(proxy.port, { portalHosts: [portal] })]);
  const indices = Array.from({ length: count }, (_, index) => index);
  await lines(site, ...indices.map((index) => line(1, { login: nameOf(index) }, `line-${index}`)));
  for (const index of indices) dial(site, addressOf(index), nameOf(index));
  await site.pass(minute, 5_000);
  const isChecked = () => site.sent.some((message) => message.type === "preflight" && message.done !== null);
  await expect.poll(isChecked).toBe(true);
  proxy.begin();
  for (let minutes = 0; minutes < 10; minutes += 1) {
    if (minutes % 2 === 0 && count > 0) {
      site.control({ hangUp: { name: nameOf(minutes) } });
      await site.pass(10_000);
      dial(site, addressOf(count + minutes), nameOf(minutes));
      await site.pass(50_000);
    } else await site.pass(minute);
  }
  const { bytesUp, bytesDown } = proxy.counted();
  expect(site.simulator.state.dialled).toHaveLength(count);
  return (bytesUp + bytesDown) / 10_000;
}

test("a minute of 1,000 lines at five routers is within its budget over their tunnels", {
  timeout: 120_000,
}, async (t) => {
  const [none, some] = [await kilobytes(t, 0), await kilobytes(t, 200)];
  expect((some - none) * 5).toBeLessThanOrEqual(lineMinuteBudget.kilobytes);
});
