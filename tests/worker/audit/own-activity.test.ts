import { beforeAll, beforeEach, expect, test } from "vitest";
import { listActivity } from "#contract/audit";
import { adminLogIn } from "#contract/auth";
import { acceptPersonInvitation, invitePerson } from "#contract/people";
import { createPlan } from "#contract/plans";
import { generateVouchers } from "#contract/vouchers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { cookieFrom, enterProvider, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// Who did what in a provider's console, told to its owner in words.

let seeded: TwoProviders;
let owner: string;
let other: string;
const host = hostOf("demo");

beforeAll(async () => {
  seeded = await seedBoth();
  owner = await signInProvider(seeded.demo);
  other = await signInProvider(seeded.savanna);
});
beforeEach(clearAudit);

async function told(query: Record<string, string> = {}, language = "en"): Promise<string[]> {
  const headers = { "accept-language": language };
  const answer = await call(listActivity, { query }, { host, cookie: owner, headers });
  if (!answer.ok) throw new Error(answer.text);
  expect(Number(answer.headers.get("x-total-count"))).toBe(answer.answer.length);
  return answer.answer.map(({ who, kind, what }) => `${who ?? kind}: ${what}`);
}
const plan = { name: "Night", price: "15", speedMbps: 4, durationHours: 12, isActive: true };
const vouchers = (cookie: string, quantity: number) =>
  call(generateVouchers, { body: { planId: seeded.demo.plans[0]?.id, quantity } }, { host, cookie });

test("is told newest first, in both languages, by the name of who did it, and of one's own provider alone", async () => {
  await call(createPlan, { body: plan }, { host, cookie: owner });
  await call(createPlan, { body: plan }, { host: hostOf("savanna"), cookie: other });
  const body = { name: "Baraka Otieno", role: "cashier" };
  const invited = await call(invitePerson, { body }, { host, cookie: owner });
  const code = new URL(invited.ok ? invited.answer.address : "").hash.replace("#invitation=", "");
  const chosen = { code, username: "baraka", password: "a sentence of his own" };
  const joined = await call(acceptPersonInvitation, { body: chosen }, { host });
  if (!joined.ok) throw new Error(joined.text);
  await vouchers(cookieFrom(joined.headers), 3);
  expect(await told()).toEqual([
    "Baraka Otieno: Made 3 vouchers",
    "Baraka Otieno: Signed in",
    "Baraka Otieno: Joined as baraka",
    "Amina Wanjiru: Invited Baraka Otieno",
    "Amina Wanjiru: Made the plan Night",
  ]);
  expect((await told({}, "sw")).at(-1)).toBe("Amina Wanjiru: Alitengeneza kifurushi Night");
  expect(await told({ personId: seeded.demo.admin.id })).toHaveLength(2);
  expect(await told({ personId: seeded.savanna.admin.id })).toEqual([]);
  const theirs = await call(listActivity, {}, { host, cookie: cookieFrom(joined.headers) });
  expect(theirs.status).toBe(403);
});

test("says of who acts from the platform that it was the platform, without a name", async () => {
  const acting = await enterProvider(await signInOperator(seeded.operator), seeded.demo);
  await clearAudit();
  await vouchers(acting, 1);
  expect(await told()).toEqual(["platform: Made 1 voucher"]);
  const answer = await call(listActivity, {}, { host, cookie: owner });
  expect(answer.text).not.toContain(seeded.operator.id);
});

test("tells nothing that a stranger typed, no address and no secret", async () => {
  const wrong = { username: "demo", password: "a guess of a stranger" };
  await call(adminLogIn, { body: wrong }, { host, headers: { "cf-connecting-ip": "10.1.2.3" } });
  expect(await told()).toEqual([]);
  await call(
    createPlan,
    { body: plan },
    { host, cookie: owner, headers: { "cf-connecting-ip": "10.1.2.3" } },
  );
  const answer = await call(listActivity, {}, { host, cookie: owner });
  expect(answer.text).not.toContain("10.1.2.3");
});
