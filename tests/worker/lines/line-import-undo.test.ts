import { expect, test } from "vitest";
import { takeCash } from "#contract/customer-accounts";
import * as contract from "#contract/line-imports";
import { dayMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { settleAccount } from "#worker/features/lines/settle-account";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { booksOf } from "./account-world.ts";
import {
  begin,
  bring,
  demoId,
  inDays,
  lineImportWorld,
  listed,
  type Row,
  routerHas,
  rowOf,
  secret,
  specOf,
  undo,
  world,
} from "./line-import-world.ts";

// What a file brought is taken back, as long as nothing was paid for it.

lineImportWorld();

const customerOf = async (login: string) => (await listed(login))[0]?.customer.id ?? "";
const settled = (id: string) => settleAccount(testContext(), demoId(), id);
const pay = (id: string) =>
  call(
    takeCash,
    { params: { id }, body: { amount: 100 } },
    Object.assign({ headers: { "idempotency-key": crypto.randomUUID() } }, world().owner),
  );

test("lines are given up or the router's own again, balances go, and the same file comes in anew", async () => {
  routerHas([secret("router-has", { profile: "Gold", comment: "Jane" })]);
  const rows: Row[] = [
    { row: 2, login: "router-has", balance: 700 },
    { row: 3, login: "made-here" },
  ];
  const { id } = await begin(2, "1".repeat(64));
  await bring(id, rows);
  const first = await customerOf("router-has");
  expect(await undo(id)).toMatchObject({ undone: 2, leftAlone: 0, left: 0 });
  expect(specOf("router-has")).toMatchObject({
    kind: "close",
    restore: { profile: "Gold", comment: "Jane" },
  });
  expect(specOf("made-here")).toEqual({ kind: "close", login: "made-here" });
  expect(await listed()).toEqual([]);
  expect(await booksOf(demoId(), first)).toMatchObject({ balance: 0, entries: 0, owed: 0, sales: 0 });
  expect(await undo(id)).toMatchObject({ undone: 0, left: 0 });
  // What we made stands there, off and marked, until another line has its name.
  routerHas([secret("router-has"), secret("made-here", { isLine: true, isOff: true })]);
  const again = await begin(2, "1".repeat(64));
  expect(again.id).not.toBe(id);
  const verdicts = await bring(again.id, rows);
  expect(verdicts.map(({ becomes }) => becomes)).toEqual(["adopted", "line"]);
  expect((await listed()).map(({ customer }) => customer.balance).sort()).toEqual([0, 700]);
  expect(await customerOf("router-has")).not.toBe(first);
  await undo(again.id);
});

test("nothing more comes in once it is undone", async () => {
  routerHas([]);
  const { id } = await begin(2);
  await bring(id, [{ row: 2, login: "early" }]);
  await undo(id);
  const body = { rows: [rowOf({ row: 3, login: "late" })] };
  expect(await call(contract.importLineRows, { params: { id }, body }, world().owner)).toMatchObject({
    refusal: { reason: "import_undone" },
  });
  const all = await call(contract.listLineImports, {}, world().owner);
  const one = all.ok && all.answer.find((found) => found.id === id);
  expect(one).toMatchObject({ lines: 0, isUndoable: false, undoneAt: expect.any(String) });
});

test("who paid stays, with the lines of the same customer and what came along", async () => {
  routerHas([]);
  const { id } = await begin(3);
  await bring(id, [
    { row: 2, login: "payer-1", name: "Payer", phone: "0722000001", balance: 50 },
    { row: 3, of: 2, login: "payer-2", name: "Payer", phone: "0722000001", balance: 50 },
    { row: 4, login: "idle" },
  ]);
  const payer = await customerOf("payer-1");
  await pay(payer);
  expect(await undo(id)).toMatchObject({ undone: 1, leftAlone: 2, left: 0 });
  expect((await listed()).map(({ login }) => login).sort()).toEqual(["payer-1", "payer-2"]);
  expect(await booksOf(demoId(), payer)).toMatchObject({ balance: 15_000, owed: 15_000, sales: 10_000 });
});

test("what a balance that came along has bought is taken out again, unless it is used up", async () => {
  routerHas([]);
  const { id } = await begin(2);
  await bring(id, [
    { row: 2, login: "ahead", balance: 3_100 },
    { row: 3, login: "used-up", balance: 1_500, isBlocked: true, paidUntil: null },
  ]);
  const [ahead, used] = [await customerOf("ahead"), await customerOf("used-up")];
  for (const one of [ahead, used]) await settled(one);
  expect(await booksOf(demoId(), ahead)).toMatchObject({ balance: 10_000, spent: 300_000, open: 1 });
  expect(await booksOf(demoId(), used)).toMatchObject({ balance: 0, spent: 150_000, open: 1 });
  await testContext()
    .tenant(demoId())
    .run(
      sql`UPDATE line_periods SET until_at = ${Date.now() - dayMs} WHERE cents > 0 AND line_id IN
        (SELECT id FROM lines WHERE customer_id = ${used})`,
    );
  expect(await undo(id)).toMatchObject({ undone: 1, leftAlone: 1, left: 0 });
  expect(await booksOf(demoId(), ahead)).toMatchObject({ balance: 0, spent: 0, owed: 0, entries: 0 });
});

test("many are taken back some at a time, and after a month none", async () => {
  routerHas([]);
  const { id } = await begin(120);
  const rows = Array.from({ length: 120 }, (_, n) => ({
    row: n + 2,
    login: `many-${n}`,
    paidUntil: inDays(5),
  }));
  await bring(id, rows);
  const calls = [await undo(id), await undo(id), await undo(id)];
  expect(calls.map(({ undone, left }) => [undone, left])).toEqual([
    [50, 70],
    [50, 20],
    [20, 0],
  ]);
  const { id: old } = await begin(1);
  await bring(old, [{ row: 2, login: "old" }]);
  await testContext()
    .tenant(demoId())
    .run(sql`UPDATE line_imports SET created_at = created_at - ${31 * dayMs} WHERE id = ${old}`);
  await expect(undo(old)).rejects.toThrow("more than 30 days old");
});
