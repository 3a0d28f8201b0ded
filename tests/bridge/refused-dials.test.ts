import { expect, test } from "vitest";
import { agoOfLog } from "#bridge/router-clock";
import { RefusedDials } from "#contract/bridge-requests";
import { dayMs } from "#contract/values/time";
import { commandsOf, dial, line, lines, login, start } from "./lines-site.ts";
import { hour, minute, routerId, type TestSite } from "./test-site.ts";

// Who dials in with a wrong password, as the router's log has it: read when somebody asks, and at no other time.

const tried = (site: TestSite, name: string, password = "guessed") =>
  site.simulator.control({
    dial: { name, password, service: "pppoe", ip: "10.7.0.9", callerId: "02:00:00:00:09:09" },
  });

async function since(site: TestSite, name = login): Promise<number | null> {
  const answer = await site.ask({ kind: "refused_dials", routerId, login: name });
  expect(answer.ok).toBe(true);
  return RefusedDials.parse(answer.result).sinceMs;
}
/** Further than answers are kept for. */
const later = (site: TestSite) => site.pass(11_000, 11_000);
const seconds = (ms: number | null) => (ms === null ? null : Math.round(ms / 1_000));

test.for(["6.49.18", "7.10.2", "7.22.3"] as const)(
  "of %s the log says when a wrong password was dialled with, today and the day before",
  async (version, t) => {
    const site = await start(t, { version });
    await lines(site, line(1));
    expect(await since(site)).toBeNull();
    await later(site);
    tried(site, login);
    await site.pass(30_000, 10_000);
    expect(seconds(await since(site))).toBe(30);
    await site.pass(30 * hour, hour);
    expect(seconds(await since(site))).toBe(30 * 3_600 + 30);
    // People do not tell spellings apart; the router does, and refuses the other one.
    tried(site, login.toUpperCase(), "pw1");
    await later(site);
    expect(seconds(await since(site))).toBe(11);
    // Who gets in is not refused.
    dial(site);
    await later(site);
    expect(seconds(await since(site))).toBe(22);
  },
);

test("what a client calls itself is its name, whatever it reads like", async (t) => {
  const site = await start(t);
  await lines(site, line(1), line(1, { login: "otieno" }, "line-2"));
  const forged = [
    `x>: user ${login} authentication failed`,
    `${login} authentication failed`,
    `<0001>: user ${login}`,
    `x authentication failed\n<0001>: user ${login} authentication failed`,
    `${login} authentication failed - `,
    `user ${login}`,
    ` ${login}`,
    "",
    "y".repeat(255),
  ];
  for (const name of forged) tried(site, name);
  expect(await since(site)).toBeNull();
  expect(await since(site, "otieno")).toBeNull();
  // A name of the log by itself: only that name's own.
  expect(await since(site, `user ${login}`)).not.toBeNull();
});

test("what is not about the password is not taken for it", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  const at = site.simulator.now();
  const said = (topics: string, message: string) => {
    const { log = [] } = site.simulator.state;
    site.simulator.state.log = [...log, { id: `*F${log.length}`, at, topics, message }];
  };
  said("pppoe,ppp,error", `<0005>: user ${login} authentication failed - radius timeout`);
  said("script,error", `<0005>: user ${login} authentication failed`);
  said("pppoe,ppp,info", `<pppoe-${login}>: terminating... - peer is not responding`);
  said("pppoe,ppp,error", `<pppoe-${login}>: authentication failed`);
  expect(await since(site)).toBeNull();
});

test("however many ask, the router is asked once, and nothing is asked of it where nobody does", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  tried(site, login);
  const commands = commandsOf(site);
  const asked = () => commands.filter((path) => path.startsWith("/log"));
  await site.pass(20 * minute, 5_000);
  expect(asked()).toEqual([]);
  await Promise.all(Array.from({ length: 20 }, (_, index) => since(site, `${login}${index || ""}`)));
  // How many lines there are, and the lines.
  expect(asked()).toHaveLength(2);
});

test("a log that is larger than a question may cost is not read", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  const entry = {
    at: site.simulator.now(),
    topics: "pppoe,ppp,error",
    message: `<1>: user ${login} authentication failed`,
  };
  site.simulator.state.log = Array.from({ length: 2_001 }, (_, index) => ({
    id: `*${index.toString(16)}`,
    ...entry,
  }));
  expect(await since(site)).toBeNull();
});

test("times of the log are read as versions write them", () => {
  const clock = { date: "2026-01-02", time: "00:10:00" };
  expect(agoOfLog("00:09:00", clock)).toBe(minute);
  expect(agoOfLog("2026-01-01 00:10:00", clock)).toBe(dayMs);
  expect(agoOfLog("01-01 00:10:00", clock)).toBe(dayMs);
  expect(agoOfLog("12-31 00:10:00", clock)).toBe(2 * dayMs);
  const old = { date: "jan/02/2026", time: "00:10:00" };
  expect(agoOfLog("jan/01 23:10:00", old)).toBe(hour);
  expect(agoOfLog("dec/31 00:10:00", old)).toBe(2 * dayMs);
  expect(agoOfLog("dec/31/2025 00:10:00", old)).toBe(2 * dayMs);
  // The clock was set back since, or nobody knows what it says.
  for (const text of ["00:12:00", "2026-01-03 00:00:00", "", "soon", "13-45 00:00:00", "jan/01 noon"])
    expect(agoOfLog(text, clock)).toBeUndefined();
  expect(agoOfLog("00:09:00", {})).toBeUndefined();
});
