import { beforeAll, expect, test } from "vitest";
import { customerPage } from "#contract/lines";
import { creditStatements, customerLink } from "#worker/features/customers/index";
import { giveCashBack, takeCash, undoCash } from "#worker/features/lines/cash";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { customerWithLines } from "./account-world.ts";

// What a customer reads of the own money on the own page: ten of it at most, and nobody else's.

const owner = { id: "owner", name: "Amina", role: "owner" } as const;
let seeded: TwoProviders;
beforeAll(async () => {
  seeded = await seedBoth();
});

async function told(number: string, lang = "en"): Promise<string> {
  const { id, subdomain } = seeded.demo;
  const link = new URL(customerLink(testContext(), { id, subdomain }, number)).pathname.replace("/my/", "");
  const page = await call(customerPage, { params: { link }, query: { lang } }, { host: hostOf("demo") });
  expect(page.status).toBe(200);
  return page.text
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

const take = (customerId: string, amount: number) =>
  takeCash(testContext(), seeded.demo.id, { id: crypto.randomUUID(), customerId, amount }, owner);

test("payments, cash and what went back stand there, and what lines cost does not", async () => {
  const ctx = testContext();
  const mercy = await customerWithLines(seeded.demo, [{ cents: 100_000 }]);
  expect(await told(mercy.number)).not.toContain("What you paid");
  const first = await take(mercy.id, 1_500);
  await undoCash(ctx, seeded.demo.id, { id: first.cash.id, reason: "Typed twice" }, owner);
  await take(mercy.id, 300);
  const back = { id: crypto.randomUUID(), customerId: mercy.id, amount: 50, reason: "Too much" };
  await giveCashBack(ctx, seeded.demo.id, back, owner);
  const page = await told(mercy.number);
  const { number } = first.cash;
  expect(page).toContain(`Cash, receipt ${number} KES 1,500`);
  expect(page).toContain(`Undone: receipt ${number} −KES 1,500`);
  expect(page).toMatch(/Given back in cash, receipt \d+ −KES 50 /);
  expect(page).not.toContain("−KES 1,000");
  expect(await told(mercy.number, "sw")).toContain(`Taslimu, risiti ${number}`);
  const other = await customerWithLines(seeded.demo, [{ cents: 100_000 }]);
  expect(await told(other.number)).not.toContain("What you paid");
});

test("the newest ten are there", async () => {
  const mercy = await customerWithLines(seeded.demo, [{ cents: 9_000_000 }]);
  const db = testContext().tenant(seeded.demo.id);
  for (let place = 1; place <= 12; place += 1)
    await db.batch(
      creditStatements(
        { customerId: mercy.id, cents: 70_000 + place * 100, at: 1_000 + place },
        `${mercy.id} ${place}`,
        1,
      ),
    );
  const page = await told(mercy.number);
  expect(page.match(/KES 7\d\d\b/g)).toEqual(Array.from({ length: 10 }, (_, index) => `KES ${712 - index}`));
});
