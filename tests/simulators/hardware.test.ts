import { afterEach, expect, test } from "vitest";
import { drive, questions, table } from "#tests/hardware/drive";
import { clean, ours } from "#tests/hardware/question";
import { RouterLine } from "#tests/hardware/router-line";
import { routerQuestions } from "#tests/hardware/router-questions";
import { RouterSimulator } from "./routeros/router-simulator.ts";
import type { RouterVersion } from "./routeros/version.ts";
import { memoryStore } from "./store.ts";

// The questions to a real router, put to the simulator: the program works, leaves nothing, and keeps no secret.

const mac = "02:00:00:00:00:01";
const running: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

async function bench(version: RouterVersion = "7.18.2") {
  const router = new RouterSimulator({
    clock: Date,
    store: memoryStore(),
    version,
    users: [{ name: "bench", password: "a bench password", policies: ["api", "read", "write", "sensitive"] }],
    hotspot: { macAuthPassword: "a mac password" },
    hosts: [{ mac, ip: "10.5.50.10" }],
  });
  running.push(router);
  const { port } = await router.listen();
  const line = await RouterLine.logIn({
    host: "127.0.0.1",
    port,
    user: "bench",
    password: "a bench password",
  });
  running.push(line);
  return { router, line };
}
const asked = (line: RouterLine, phone: string | null) =>
  drive(line, { mac: phone, waitMs: 400, say: () => {} });

test.each(["6.49.18", "7.18.2", "7.22.3"] as const)(
  "every question is answered by %s, and the table has it",
  async (version) => {
    const { line } = await bench(version);
    const result = await asked(line, mac);
    expect(Object.keys(result.answers)).toEqual(questions.map(({ id }) => id));
    expect(Object.entries(result.answers).filter(([, answer]) => /^failed|^$/.test(answer))).toEqual([]);
    expect(result.router.version).toContain(version.split(".").slice(0, 2).join("."));
    expect(result.answers["empty-print"]).toBe(version === "7.18.2" || version === "7.22.3" ? "yes" : "no");
    expect(result.answers["missing-menu"]).toMatch(/no such command/);
    expect(result.answers["login-done"]).toBe("yes");
    expect(result.answers["disable-ends"]).toMatch(/^no/);
    for (const { asks } of questions) expect(table(questions, [result])).toContain(`| ${asks} | `);
  },
);

test("leaves nothing on the router, and nothing of its secrets in what is kept", async () => {
  const { router, line } = await bench();
  const rows = () =>
    JSON.stringify(router.state.tables, (_name, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
  const before = rows();
  const { transcript } = await asked(line, mac);
  expect(rows()).toBe(before);
  expect(transcript.length).toBeGreaterThan(2 * questions.length);
  expect(JSON.stringify(transcript)).not.toMatch(/a bench password|a mac password|02:00:00:00:00:01/);
});

test("without a phone leaves out what takes one", async () => {
  const { line } = await bench();
  const { answers } = await asked(line, null);
  expect(Object.keys(answers)).toEqual(routerQuestions.map(({ id }) => id));
});

test("removes what a run that was cut off left, and touches no other row", async () => {
  const { line } = await bench();
  await line.ask("/ip/hotspot/user/add", `=name=${ours}`);
  await line.ask("/ip/hotspot/user/add", "=name=somebody");
  expect(await clean(line)).toBe(1);
  expect((await line.rows("/ip/hotspot/user/print")).map(({ name }) => name)).toContain("somebody");
});
