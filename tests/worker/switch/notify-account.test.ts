import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { idOf, operatorCalls } from "./switch-world.ts";

let seeded: TwoProviders;
let operator: Awaited<ReturnType<typeof operatorCalls>>;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = await operatorCalls(seeded);
});

test("a central account, and another one in its place, is told to every operator by its end; nothing else is", async () => {
  const id = idOf(await operator.create({ name: "Told" }));
  for (const centralAccountNumber of ["600199", "600199"])
    expect(
      (await operator.update(id, { name: "Told", centralAccountNumber, targetAmount: 1_000 })).status,
    ).toBe(200);
  const { results } = await env.DB.prepare("SELECT recipient, text FROM mail ORDER BY rowid").all<{
    recipient: string;
    text: string;
  }>();
  expect(results.map(({ recipient }) => recipient)).toEqual([
    "operator@mlango.example",
    "operator@mlango.example",
  ]);
  expect(results[0]?.text).toContain("operator configured where the payment switch Told sends");
  expect(results[1]?.text).toContain("Before: account ****0200");
  expect(results[1]?.text).toContain("Now: account ****0199");
  expect(results.map(({ text }) => text).join()).not.toMatch(/600199|600200/);
});
