import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { providers } from "#worker/db/schema/platform";
import { plans } from "#worker/db/schema/tenant";
import { among, joined, names, type Sql, type SqlValue, sql, whereAll } from "#worker/db/sql";
import { changed, insertInto, selectFrom } from "#worker/db/table-rows";
import { testContext } from "../../support/worker-context.ts";

// Providers have a database once the platform has them.
beforeAll(async () => {
  const row = { businessName: "", contactName: "", email: "", phone: "", createdAt: 1, updatedAt: 1 };
  const ids = ["p1", "p2", "p3", "p4", "p5"];
  await testContext().platform.batch(ids.map((id) => insertInto(providers, { ...row, id, subdomain: id })));
});

type Part = { text: string; value: SqlValue | Part[] };

const words = fc.stringMatching(/^[a-z =(),]{0,8}$/);
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const { parts: nested } = fc.letrec<{ parts: Part[] }>((tie) => ({
  parts: fc.array(
    fc.record({
      text: words,
      value: fc.oneof({ depthSize: "small", withCrossShrink: true }, value, tie("parts")),
    }),
    { maxLength: 6 },
  ),
}));

const boundBy = (all: readonly Part[]): number =>
  all.reduce((sum, { value: own }) => sum + (Array.isArray(own) ? boundBy(own) : 1), 0);
/** A statement binds 100 values at most (D1's limit). */
const parts = nested.filter((all) => boundBy(all) <= 100);

/** A template written by hand, whose end is `;`. */
function written(all: readonly Part[]): Sql {
  const template = Object.assign([...all.map(({ text }) => text), ";"], { raw: [] });
  return sql(template, ...all.map((part) => (Array.isArray(part.value) ? written(part.value) : part.value)));
}

/** What it says, a value at a time. */
function said(all: readonly Part[]): string {
  const one = ({ text, value: own }: Part) => text + (Array.isArray(own) ? said(own) : JSON.stringify(own));
  return `${all.map(one).join("")};`;
}

const shown = (bound: unknown, original: SqlValue | undefined) =>
  JSON.stringify(typeof original === "boolean" ? bound === 1 : bound);

describe("a statement", () => {
  test("says what was written, however deep its parts are nested, with each value at its number", () => {
    void fc.assert(
      fc.property(parts, (all) => {
        const statement = written(all);
        const { sql: text, params } = statement.query();
        expect(params).toHaveLength(statement.values.length);
        const back = text.replace(/\?(\d+)/g, (_mark, number) =>
          shown(params[number - 1], statement.values[number - 1]),
        );
        expect(back).toBe(said(all));
        const numbers = [...text.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number));
        expect(numbers).toEqual(statement.values.map((_value, place) => place + 1));
      }),
      { numRuns: 500 },
    );
  });

  test("is not planned anew for the value of its LIMIT", async () => {
    expect(sql`SELECT 1 LIMIT ${5} OFFSET ${2}`.query().sql).toBe("SELECT 1 LIMIT ?1 + 0 OFFSET ?2");
    expect(sql`(${sql`SELECT 1 LIMIT ${5}`})`.query().sql).toBe("(SELECT 1 LIMIT ?1 + 0)");
    const ran: string[] = [];
    const select = selectFrom(async (queries) => {
      ran.push(...queries.map(({ sql: text }) => text));
      return [{ rows: [], changes: 0 }];
    });
    await select(plans, { limit: 3 });
    expect(ran).toEqual([expect.stringMatching(/ limit \? \+ 0$/)]);
  });

  test("holds neither database nor provider: the same value serves every provider", async () => {
    const own = sql<{
      id: string;
    }>`SELECT id FROM plans WHERE name = ${"Day"}`;
    const ctx = testContext();
    for (const provider of ["p1", "p2"])
      await ctx.tenant(provider).run(insertInto(plans, plan(`of ${provider}`)));
    expect(await ctx.tenant("p1").all(own)).toEqual([{ id: "of p1" }]);
    expect(await ctx.tenant("p2").first(own)).toEqual({ id: "of p2" });
    expect(await ctx.tenant("p3").first(own)).toBeUndefined();
  });

  test("takes each value once, whatever it costs to make it", () => {
    let made = 0;
    const next = () => {
      made += 1;
      return made;
    };
    const part = sql`b = ${next()}`;
    expect(sql`a = ${next()} AND ${part} AND ${part}`.query()).toEqual({
      sql: "a = ?1 AND b = ?2 AND b = ?3",
      params: [2, 1, 1],
    });
    expect(made).toBe(2);
  });

  test("binds a text that looks like SQL, a part or a marker", async () => {
    const nasty = ["'; DROP TABLE plans; --", "?1", '{"texts":["1"],"values":[]}'];
    for (const text of nasty)
      expect(await testContext().platform.first(sql`SELECT ${text} AS text`)).toEqual({ text });
  });

  test("binds 100 values at most; a list of any length is one", async () => {
    const many = (count: number) =>
      joined(
        Array.from({ length: count }, (_one, place) => sql`${place}`),
        ", ",
      );
    expect(sql`SELECT ${many(100)}`.query().params).toHaveLength(100);
    expect(() => sql`SELECT ${many(101)}`.query()).toThrow("binds 101 values");
    const ids = Array.from({ length: 5_000 }, (_one, place) => `id ${place}`);
    const rows = await testContext().platform.all(sql`SELECT value FROM ${among(ids)}`);
    expect(rows).toHaveLength(5_000);
  });

  test("joins its parts, and leaves no text where there are none", () => {
    expect(joined([sql`a = ${1}`, sql`b = ${2}`], " AND ").query()).toEqual({
      sql: "a = ?1 AND b = ?2",
      params: [1, 2],
    });
    expect(joined([], ", ").query()).toEqual({ sql: "", params: [] });
    expect(whereAll([sql`a = ${1}`, sql`b = ${2}`]).query().sql).toBe("WHERE a = ?1 AND b = ?2");
    expect(whereAll([]).query().sql).toBe("");
  });

  test("takes the names of columns from code only", () => {
    expect(sql`SELECT ${names("id", "plans.name")}`.query().sql).toBe("SELECT id, plans.name");
    for (const odd of ["id; DROP TABLE plans", "id, name", "a.b.c", "", "id--", "(id)"])
      expect(() => names(odd)).toThrow("no name");
  });
});

const plan = (id: string) => ({
  id,
  name: "Day",
  priceCents: 5_000,
  durationMinutes: 1_440,
  downKbps: 1_000,
  upKbps: 1_000,
  dataBytes: null,
  fairUseBytes: null,
  fairUseKbps: null,
  devices: 1,
  isActive: false,
  isHidden: false,
  routerIds: null,
  regularPriceCents: null,
  soldUntil: null,
  openFrom: null,
  openUntil: null,
  topUpBytes: null,
  topUpPriceCents: null,
  createdAt: 1,
  updatedAt: 1,
  archivedAt: null,
});

describe("a whole row", () => {
  test("is written by the columns of its table, once, and changed by some of them", async () => {
    const db = testContext().tenant("p4");
    const row = insertInto(plans, plan("one"));
    expect([await db.run(row), await db.run(row)]).toEqual([1, 0]);
    const change = changed(plans, { name: "Night", isActive: true, dataBytes: 7 });
    await db.run(sql`UPDATE plans SET ${change} WHERE id = ${"one"}`);
    expect(await db.select(plans)).toEqual([{ ...plan("one"), name: "Night", isActive: true, dataBytes: 7 }]);
  });
});

describe("an executor", () => {
  const all = sql`SELECT id FROM plans`;

  test("of a provider takes no statement of the platform, alone or in a batch", async () => {
    const db = testContext().tenant("p1");
    const admins = sql`SELECT id FROM operators`;
    await expect(db.all(admins)).rejects.toThrow("no tenant's table");
    await expect(db.batch([all, admins])).rejects.toThrow("no tenant's table");
  });

  test("of the platform takes no statement of a provider, alone or in a batch", async () => {
    const { platform } = testContext();
    await expect(platform.all(all)).rejects.toThrow("no such table: plans");
    await expect(platform.batch([sql`SELECT id FROM operators`, all])).rejects.toThrow(
      "no such table: plans",
    );
  });

  test("answers each statement of a batch in its place, all or nothing", async () => {
    const db = testContext().tenant("p5");
    const add = (id: string) => insertInto(plans, plan(id));
    const count = sql<{
      count: number;
    }>`SELECT count(*) AS count FROM plans`;
    const [before, , after] = await db.batch([count, add("one"), count]);
    expect([before, after]).toEqual([[{ count: 0 }], [{ count: 1 }]]);
    const fails = sql`UPDATE plans SET name = NULL`;
    await expect(db.batch([add("two"), fails])).rejects.toThrow();
    expect(await db.first(count)).toEqual({ count: 1 });
  });
});
