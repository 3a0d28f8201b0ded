import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listTransactions } from "#contract/transactions";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { forgetSales, nairobi, putPayment, putRedemption } from "./sales-rows.ts";

// A cashier reads the sales of today, and those of other days one by one (docs/decisions/0038-the-providers-people.md).

let demo: SeededProvider;
let cookie: string;
/** Of yesterday: paid by 0712 345 678, and redeemed. */
let paid: string;
let redeemed: { id: string; code: string };
let ofToday: string;

const roleIs = (role: string) =>
  tenantDatabase(demo.id).prepare("UPDATE admins SET role = ?1").bind(role).run();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: nairobi("2031-03-04", "09:00") });
  ({ demo } = await seedBoth());
  cookie = await signInProvider(demo);
});
beforeEach(async () => {
  await forgetSales();
  vi.setSystemTime(nairobi("2031-03-03"));
  const mac = "0A:1B:2C:3D:4E:5F";
  const payment = { phone: "254712345678", receipt: "TKX9ABCD12", mac };
  [{ id: paid }, redeemed] = [await putPayment(demo, payment), await putRedemption(demo)];
  vi.setSystemTime(nairobi("2031-03-04", "09:00"));
  ofToday = (await putPayment(demo, { phone: "254712000000", receipt: "TKZ0000000", mac: null })).id;
  await roleIs("cashier");
});
afterAll(() => vi.useRealTimers());

async function ids(query: Record<string, string>): Promise<string[]> {
  const answer = await call(listTransactions, { query }, { host: hostOf("demo"), cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ id }) => id);
}

test("an owner reads any day, a cashier today alone, whichever days are asked for", async () => {
  const days = { from: "2031-03-01", to: "2031-03-03" };
  expect(await ids(days)).toEqual([ofToday]);
  expect(await ids({})).toEqual([ofToday]);
  await roleIs("owner");
  expect((await ids(days)).sort()).toEqual([paid, redeemed.id].sort());
});

test("a cashier finds a sale of another day by what names it", async () => {
  for (const q of [
    ...["0712345678", "+254 712 345 678", "712345678", "12345678", "2345678", "2547 1234 567"],
    ...["TKX9ABCD12", "tkx9abc", "0a:1b:2c:3d:4e:5f", paid, paid.slice(0, 12)],
  ])
    expect([q, await ids({ q })]).toEqual([q, [paid]]);
  for (const q of [redeemed.code, redeemed.code.toLowerCase().replace("-", " "), redeemed.id])
    expect([q, await ids({ q })]).toEqual([q, [redeemed.id]]);
});

test("a cashier finds no sale of another day by signs that are passed over, nor by what all phones begin with", async () => {
  for (const q of [
    ...["2547", "0712", "254712", "  2547  ", ".....07", "(((((((2", "-------0", "- - - - 1", "+254 (7) 12"],
    ...["254712345", "25471234 56", "0712 345", "0712-34-56", "5471234", "547123456", "4712345"],
    ...["TKX9AB", "::::0a1b2c", "0a:1b:2c", ".......", "TKX-------"],
  ])
    expect([q, (await ids({ q })).filter((id) => id !== ofToday)]).toEqual([q, []]);
});

test("where the gateway took no request an owner reads which page says more, a cashier to tell the owner", async () => {
  await putPayment(demo, { status: "failed", reason: "service", mac: null });
  const told = async (language: string) => {
    const as = { host: hostOf("demo"), cookie, headers: { "accept-language": language } };
    const answer = await call(listTransactions, { query: { status: "failed" } }, as);
    return answer.ok ? answer.answer.map(({ detail }) => detail) : answer.text;
  };
  expect(await told("en")).toEqual([
    expect.stringMatching(/again in a few minutes\. If it goes on, tell the owner\.$/),
  ]);
  expect(await told("sw")).toEqual([expect.stringMatching(/Ikiendelea, mwambie mmiliki\.$/)]);
  await roleIs("owner");
  expect(await told("en")).toEqual([
    expect.stringMatching(/If it goes on, see Billing, How you are paid\.$/),
  ]);
});
