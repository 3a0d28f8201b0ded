import { expect, test } from "vitest";
import { customerAccount } from "#contract/customer-accounts";
import * as contract from "#contract/line-imports";
import * as lines from "#contract/lines";
import { sql } from "#worker/db/sql";
import { likelyCustomers } from "#worker/features/customers/index";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  begin,
  bring,
  check,
  demoId,
  lineImportWorld,
  listed,
  type Row,
  reading,
  routerHas,
  routerId,
  rowOf,
  undo,
  world,
} from "./line-import-world.ts";

// Hostile cells, forged and late calls, and people who are no owners.

lineImportWorld();

const rowsOf = (table: string) =>
  testContext()
    .tenant(demoId())
    .all(sql<{ id: string }>`SELECT id FROM ${table === "lines" ? sql`lines` : sql`customer_accounts`}`);

const addLine = (login: string) =>
  call(
    lines.addLine,
    {
      body: {
        customer: { name: "Quick", phoneNumber: "0722000999" },
        routerId: routerId(),
        packageId: world().home.id,
        login,
        password: "fibre4you",
      },
    },
    world().owner,
  );

test("hostile cells are text, or refused by a sentence; a chunk is never lost for one of them", async () => {
  routerHas([]);
  const { id } = await begin(8);
  const verdicts = await bring(id, [
    { row: 2, login: "ok-1", name: '=HYPERLINK("http://x","y")' },
    { row: 3, login: "ok-2", name: "\u202Eekul\u202C  Luke\t\n" },
    { row: 4, login: "'; DROP TABLE lines; --" },
    { row: 5, login: "ok-5", password: 'a"b$(reboot);\\' },
    { row: 6, login: "ok-6", password: "line\nbreak" },
    { row: 7, login: "ok-7", formerNumber: "=1+1", email: '"><script>@x.ke' },
    { row: 8, login: "ok-8", paidUntil: "0001-01-01T00:00:00Z" },
  ]);
  expect(verdicts.map(({ becomes }) => becomes)).toEqual([
    ...["line", "line", "refused", "line", "refused", "line", "refused"],
  ]);
  const names = (await listed("ok-")).map(({ customer, login }) => [login, customer.name]);
  expect(names).toContainEqual(["ok-1", '=HYPERLINK("http://x","y")']);
  expect(names).toContainEqual(["ok-2", "ekul Luke"]);
});

test("cells of ten kilobytes, more rows than a call takes and what is no row are refused as a whole", async () => {
  const { owner } = world();
  const { id } = await begin(1);
  const send = (rows: unknown[]) =>
    call(contract.importLineRows, { params: { id }, body: { rows } as never }, owner);
  expect(await send([rowOf({ row: 2, name: "x".repeat(10_000) })])).toMatchObject({ status: 400 });
  expect(await send(Array.from({ length: 201 }, (_, n) => rowOf({ row: n + 1 })))).toMatchObject({
    status: 400,
  });
  // One number for two rows: the second would say how the first one's line is paid.
  const twice = [
    { row: 2, login: "first", paidUntil: null, isBlocked: true },
    { row: 2, login: "second", balance: 500 },
  ];
  expect(await send(twice.map((one) => rowOf(one)))).toMatchObject({ status: 400 });
  for (const odd of [
    { balance: -1 },
    { balance: Number.MAX_VALUE },
    { row: 0 },
    { paidUntil: "soon" },
    { customerId: "x" },
  ])
    expect(await send([Object.assign(rowOf({ row: 2 }), odd)])).toMatchObject({ status: 400 });
});

test("a cashier and a technician do none of it", async () => {
  const db = tenantDatabase(demoId());
  const { owner } = world();
  const { id } = await begin(1);
  const before = [await rowsOf("lines"), await rowsOf("customer_accounts")];
  for (const role of ["cashier", "technician"]) {
    await db.prepare("UPDATE admins SET role = ?1").bind(role).run();
    const rows = [rowOf({ row: 2 })];
    const hash = { fileName: "x", fileHash: "b".repeat(64), routerId: routerId(), rows: 1, lastRow: 2 };
    for (const asked of [
      call(contract.checkLineImport, { body: { routerId: routerId(), rows } }, owner),
      call(contract.beginLineImport, { body: hash }, owner),
      call(contract.importLineRows, { params: { id }, body: { rows } }, owner),
      call(contract.undoLineImport, { params: { id } }, owner),
      call(contract.listLineImports, {}, owner),
    ])
      expect(await asked).toMatchObject({ status: 403 });
  }
  await db.prepare("UPDATE admins SET role = 'owner'").run();
  expect([await rowsOf("lines"), await rowsOf("customer_accounts")]).toEqual(before);
});

test("another provider's customers, packages and balances are never joined", async () => {
  const { seeded, home } = world();
  routerHas([]);
  const { id } = await begin(1);
  await bring(id, [{ row: 2, login: "mine", name: "Joined", phone: "0722000777", formerNumber: "J-1" }]);
  const ctx = testContext();
  // The same person at the other provider.
  const theirs = await ctx.tenant(seeded.savanna.id).all(sql<{ id: string }>`SELECT id FROM packages`);
  const [refused] = await check([{ row: 2, login: "x", packageId: theirs[0]?.id ?? "their-package" }]);
  expect(refused?.reason).toBe("This package does not exist any more. Choose another one.");
  const found = await ctx
    .tenant(seeded.savanna.id)
    .all(sql`SELECT id FROM customer_accounts WHERE former_number = 'J-1'`);
  expect(found).toEqual([]);
  expect(home.id).not.toBe("");
});

test("a package that is gone, a line that took the name and an undone import are met row by row", async () => {
  routerHas([]);
  const { id } = await begin(3);
  const rows: Row[] = [
    { row: 2, login: "race-1" },
    { row: 3, login: "race-2" },
  ];
  expect((await check(rows)).map(({ becomes }) => becomes)).toEqual(["line", "line"]);
  const { id: quick } = await begin(1);
  await bring(quick, [{ row: 9, login: "RACE-1" }]);
  const told = await bring(id, rows);
  expect(told.map(({ becomes }) => becomes)).toEqual(["there", "line"]);
  // Undone while it is told: what was made is taken back, and nothing follows.
  const body = { rows: [rowOf({ row: 4, login: "race-3" })] };
  const late = call(contract.importLineRows, { params: { id }, body }, world().owner);
  expect(await reading(late, () => undo(id))).toMatchObject({ refusal: { reason: "import_undone" } });
  // The name is taken while it is told.
  const { id: slow } = await begin(1);
  const asked = { rows: [rowOf({ row: 2, login: "race-4" })] };
  const beaten = call(contract.importLineRows, { params: { id: slow }, body: asked }, world().owner);
  const first = async () => {
    const added = await addLine("race-4");
    expect(added).toMatchObject({ status: 200 });
  };
  expect(await reading(beaten, first)).toMatchObject({
    answer: { verdicts: [{ becomes: "there", reason: "race-4 is a line here already." }] },
  });
  expect((await listed("race-")).map(({ login }) => login).sort()).toEqual(["RACE-1", "race-4"]);
});

test("the account shows what came along, and the number there is found beside money that was typed for it", async () => {
  routerHas([]);
  const { id } = await begin(1);
  const who = { name: "Typed Former", phone: "0722000888", formerNumber: "OLD-55", email: "t@x.ke" };
  await bring(id, [Object.assign({ row: 2, login: "typed", balance: 320 }, who)]);
  const [line] = await listed("typed");
  const account = await call(customerAccount, { params: { id: line?.customer.id ?? "" } }, world().owner);
  expect(account).toMatchObject({
    answer: {
      formerNumber: "OLD-55",
      email: "t@x.ke",
      balance: 320,
      entries: [{ kind: "brought-in", amount: 320 }],
    },
  });
  const meant = await likelyCustomers(testContext(), demoId(), { q: "", typed: " old-55 ", payer: null });
  expect(meant.found.map(({ name }) => name)).toEqual(["Typed Former"]);
});
