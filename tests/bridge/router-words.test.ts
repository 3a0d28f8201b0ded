import { expect, test } from "vitest";
import { deviceSubject } from "../../worker/contract/values/subject.ts";
import { apiWords, knownIn, trees } from "../simulators/routeros/console/words.ts";
import { assignmentOf, desired, otherPhone, phone, serve, TestSite } from "./test-site.ts";

// What the bridge writes over the API has the words of the console: each of them stands in the table for every version.

test("every word that the bridge writes is known to every version", async (t) => {
  const site = await TestSite.start(t);
  const setup = {
    id: "5eedab12",
    username: "mlango-api",
    bootstrapPassword: "first0password",
    password: "own",
  };
  const policies = ["api", "read", "write", "sensitive", "password"] as const;
  site.control({ user: { name: "mlango-api", password: setup.bootstrapPassword, policies } });
  await site.welcome([{ ...assignmentOf(site.port, { ownDevices: [otherPhone] }), setup }]);
  await site.pass(2_000);
  await site.desired(desired("e1", 1, serve({ dataBytes: 50_000_000 })));
  // More time, another speed, somebody's hand at the profile, a session that outlives its user, and the end.
  await site.desired(desired("e1", 2, serve({ dataBytes: 90_000_000, downKbps: 4000 })));
  Object.assign(site.profile("mlango-512k-4000k") ?? {}, { "shared-users": "7" });
  await site.pass(11 * 60_000, 5_000);
  await site.desired(
    desired("e2", 1, serve({ subjects: [deviceSubject(phone)], downKbps: 4000 }), { order: 2 }),
  );
  const cookie = { id: "*77", values: { user: phone }, used: null, builtIn: false };
  site.simulator.state.tables.cookies.push(cookie);
  for (const [id, rev] of [
    ["e1", 3],
    ["e2", 2],
  ] as const)
    await site.desired(desired(id, rev, { kind: "end", subjects: [deviceSubject(phone)], reason: "ended" }));
  await site.welcome([assignmentOf(site.port, { ownDevices: [] })]);

  const { writes } = site.simulator.report();
  const written = new Set(
    writes.flatMap(({ command, attributes }) => {
      const name = command.slice(1);
      const given = Object.keys(attributes).filter((one) => one !== ".id");
      return [name, ...given.map((argument) => `${name} ${argument}`)];
    }),
  );
  for (const word of written)
    expect([word, ["6", ...trees].filter((version) => !knownIn(word).has(version))]).toEqual([word, []]);
  expect(apiWords.filter((word) => !written.has(word))).toEqual([]);
});
