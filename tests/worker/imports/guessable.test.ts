import { expect, test } from "vitest";
import * as calls from "#contract/imports";
import { talliesOf } from "#contract/values/code-strength";
import type { Context } from "#worker/context";
import { bringIn } from "#worker/features/imports/bring-in";
import { sha256 } from "#worker/keys";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  begin,
  bring,
  db,
  demo,
  importWorld,
  inDays,
  type Row,
  redeem,
  rowOf,
  site,
  undo,
} from "./import-world.ts";

// Codes of another system that are too easily guessed are refused by the server itself (docs/decisions/0049-imports.md). These have a
// common start and four digits: fifty of them show what is common to them, and a guess in 200 would hit one.

importWorld();

/** Each test has its own length, so that they don't count beside one another. */
const startOf = (length: number) => "KILIFIWATAMUMALINDIVOI".slice(0, length);
const alike = (start: string, count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, place) => {
    const number = ((from + place) * 7_919) % 10_000;
    return { row: from + place + 2, code: `${start}${String(number).padStart(4, "0")}` };
  });
const becomesOf = (verdicts: readonly calls.ImportVerdict[]) => [
  ...new Set(verdicts.map(({ becomes, fault }) => fault ?? becomes)),
];
const keptOf = (start: string) =>
  db()
    .prepare("SELECT count(*) AS count FROM vouchers WHERE code LIKE ?1 AND revoked_at IS NULL")
    .bind(`${start}%`)
    .first<number>("count");

test("many alike are refused, whoever asks past the console", async () => {
  const start = startOf(7);
  const rows = alike(start, 100);
  const checked = await call(calls.checkImport, { body: { rows: rows.map(rowOf) } }, demo());
  expect(checked.ok && becomesOf(checked.answer.verdicts)).toEqual(["code_guessable"]);
  const { id } = await begin(101);
  const told = await bring(id, [...rows, { row: 200, code: "another99" }]);
  expect(becomesOf(told)).toEqual(["code_guessable", "voucher"]);
  expect(await keptOf(start)).toBe(0);
});

test("many short imports, each of which passes alone, are judged together", async () => {
  const start = startOf(8);
  const faults: string[] = [];
  for (let from = 0; from < 120; from += 30) {
    const { id } = await begin(30);
    faults.push(...becomesOf(await bring(id, alike(start, 30, from))));
  }
  expect(faults).toEqual(["voucher", "code_guessable", "code_guessable", "code_guessable"]);
  expect(await keptOf(start)).toBe(30);
});

test("so are chunks of one import, and what was told before is told again", async () => {
  const start = startOf(9);
  const { id } = await begin(60);
  const rows = alike(start, 60);
  const first = await bring(id, rows.slice(0, 30));
  expect(becomesOf(first)).toEqual(["voucher"]);
  expect(becomesOf(await bring(id, rows.slice(30)))).toEqual(["code_guessable"]);
  expect(await bring(id, rows.slice(0, 30))).toEqual(first);
});

test("what comes while a chunk is judged is no way round", async () => {
  const start = startOf(10);
  const [one, other] = [await begin(30), await begin(30)];
  const ctx = testContext();
  let batches = 0;
  const overtaken: Context = {
    ...ctx,
    tenant: (providerId) => {
      const own = ctx.tenant(providerId);
      return {
        ...own,
        batch: async (statements) => {
          const answers = await own.batch(statements);
          batches += 1;
          if (batches === 1) await bring(other.id, alike(start, 30));
          return answers;
        },
      };
    },
  };
  const rows = alike(start, 30, 30).map(rowOf);
  const told = await bringIn(overtaken, site().world.seeded.demo.id, one.id, { rows });
  expect(becomesOf(told)).toEqual(["code_guessable"]);
  expect(await keptOf(start)).toBe(30);
});

test("what was tried before counts, so that trying says what bringing in will", async () => {
  const start = startOf(11);
  const rows = alike(start, 60).map(rowOf);
  const before = talliesOf(rows.slice(0, 30).map(({ code = "" }) => code));
  const ask = async (body: object) => {
    const answer = await call(calls.checkImport, { body: { rows: rows.slice(30), ...body } }, demo());
    return answer.ok && becomesOf(answer.answer.verdicts);
  };
  expect(await ask({})).toEqual(["voucher"]);
  expect(await ask({ before })).toEqual(["code_guessable"]);
});

test("a great many odd ones of their length, brought in before, do not hide them", async () => {
  const start = startOf(12);
  const odd = await begin(250);
  const code = (place: number) => sha256(`odd ${place}`).slice(0, 16);
  const rows = Array.from({ length: 250 }, (_, place) => ({ row: place + 2, code: code(place) }));
  expect(becomesOf(await bring(odd.id, rows))).toEqual(["voucher"]);
  const { id } = await begin(100);
  expect(becomesOf(await bring(id, alike(start, 100)))).toEqual(["code_guessable"]);
});

test("codes that open nothing any more do not count: used, taken back, past their end", async () => {
  const start = startOf(13);
  const first = await begin(30);
  const rows = alike(start, 30);
  await bring(first.id, rows);
  expect((await redeem({ code: rows[0]?.code ?? "" })).ok).toBe(true);
  await undo(first.id);
  const second = await begin(30);
  await bring(
    second.id,
    alike(start, 30, 30).map((row) => ({ ...row, endsAt: inDays(1) })),
  );
  await db().prepare("UPDATE vouchers SET expires_at = 1 WHERE import_id = ?1").bind(second.id).run();
  const third = await begin(30);
  expect(becomesOf(await bring(third.id, alike(start, 30, 60)))).toEqual(["voucher"]);
});

test("a customer with such a code gets one of ours instead", async () => {
  const start = startOf(14);
  const { id } = await begin(60);
  const rows = alike(start, 60).map((row) => ({ ...row, kind: "customer" as const, endsAt: inDays(3) }));
  const told = await bring(id, rows);
  expect(becomesOf(told)).toEqual(["code"]);
  for (const { code } of told) expect(code).toMatch(/^\w{5}-\w{5}$/);
});
