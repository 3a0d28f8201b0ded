import { expect, test } from "vitest";
import * as contract from "#contract/adoption";
import * as lines from "#contract/lines";
import { sql } from "#worker/db/sql";
import { likelyCustomers } from "#worker/features/customers/index";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  demoId,
  inDays,
  lineImportWorld,
  listed,
  reading,
  routerHas,
  routerId,
  secret,
  specOf,
  world,
} from "./line-import-world.ts";

// A router that lies about its names, and people who take what is somebody else's.

lineImportWorld();

const wanted = (name: string, changes: object = {}) =>
  Object.assign(
    {
      name,
      customer: { name: `Of ${name}`.slice(0, 40), phoneNumber: null },
      packageId: world().home.id,
      paidUntil: inDays(10),
    },
    changes,
  );
type Wanted = ReturnType<typeof wanted>;
const ask = (of: Wanted[], key: string = crypto.randomUUID()) =>
  call(
    contract.adoptLines,
    { params: { id: routerId() }, body: { lines: of } },
    Object.assign({ headers: { "idempotency-key": key } }, world().owner),
  );
async function adopted(of: Wanted[], key?: string) {
  const answer = await reading(ask(of, key));
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const accountsLike = async (name: string) =>
  (await likelyCustomers(testContext(), demoId(), { q: name, typed: "", payer: null })).found;

test("a name that two windows take at once is one line of one customer, and nobody is left without a line", async () => {
  routerHas([secret("race")]);
  const [one, other] = await Promise.all([
    adopted([wanted("race", { customer: { name: "Racer", phoneNumber: null } })]),
    adopted([wanted("race", { customer: { name: "Racer", phoneNumber: null } })]),
  ]);
  expect([one, other].map((done) => [done.adopted.length, done.refused.length]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect(await accountsLike("racer")).toHaveLength(1);
  // Twice in one call, too.
  routerHas([secret("twice")]);
  const both = wanted("twice", { customer: { name: "Doubled", phoneNumber: null } });
  expect((await adopted([both, both])).refused).toHaveLength(1);
  expect(await accountsLike("doubled")).toHaveLength(1);
  // And where a line of that name is made by hand at the same moment.
  const body = {
    customer: { name: "Byhand", phoneNumber: "0722000333" },
    routerId: routerId(),
    packageId: world().home.id,
    login: "hand",
    password: "fibre4you",
  };
  const made = await Promise.all([1, 2, 3].map(() => call(lines.addLine, { body }, world().owner)));
  expect(made.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await accountsLike("byhand")).toHaveLength(1);
});

test("what a name's row says between reading and taking counts as it is when it is taken", async () => {
  routerHas([secret("swap", { password: "before" })]);
  const shown = await reading(call(contract.readSecrets, { params: { id: routerId() } }, world().owner));
  expect(shown.text).not.toContain("before");
  routerHas([secret("swap", { password: "after" })]);
  await adopted([wanted("swap")]);
  expect(specOf("swap")).toMatchObject({ password: "after", former: "10M" });
  routerHas([]);
  expect((await adopted([wanted("swap-gone")])).refused).toMatchObject([{ name: "swap-gone" }]);
  routerHas([secret("swapped", { isLine: true })]);
  expect((await adopted([wanted("swapped")])).adopted).toEqual([]);
});

test("names that are no words, commands and formulas are names; those that are one to the router are none", async () => {
  const names = ["__proto__", "constructor", "=1+1", "'; DROP TABLE lines; --", "<img src=x>"];
  const command = '"; /system reset-configuration #';
  routerHas([
    ...names.map((name) => secret(name, { profile: command, comment: "=cmd|'/c calc'!A1" })),
    ...["KIM", "\u212Aim"].map((name) => secret(name)),
    secret("as it is not", { isMisspelled: true }),
  ]);
  const done = await adopted(
    [...names, "KIM", "\u212Aim", "as it is not"].map((name) =>
      wanted(name, { customer: { name: "Odd", phoneNumber: null } }),
    ),
  );
  expect(done.adopted.map(({ name }) => name)).toEqual(names);
  expect(done.refused.map(({ name }) => name)).toEqual(["KIM", "\u212Aim", "as it is not"]);
  expect((await listed("odd")).map(({ login }) => login).sort()).toEqual([...names].sort());
  for (const name of names) expect(specOf(name)).toMatchObject({ login: name, former: command });
});

test("an end that is no day of ours, and a package or a router of somebody else's, takes nothing", async () => {
  routerHas([secret("far")]);
  for (const paidUntil of ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", inDays(367)])
    expect((await adopted([wanted("far", { paidUntil })])).adopted).toEqual([]);
  for (const paidUntil of ["+275760-09-13T00:00:00Z", "2031-02-30T00:00:00Z", "soon"])
    expect(await ask([wanted("far", { paidUntil })])).toMatchObject({ status: 400 });
  expect((await adopted([wanted("far", { packageId: "theirs" })])).adopted).toEqual([]);
  const theirs = { params: { id: routerId() }, body: { lines: [wanted("far")] } };
  expect(await call(contract.adoptLines, theirs, world().other)).toMatchObject({ status: 404 });
  expect(await accountsLike("far")).toEqual([]);
});

test("only an owner takes and hands back, and nobody hands back another's line or one that was made here", async () => {
  routerHas([secret("kept")]);
  const [{ lineId = "" } = {}] = (await adopted([wanted("kept")])).adopted;
  const handBack = (ids: string[], by: CallOptions = world().owner) =>
    call(contract.handBackLines, { body: { lines: ids } }, by);
  expect(await handBack([lineId], world().other)).toMatchObject({ status: 404 });
  const [made] = await listed("hand");
  expect(await handBack([made?.id ?? ""])).toMatchObject({ refusal: { reason: "line_not_adopted" } });
  const db = tenantDatabase(demoId());
  for (const role of ["cashier", "technician"]) {
    await db.prepare("UPDATE admins SET role = ?1").bind(role).run();
    for (const asked of [
      call(contract.readSecrets, { params: { id: routerId() } }, world().owner),
      ask([wanted("kept")]),
      handBack([lineId]),
    ])
      expect(await asked).toMatchObject({ status: 403 });
  }
  await db.prepare("UPDATE admins SET role = 'owner'").run();
  expect((await listed("kept"))[0]?.standing).toBe("open");
  // Handed back twice at once it is handed back once.
  const both = await Promise.all([handBack([lineId, lineId]), handBack([lineId])]);
  expect(both.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
  const [row] = await testContext()
    .tenant(demoId())
    .all(sql<{ back: number }>`SELECT is_handed_back AS back FROM lines WHERE id = ${lineId}`);
  expect(row?.back).toBe(1);
});
