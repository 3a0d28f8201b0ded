import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { plans } from "#worker/db/schema/tenant";
import { sql } from "#worker/db/sql";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// Each provider's rows lie in a database of its own.

test("what one provider's database holds no other one's has", async () => {
  const { demo, savanna } = await seedBoth();
  const ctx = testContext();
  const names = async (id: string) => (await ctx.tenant(id).select(plans)).map(({ name }) => name);
  expect(await names(demo.id)).toContain("3 Hours");
  expect((await names(savanna.id)).sort()).toEqual(["Savanna Evening", "Savanna Weekend"]);
});

test("a batch that fails leaves nothing", async () => {
  const ctx = testContext();
  const { id } = (await ctx.lookup.providerByHost("demo")) ?? { id: "" };
  const db = ctx.tenant(id);
  const insert = (phone: string | null) =>
    sql`INSERT INTO customers (phone, first_paid_at) VALUES (${phone}, 1)`;
  await expect(db.batch([insert("254712000009"), insert(null)])).rejects.toThrow("NOT NULL");
  expect(await db.all(sql`SELECT phone FROM customers`)).toEqual([]);
  expect(await db.run(insert("254712000009"))).toBe(1);
});

test("an object that ends in the middle of a batch has written all of it or nothing, and a repeat makes it whole", async () => {
  const ctx = testContext();
  const { id } = (await ctx.lookup.providerByHost("demo")) ?? { id: "" };
  const rows = Array.from(
    { length: 200 },
    (_, index) =>
      sql`INSERT INTO customers (phone, first_paid_at) VALUES (${`25471300${index}`}, 1)
        ON CONFLICT DO NOTHING`,
  );
  const count = async () => {
    const like = sql<{ n: number }>`SELECT count(*) AS n FROM customers
      WHERE phone LIKE '25471300%'`;
    return (await ctx.tenant(id).first(like))?.n;
  };
  for (let turn = 0; turn < 5; turn += 1) {
    const written = ctx
      .tenant(id)
      .batch(rows)
      .catch(() => undefined);
    await evictDurableObject(env.PROVIDER.getByName(id));
    await written;
    expect([0, rows.length]).toContain(await count());
  }
  await ctx.tenant(id).batch(rows);
  expect(await count()).toBe(rows.length);
});

test("an object that is woken without a name knows whose it is by its storage, and else refuses", async () => {
  const demo = (await testContext().lookup.providerByHost("demo")) ?? { id: "" };
  const nameless = (name: string) =>
    env.PROVIDER.get(env.PROVIDER.idFromString(String(env.PROVIDER.idFromName(name))));
  const counted = [sql`SELECT count(*) AS count FROM plans`.query()];
  await testContext().tenant(demo.id).select(plans);
  await evictDurableObject(env.PROVIDER.getByName(demo.id));
  expect(await nameless(demo.id).run(counted)).toMatchObject([{ rows: [{ count: 5 }] }]);
  // Behind a promise of its own: what the test looks up at a remote one would be asked of the object as well.
  const refused = (async () => nameless(crypto.randomUUID()).run(counted))();
  await expect(refused).rejects.toThrow("without a name");
});

test("a made-up provider leaves no database behind", async () => {
  const object = env.PROVIDER.getByName(crypto.randomUUID());
  expect(await object.run([{ sql: "SELECT 1", params: [] }])).toMatchObject({ failed: "unknown_provider" });
  // A call that names it answers 404.
  const read = testContext().tenant(crypto.randomUUID()).select(plans);
  await expect(read).rejects.toMatchObject({ code: "not_found" });
});
