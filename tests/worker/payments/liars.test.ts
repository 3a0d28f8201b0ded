import { exports } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { airtelCallbackUrl } from "#worker/features/gateways/airtel";
import { callbackUrl } from "#worker/features/payments/core/payment-id";
import { resultUrl } from "#worker/features/payments/gateways/result-address";
import { keepShortAddress, shortCallbackUrl } from "#worker/features/payments/gateways/short-address";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { savannaApp } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { isLongRun, isShortRun } from "../../support/histories.ts";
import { testContext } from "../../support/worker-context.ts";
import { collectBy, ownAirtel } from "./collect-by.ts";
import { type Message, messagesOf, type Push } from "./liar-messages.ts";
import { airtelApp, openWorld, type PaymentWorld, paymentStub, stateOf } from "./payment-world.ts";

// Each message that an outside party sends, genuine and complete for a payment of its own, against each other payment, by each
// address that its sender may know: nothing moves. Generated; the number of cells is told.

let world: PaymentWorld;
let targets: Target[];
let messages: Message[];

/** A payment that no message of the matrix may touch. */
type Target = { name: string; id: string; push: Push; own: string };

const otherApp = {
  clientId: "savanna-id",
  clientSecret: "savanna-secret",
  callbackKey: "savanna-callback-key",
};

async function started(
  of: "demo" | "savanna",
  end: string | null,
  over: Record<string, unknown> = {},
): Promise<Target> {
  const buyer = world.buyer(of);
  const { transactionId: id, amount } = await buyer.start(over);
  const isAirtel = over.service === "airtel_money";
  const [prompt] = isAirtel ? [] : await buyer.prompts();
  const handle = isAirtel ? id : String(prompt?.checkoutRequestId);
  if (end === "silent yes") await world.daraja.set({ query: "down", callbacks: "normal" });
  if (end === "unheard no") await world.daraja.set({ query: "down" });
  const outcome = { "silent yes": "paid", "unheard no": "cancelled" }[end ?? ""] ?? end;
  if (outcome !== null && !isAirtel) await buyer.answer(outcome);
  await world.daraja.set({ query: "normal" });
  const push = { id, handle, phone: buyer.phone, amount, account: String(prompt?.accountReference ?? "") };
  const by = isAirtel ? "Airtel" : "M-Pesa";
  return { name: `${of} ${by} ${end ?? "open"}`, id, push, own: callbackUrl(testContext(), id) };
}

/** Everything that a message may have moved: all of D1 but reviews, and the objects but for the bodies that they keep. */
async function everything(): Promise<string[]> {
  const states = targets.map(async ({ id }) => {
    const { reviews: _reviews, seq: _seq, ...state } = await stateOf(id);
    return JSON.stringify(state);
  });
  return Promise.all([databaseChecksum({ leaveOut: ["reviews", "paybill_payments"] }), ...states]);
}

async function post(url: string, body: string): Promise<void> {
  const answer = await exports.default.fetch(new Request(url, { method: "POST", body }));
  expect([url, answer.status]).toEqual([url, 200]);
  await answer.arrayBuffer();
}

beforeAll(async () => {
  world = await openWorld();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await world.daraja.set({ expireAfterMs: 86_400_000 });
  await world.airtel.set({ expireAfterMs: 86_400_000 });
  const { shortCode, ...own } = savannaApp;
  await collectBy(world.seeded.savanna.id, { type: "mpesa", accountNumber: shortCode }, own);
  await collectBy(world.seeded.demo.id, ownAirtel, airtelApp);
  await collectBy(world.seeded.savanna.id, { ...ownAirtel, accountNumber: "7788" }, otherApp);
  const ends = [null, "paid", "cancelled", "silent yes", "unheard no"];
  targets = [];
  for (const of of ["demo", "savanna"] as const) for (const end of ends) targets.push(await started(of, end));
  targets.push(await started("demo", null, { service: "airtel_money" }));
  // As if each of them had been pushed by KCB: their short addresses are known ones.
  await Promise.all(targets.map(({ id }) => keepShortAddress(testContext(), id)));
  // What a liar pays himself, to have every genuine message of it.
  const liar = await started("demo", "paid");
  messages = messagesOf(liar.push, { airtelKey: airtelApp.callbackKey, otherKey: otherApp.callbackKey });
});
afterAll(() => world.close());

/** Every address that somebody may know who is no party of the payment: of the apps, of the pay bill, of another payment. */
async function doors(of: Target): Promise<string[]> {
  const ctx = testContext();
  const other = targets.find(({ id }) => id !== of.id) ?? of;
  const paybill = paybillAddresses(ctx, { environment: "sandbox", shortCode: savannaApp.shortCode });
  return [
    other.own,
    shortCallbackUrl(ctx, other.id),
    airtelCallbackUrl(ctx, "sandbox", airtelApp.clientId),
    airtelCallbackUrl(ctx, "sandbox", otherApp.clientId),
    paybill.confirmation,
    paybill.validation,
    resultUrl(ctx, { objectId: of.id, number: 1 }, { kind: "result", ask: 0 }),
  ];
}

/**
 * All cells in the night and every fourth before a change lands. A short run plays every thirteenth, of each door and message some, but for
 * Airtel's payment: there is one of it, and few of the messages are its gateway's.
 */
const everyOf = ({ name }: Target) => (isLongRun ? 1 : isShortRun && !name.includes("Airtel") ? 13 : 4);

/**
 * Posts them, and fails where anything moved. The gateway is asked first: what it says itself, whoever made us ask, is no
 * stranger's doing.
 */
async function movesNothing(
  query: "normal" | "down",
  cellsOf: (target: Target) => Promise<[url: string, body: string][]>,
): Promise<void> {
  await world.daraja.set({ query });
  await world.airtel.set({ enquiry: query });
  let [cell, played] = [0, 0];
  for (const target of targets) {
    vi.setSystemTime(Date.now() + 6_000);
    if (query === "normal") await paymentStub(target.id).query();
    vi.setSystemTime(Date.now() + 6_000);
    const before = await everything();
    for (const [url, body] of await cellsOf(target)) {
      cell += 1;
      if (cell % everyOf(target) !== 0) continue;
      await post(url, body);
      played += 1;
    }
    expect([target.name, await everything()]).toEqual([target.name, before]);
  }
  console.info(`${played} of ${cell} cells, the gateway's query: ${query}`);
  expect(played).toBeGreaterThan(cell / 14);
}

// The silent gateway comes first: what it says once it answers settles some of them.
test.each(["down", "normal"] as const)(
  "no message moves another payment by an address of a stranger's, an app's or a pay bill's (query: %s)",
  async (query) => {
    await movesNothing(query, async (target) => {
      const known = await doors(target);
      // What its own app signed about it is no lie.
      const isLie = ({ name }: Message) =>
        name !== "Airtel signed by its app" || !target.name.includes("Airtel");
      return messages
        .filter(isLie)
        .flatMap((message) =>
          known.flatMap((url) => message.about(target.push).map((body): [string, string] => [url, body])),
        );
    });
  },
  300_000,
);

test.each(["down", "normal"] as const)(
  "no message of another payment moves one by its very own addresses (query: %s)",
  async (query) => {
    await movesNothing(query, async ({ id, own }) => {
      const addresses = [own, shortCallbackUrl(testContext(), id)];
      return messages.flatMap(({ ofItsOwn }) => addresses.map((url): [string, string] => [url, ofItsOwn]));
    });
  },
  300_000,
);

test("the same messages by the right address, about their own payment, are heard: the matrix is not deaf", async () => {
  await world.daraja.set({ query: "down" });
  await world.airtel.set({ enquiry: "down" });
  const signed = messages.find(({ name }) => name === "Airtel signed by its app");
  const paid = messages.find(({ name }) => name === "M-Pesa paid");
  for (const { id, push, own, name } of targets.filter((target) => target.name.endsWith("open"))) {
    const isAirtel = name.includes("Airtel");
    const app = airtelCallbackUrl(testContext(), "sandbox", airtelApp.clientId);
    const [body = ""] = (isAirtel ? signed : paid)?.about(push) ?? [];
    await post(isAirtel ? app : own, body);
    expect([name, await paymentStub(id).poll()]).toMatchObject([name, { status: "completed" }]);
  }
});
