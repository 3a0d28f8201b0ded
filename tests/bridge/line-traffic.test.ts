import { expect, type TestContext, test } from "vitest";
import { dayMs } from "#contract/values/time";
import { countingProxy } from "../support/counting-proxy.ts";
import { lineMinuteBudget } from "../support/work-budgets.ts";
import { carry, dial, line, lines, login, portal, start, story } from "./lines-site.ts";
import { assignmentOf, minute } from "./test-site.ts";

// What a router's lines add to its tunnel, counted as it passes: 200 of them, a fifth of 1,000 on five routers.

const nameOf = (index: number) => `home${index}`;
const addressOf = (index: number) => `10.7.${1 + Math.floor(index / 200)}.${(index % 200) + 1}`;

/** A minute's kB, of ten with one comparison and two readings of counters; each line dials anew more than once a day. */
async function kilobytes(t: TestContext, count: number): Promise<number> {
  const site = await start(t);
  const proxy = await countingProxy(t, site.port);
  await site.welcome([assignmentOf(proxy.port, { portalHosts: [portal] })]);
  const indices = Array.from({ length: count }, (_, index) => index);
  await lines(site, ...indices.map((index) => line(1, { login: nameOf(index) }, `line-${index}`)));
  for (const index of indices) dial(site, addressOf(index), nameOf(index));
  for (const index of indices) carry(site, 123_456_789 + index, 23_456_789_012 + index, nameOf(index));
  await site.pass(minute, 5_000);
  const isChecked = () => site.sent.some((message) => message.type === "preflight" && message.done !== null);
  await expect.poll(isChecked).toBe(true);
  // What is asked once of a new connection is over.
  await site.pass(10 * minute, 5_000);
  proxy.begin();
  for (let minutes = 0; minutes < 10; minutes += 1) {
    if (minutes % 5 === 0 && count > 0) {
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

test("a redial is read as one row, and days of looking make no second dial of one that stands", async (t) => {
  const site = await start(t);
  await lines(site, line(1), line(1, { login: "otieno" }, "line-2"), line(1, { login: "amina" }, "line-3"));
  for (const [place, name] of [login, "otieno", "amina"].entries()) dial(site, `10.7.0.${place + 2}`, name);
  await site.pass(minute, 5_000);
  const rows: string[] = [];
  const answer = site.simulator.answer.bind(site.simulator);
  site.simulator.answer = (command, ...rest) => {
    if (command.path === "/ppp/active/print") rows.push([...command.queries].join());
    return answer(command, ...rest);
  };
  site.control({ hangUp: { name: "otieno" } });
  await site.pass(10_000, 5_000);
  dial(site, "10.7.0.9", "otieno");
  await site.pass(10_000, 5_000);
  expect(story(site, "line-2").at(-1)).toBe("10.7.0.9");
  expect(rows.filter((asked) => asked.includes(".id"))).toHaveLength(1);
  await site.pass(2 * dayMs + 400, 10_400);
  expect(story(site)).toEqual(["1 open", "10.7.0.2"]);
});
