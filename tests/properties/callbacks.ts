import { airtelCallbackUrl } from "#worker/features/gateways/airtel";
import {
  handleAirtelCallback,
  handleCallback,
  isCallbackAddress,
} from "#worker/features/payments/handle-callback";
import { cover } from "./coverage.ts";
import type { PostedCallback } from "./gateway.ts";
import type { Action } from "./history.ts";
import type { Scenario } from "./scenario.ts";

// Callbacks as the worker's address takes them: the gateway's own, forged ones of a stranger, and false ones of a sender
// that knows a payment's own address.

export function postCallback(scenario: Scenario, { url, body, isFalse }: PostedCallback): void {
  const [id = "", secret = ""] = url.split("/").slice(-2);
  if (!isCallbackAddress(scenario.ctx, id, secret)) return;
  const taken = handleCallback(scenario.ctx, id, { door: { kind: "own" }, body });
  scenario.inBackground(
    taken.then((stored) => {
      if (!stored) return;
      const [, handle = ""] = /"CheckoutRequestID":"([^"]+)"/.exec(body) ?? [];
      if (!isFalse && /"ResultCode":0\b/.test(body)) scenario.notified.add(handle);
      cover("callbacks taken");
    }),
  );
}

/**
 * Property 9: what a stranger posts changes no books. A finding for the operator and a query to the gateway may follow.
 */
export async function postForgedCallback(
  scenario: Scenario,
  { who, how }: Extract<Action, { do: "forged-callback" }>,
): Promise<void> {
  const prompt = await scenario.promptOf(who);
  if (!prompt) return;
  await scenario.settle();
  const before = scenario.stored.books();
  const url = String(prompt.callBackUrl);
  const [id = "", secret = ""] = url.split("/").slice(-2);
  // Its object died with work left: any call makes it go on, this one too.
  const hadWork = scenario.stored.hasPending(`PAYMENT ${id}`);
  const flipped = (text: string) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");
  const address = {
    secret: url.replace(secret, flipped(secret)),
    id: url.replace(id, flipped(id)),
    amount: url,
    phone: url,
    checkout: url,
  }[how];
  const Item = Object.entries({
    Amount: Number(prompt.amount) + (how === "amount" ? 1 : 0),
    MpesaReceiptNumber: "TKL000FAKE",
    PhoneNumber: how === "phone" ? 254711111111 : Number(prompt.phoneNumber),
  }).map(([Name, Value]) => ({ Name, Value }));
  const CheckoutRequestID = how === "checkout" ? "ws_CO_of_nobody" : prompt.checkoutRequestId;
  // Before the push is answered the payment has no request id that could differ.
  if (how === "checkout" && !scenario.stored.payment(`PAYMENT ${id}`)?.handle) return;
  const stkCallback = { CheckoutRequestID, ResultCode: 0, ResultDesc: "paid", CallbackMetadata: { Item } };
  const [to = "", by = ""] = address.split("/").slice(-2);
  if (isCallbackAddress(scenario.ctx, to, by))
    scenario.inBackground(
      handleCallback(scenario.ctx, to, {
        door: { kind: "own" },
        body: JSON.stringify({ Body: { stkCallback } }),
      }),
    );
  else if (how !== "secret" && how !== "id") scenario.violated(9, `the right address is refused: ${how}`);
  await scenario.settle();
  cover(`forged ${how}`);
  // The query that a callback causes may rightly complete any prompt of the payment that was paid meanwhile.
  const own = (await scenario.gateway.daraja.prompts()).filter((one) => String(one.callBackUrl).includes(id));
  const isPaid = own.some(({ state }) => state === "paid");
  if (prompt.state === "open" && !isPaid && !hadWork && scenario.stored.books() !== before)
    scenario.violated(9, `a forged callback (${how}) changed the books`);
}

/**
 * A false callback of a sender that knows a payment's own address, request id, amount and phone: the gateway's query decides.
 * The same to an address that many payments share changes nothing (property 9) and causes no query.
 */
export async function postFalseCallback(
  scenario: Scenario,
  { who, how }: Extract<Action, { do: "false-callback" }>,
): Promise<void> {
  const prompt = await scenario.promptOf(who);
  if (!prompt) return;
  const url = String(prompt.callBackUrl);
  const [id = ""] = url.split("/").slice(-2);
  const receipts = (await scenario.gateway.daraja.prompts()).flatMap((one) =>
    one.id !== prompt.id && one.receipt ? [String(one.receipt)] : [],
  );
  const receipt =
    how === "receipt" ? receipts[0] : `LIE${id.slice(0, 5)}${scenario.gateway.falseCallbacks}`.toUpperCase();
  if (receipt === undefined) return;
  scenario.gateway.falseCallbacks += 1;
  const Item = Object.entries({
    Amount: prompt.amount,
    MpesaReceiptNumber: receipt,
    PhoneNumber: Number(prompt.phoneNumber),
  }).map(([Name, Value]) => ({ Name, Value }));
  const end =
    how === "failed"
      ? { ResultCode: 1_032, ResultDesc: "Request cancelled by user." }
      : { ResultCode: 0, ResultDesc: "paid", CallbackMetadata: { Item } };
  const stkCallback = { CheckoutRequestID: prompt.checkoutRequestId, ...end };
  if (how === "shared") return postFalseCallbackToSharedAddresses(scenario, id, stkCallback);
  const posted = { url, body: JSON.stringify({ Body: { stkCallback } }), isFalse: true };
  scenario.gateway.misledPhones.add(String(prompt.phoneNumber));
  scenario.gateway.callbacks.push(posted);
  postCallback(scenario, posted);
  cover(`false ${how}`);
}

async function postFalseCallbackToSharedAddresses(
  scenario: Scenario,
  id: string,
  stkCallback: object,
): Promise<void> {
  await scenario.settle();
  // What a death left undone is done at the object's next call.
  if (scenario.stored.hasPending(`PAYMENT ${id}`)) return;
  const before = scenario.stored.books();
  const asked = scenario.gateway.queries;
  const [app = ""] = airtelCallbackUrl(scenario.ctx, "sandbox", "an-app").split("/").slice(-2);
  const transaction = { id, status_code: "TS", airtel_money_id: "MP1" };
  const body = JSON.stringify({ transaction, Body: { stkCallback } });
  scenario.inBackground(handleAirtelCallback(scenario.ctx, app, body));
  scenario.inBackground(handleCallback(scenario.ctx, id, { door: { kind: "short" }, body }));
  await scenario.settle();
  cover("false shared");
  if (scenario.stored.books() !== before)
    scenario.violated(9, "a message by a shared address changed the books");
  if (scenario.gateway.queries > asked)
    scenario.violated(9, "a message by a shared address made us ask the gateway");
}
