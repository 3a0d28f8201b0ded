import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/gateways";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// Who takes over an operator's session sends a provider's money elsewhere: the provider learns of it by letter.

let seeded: TwoProviders;
let cookie: string;
const secrets = {
  consumerKey: "key-of-the-provider-1111",
  consumerSecret: "secret-of-the-provider-2222",
  passkey: "passkey-of-the-provider-3333",
};

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInOperator(seeded.operator);
});
beforeEach(async () => {
  await env.DB.batch([env.DB.prepare("DELETE FROM gateways"), env.DB.prepare("DELETE FROM mail")]);
});

const own = {
  gatewayId: "mpesa",
  environment: "sandbox",
  useAutoApi: false,
  accountNumber: "600200",
} as const;
async function made(): Promise<string> {
  const input = { params: { id: seeded.demo.id }, body: { ...own, configuration: secrets } };
  const answer = await call(contract.createProviderGateway, input, { cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.id;
}
const edited = (id: string, over: object) => {
  const body = { ...own, configuration: {}, ...over };
  const params = { id: seeded.demo.id, configId: id };
  return call(contract.updateProviderGateway, { params, body }, { cookie });
};
const letters = async () =>
  (
    await env.DB.prepare("SELECT recipient, subject, text FROM mail ORDER BY rowid").all<
      Record<string, string>
    >()
  ).results;

test("a new account of a provider is told to that provider, with its end, when, by whom and what to do", async () => {
  await made();
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    recipient: "amina@demo.example",
    subject: "A way to be paid was added",
    text: expect.stringMatching(
      /on \d{4}-\d\d-\d\d \d\d:\d\d \(Nairobi time\) by the platform's operator operator\./,
    ),
  });
  expect(letter?.text).toContain("Now: M-Pesa, account ****0200, sandbox, collected by your own credentials");
  expect(letter?.text).toContain("If you did not ask for this, call the platform's support at once");
});

test("another account is told with the one before; neither is told whole, nor any credential", async () => {
  const id = await made();
  await edited(id, { accountNumber: "777123" });
  const [, letter] = await letters();
  expect(letter?.subject).toBe("A way to be paid was changed");
  expect(letter?.text).toContain("Before: M-Pesa, account ****0200");
  expect(letter?.text).toContain("Now: M-Pesa, account ****7123");
  for (const secret of [...Object.values(secrets), "600200", "777123"])
    expect(letter?.text).not.toContain(secret);
});

test("other credentials for the same account are told as what they are; a form that changes nothing is not told", async () => {
  const id = await made();
  await edited(id, {});
  expect(await letters()).toHaveLength(1);
  await edited(id, { configuration: { passkey: "another-passkey-9999" } });
  const [, letter] = await letters();
  expect(letter?.text).toContain("The credentials are others now.");
  expect(letter?.text).not.toContain("another-passkey");
});

test("a removed account is told, too; a refused change is not", async () => {
  const id = await made();
  const refused = await edited(id, { environment: "nowhere" });
  expect(refused.status).toBe(400);
  const params = { id: seeded.demo.id, configId: id };
  expect((await call(contract.deleteProviderGateway, { params }, { cookie })).status).toBe(200);
  expect((await letters()).map(({ subject }) => subject)).toEqual([
    "A way to be paid was added",
    "A way to be paid was removed",
  ]);
});
