import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { drive, ofRouter, questions, type Result } from "#tests/hardware/drive";
import { phoneQuestions } from "#tests/hardware/phone-questions";
import { clean, ours } from "#tests/hardware/question";
import { replayedRouter } from "#tests/hardware/replayed-router";
import { keep, keptResults, readme, table, withTable } from "#tests/hardware/results";
import { RouterLine, type Said } from "#tests/hardware/router-line";
import { simulated, simulatedSite } from "#tests/hardware/simulated-site";
import { homeRouter } from "./routeros/console/images.ts";
import type { RouterVersion } from "./routeros/version.ts";

// The questions to a real router, put to the simulator: the program works, leaves nothing, and keeps no secret.

const { mac, dials, waitMs } = simulated;
const folder = join(import.meta.dirname, "../hardware");
const running: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

async function bench(version?: RouterVersion) {
  const site = await simulatedSite(version);
  running.push(site);
  return site;
}
const say = () => {};
const asked = (line: RouterLine) => drive(line, { mac, dials, waitMs, say });

describe.each(["6.49.18", "7.18.2", "7.22.3"] as const)("a router of %s", (version) => {
  let result: Result;
  let site: Awaited<ReturnType<typeof simulatedSite>>;
  let before: string;
  const rows = () =>
    JSON.stringify([site.router.state.tables, site.router.state.box], (_name, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
  beforeAll(async () => {
    site = await simulatedSite(version);
    // Its rules have their ids from the first look on.
    await site.line.rows("/ip/firewall/filter/print");
    before = rows();
    result = await asked(site.line);
    return () => site.close();
  });

  test("answers every question, as the simulator's README says", () => {
    const { answers } = result;
    expect(Object.keys(answers)).toEqual(questions.map(({ id }) => id));
    expect(Object.entries(answers).filter(([, answer]) => /^failed|^$/.test(answer))).toEqual([]);
    expect(result.router.version).toContain(version.split(".").slice(0, 2).join("."));
    expect(answers).toMatchObject({
      "empty-print": version === "6.49.18" ? "no" : "yes",
      "missing-menu": "no such command prefix",
      "login-done": "yes",
      "disable-ends": "no, not in 0.2 s",
      "list-timeout": "yes, dynamic true",
      "timeout-set": "yes",
      "ppp-profile": "address-list yes, on-up yes",
      "place-dynamic": "there is no dynamic rule",
      "secret-shown": "yes",
      "two-users": "that of all servers: invalid username or password",
      "binding-removed": "no",
      "binding-blocked": "host yes, session yes",
      "binding-both": "no",
      "limits-back": "5,200,src-address/10m; 1000000-0; 80,443",
      "six-rules": version.startsWith("6.")
        ? "refused: no such command prefix"
        : "icmp-admin-prohibited, all",
    });
  });

  test("says what a list does to connections that stand, and what profiles do at both ends of a session", () => {
    expect(result.answers).toMatchObject({
      "profile-list": "yes, dynamic true; gone afterwards",
      // The harsher: who dials in while our entry stands is in no list once it is gone.
      "listed-before": "no",
      "up-clears": "yes",
      "down-clears": "yes",
      "session-keeps":
        "secret changed: keeps its list; profile changed: keeps its list, queue 3M/3M of 3M/3M",
      "secret-ends": "no, not in 0.2 s",
      "kept-from-fasttrack": "yes",
      "block-ends-standing": "yes",
      "block-lifts": "yes",
      "fasttracked-block": "block: no; removed: yes",
      "refused-dial": "<…>: user mlango-hardware authentication failed (pppoe,ppp,error)",
      "six-prefix": version.startsWith("6.")
        ? "refused: unknown parameter remote-ipv6-prefix"
        : "2001:db8:5e::/64, listed as 2001:db8:5e::/64",
      "six-lists": "<pppoe-mlango-hardware>, dynamic true; ends: yes",
      "dial-counts": "another id, from 0",
    });
  });

  test("says what stands of fixed devices, and what is refused beside it", () => {
    expect(result.answers).toMatchObject({
      "lease-twins":
        "address refused: failure: already have static lease with this IP address; device refused: failure: already have static lease for this client",
      "arp-static": "yes, dynamic false; second refused: failure: already have such ARP record",
      "queue-reads": "10.255.255.250/32, 2000000/8000000, bytes 0/0",
      "queue-before": "yes",
      "rule-interface": "refused: input does not match any value of interface",
    });
  });

  test("is left as it was, and nothing of its secrets is kept", () => {
    expect(rows()).toBe(before);
    expect(result.transcript.length).toBeGreaterThan(2 * questions.length);
    expect(JSON.stringify(result)).not.toMatch(
      /a bench password|a mac password|a client's password|02:00:00/,
    );
  });
});

test("a download goes by the rules that stand, and FastTrack takes it out of their sight", async () => {
  const { line, router } = await bench();
  await line.ask("/ppp/secret/add", `=name=${ours}`, "=password=another", "=remote-address=10.255.254.2");
  expect(router.control({ dial: { name: ours, service: "pppoe", ip: "", password: dials } }).body).toEqual({
    error: `${ours} has another password.`,
  });
  expect(router.control({ download: { name: ours, bytesPerSecond: 1 } }).status).toBe(400);
  await line.ask("/ppp/secret/set", `=.id=${ours}`, `=password=${dials}`);
  const connections = () => line.rows("/ip/firewall/connection/print");
  // The router's own FastTrack rule.
  await expect.poll(connections).toMatchObject([{ "src-address": "10.255.254.2:50000", fasttrack: "true" }]);
  const unknown = await line.ask("/ip/firewall/connection/remove", "=.id=*FFFF");
  expect(unknown.trap).toMatch(/no such item/);
});

test("without a phone and a client leaves out what takes them", async () => {
  const { line } = await bench();
  const alone = await drive(line, { mac: null, dials: null, waitMs, say });
  expect(Object.keys(alone.answers)).toEqual(ofRouter.map(({ id }) => id));
  const withPhone = await drive(line, { mac, dials: null, waitMs, say });
  expect(Object.keys(withPhone.answers)).toEqual([...ofRouter, ...phoneQuestions].map(({ id }) => id));
});

test("a client that does not dial in is said, and so is one that downloads nothing", async () => {
  const { line, router } = await bench();
  const silent = await drive(line, { mac: null, dials: "another password", waitMs: 40, say });
  expect(silent.answers["block-ends-standing"]).toBe("nobody dialled in within 0.04 s");
  const ends = setInterval(() => router.control({ download: { name: ours, bytesPerSecond: 0 } }), 1);
  onTestFinished(() => clearInterval(ends));
  const idle = await drive(line, { mac: null, dials, waitMs: 40, say });
  expect(idle.answers["block-ends-standing"]).toBe("the client downloads nothing");
});

test("removes what a run that was cut off left, and touches no other row", async () => {
  const { line } = await bench();
  await line.ask("/ip/hotspot/user/add", `=name=${ours}`);
  await line.ask("/ip/hotspot/user/add", "=name=somebody");
  const entry = ["=list=mlango-blocked", "=address=10.255.254.2"];
  await line.ask("/ip/firewall/address-list/add", ...entry, `=comment=MLG;${ours}`);
  await line.ask(
    "/ip/firewall/address-list/add",
    "=list=mlango-blocked",
    "=address=10.1.1.1",
    "=comment=MLG;x",
  );
  expect(await clean(line)).toBe(2);
  expect((await line.rows("/ip/hotspot/user/print")).map(({ name }) => name)).toContain("somebody");
  expect(await line.rows("/ip/firewall/address-list/print")).toMatchObject([{ address: "10.1.1.1" }]);
});

describe("what is kept", () => {
  const [kept] = keptResults(join(folder, "simulated")) as [Result];
  /** How long it took is of the machine. */
  const timeless = ({ answers }: Pick<Result, "answers">) =>
    Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => [id, answer.replaceAll(/\d+ (m?s)\b/g, "… $1")]),
    );

  test("is played back to the program, sentence by sentence, and says the same again", async () => {
    const replayed = await replayedRouter(kept.transcript);
    running.push(replayed);
    const line = await RouterLine.logIn({
      host: "127.0.0.1",
      port: replayed.port,
      user: simulated.user,
      password: "what was left out",
    });
    running.push(line);
    const { clock } = replayed;
    const again = await drive(line, { mac, dials, waitMs: kept.waitMs, say, clock });
    expect(timeless(again)).toEqual(timeless(kept));
    expect(again.router).toEqual(kept.router);
    expect(replayed.left()).toBe(0);
  });

  test("by another router's words says otherwise, or where the transcript leaves off", async () => {
    const others = kept.transcript.filter(({ words: [kind] }) => kind !== "!empty");
    const play = async (transcript: Result["transcript"]) => {
      const replayed = await replayedRouter(transcript);
      running.push(replayed);
      const at = { host: "127.0.0.1", port: replayed.port, user: simulated.user, password: "" };
      const line = await RouterLine.logIn({ ...at, password: "x" });
      running.push(line);
      return drive(line, { mac, dials, waitMs: kept.waitMs, say, clock: replayed.clock });
    };
    expect(kept.answers["empty-print"]).toBe("yes");
    expect((await play(others)).answers["empty-print"]).toBe("no");
    const cut = kept.transcript.indexOf(kept.transcript.filter(({ from }) => from === "us")[20] as Said);
    await expect(play(kept.transcript.slice(0, cut))).rejects.toThrow("the transcript goes on with nothing");
  });

  test("of every router is what the simulator of its version answers: what differs is put right in the simulator", async () => {
    const versions: RouterVersion[] = ["7.22.3", "7.18.2", "7.10.2", "6.49.18"];
    const number = (version: string) =>
      version.split(".").reduce((all, part) => all * 1_000 + (Number.parseInt(part, 10) || 0), 0);
    for (const result of [kept, ...keptResults()]) {
      const nearest = versions.find((one) => number(one) <= number(result.router.version)) ?? "6.49.18";
      const { line } = await bench(nearest);
      const simulators = timeless(await asked(line));
      const same = Object.entries(timeless(result)).filter(([id]) => !ofTheBoard.includes(id));
      expect(simulators).toMatchObject(Object.fromEntries(same));
    }
  });

  test("is a file with a line for each sentence, replaced by the same router's next run, and a column of the table", () => {
    const there = mkdtempSync(join(tmpdir(), "hardware-"));
    onTestFinished(() => rmSync(there, { recursive: true }));
    const file = keep(kept, there);
    expect(file).toBe(join(there, "RB5009UG-S-7.22.3-stable.json"));
    expect(keptResults(there)).toEqual([kept]);
    const text = readFileSync(file, "utf8");
    expect(text.split("\n").filter((line) => line.includes('"from"'))).toHaveLength(kept.transcript.length);
    keep({ ...kept, answers: { ...kept.answers, "empty-print": "perhaps | not" } }, there);
    const older: Result = { ...kept, router: { ...kept.router, version: "6.45.9" }, answers: {} };
    keep(older, there);
    expect(keptResults(there)).toHaveLength(2);
    const page = withTable(readFileSync(readme, "utf8"), keptResults(there));
    const [head = "", , row = ""] = page.slice(page.indexOf("| Name |")).split("\n");
    expect(head).toContain(`| ${kept.router.board}, 6.45.9 | ${kept.router.board}, ${kept.router.version} |`);
    expect(row).toMatch(/^\| `empty-print` \| Does a print .* \| not asked \| perhaps \\\| not \|$/);
    expect(withTable(page, [])).toBe(withTable(readFileSync(readme, "utf8"), []));
  });

  test("stands in the README's table, with what hangs on each question", () => {
    expect(readFileSync(readme, "utf8")).toContain(table(questions, keptResults()));
    for (const { id, settles } of questions) expect([id, settles.length > 20]).toEqual([id, true]);
  });
});

/** What hangs on a board, its configuration or its rows, and on no version. */
const ofTheBoard = ["queue-place", "services", "device-mode", "find-static", "side-by-side", "place-dynamic"];

test("each row of what is not verified is asked by the program, or stands among what is tried by hand", () => {
  const page = readFileSync(join(folder, "../../docs/reference/routeros.md"), "utf8");
  const rows = page
    .slice(page.indexOf("## Not verified on hardware"))
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  expect(rows.length).toBeGreaterThan(30);
  const ids = questions.map(({ id }) => id);
  const byHand = [...readFileSync(readme, "utf8").matchAll(/^(\d+)\. (?=[A-Z])/gm)].length;
  expect(byHand).toBeGreaterThan(9);
  for (const row of rows) {
    const asked = row.split("|").at(-2)?.trim() ?? "";
    const named = [...asked.matchAll(/`([^`]+)`/g)].map(([, id]) => id);
    expect([row, named.filter((id) => !ids.includes(id ?? ""))]).toEqual([row, []]);
    if (named.length === 0) expect(asked, row).toMatch(/^by hand \d+$/);
  }
});

test.each(["6.49.18", "7.10.2", "7.18.2", "7.22.3"] as const)(
  "what is imported beforehand makes a user of the API, once, and opens the API also while somebody is connected: %s",
  (version) => {
    const router = homeRouter(version);
    const script = readFileSync(join(folder, "mlango-bench.rsc"), "utf8");
    router.connect("api", "192.168.88.10:40001");
    router.import(script);
    router.import(script);
    expect(router.menu("/user").filter(({ name }) => name === "mlango-hardware-bench")).toMatchObject([
      { group: "full", address: "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16" },
    ]);
    const api = router.menu("/ip service").find(({ name, dynamic }) => name === "api" && dynamic !== "yes");
    expect(api).toMatchObject({ disabled: "no" });
  },
);
