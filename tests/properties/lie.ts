import { airtelCallbackUrl } from "#worker/features/gateways/index";
import { takeAirtelCallback, takeCallback } from "#worker/features/payments/handle-callback";
import { meets } from "./broken.ts";
import type { Act } from "./history.ts";
import { posts } from "./post.ts";
import type { Stage } from "./stage.ts";

/**
 * A liar who knows a payment's own address, its push, amount and phone. By the own address the gateway's query decides; the
 * same by an address that many payments share moves nothing (property 9), and asks nobody.
 */
export async function lies(stage: Stage, { who, how }: Extract<Act, { do: "lie" }>): Promise<void> {
  const prompt = await stage.promptOf(who);
  if (!prompt) return;
  const url = String(prompt.callBackUrl);
  const [id = ""] = url.split("/").slice(-2);
  const receipts = (await stage.gateway.daraja.prompts()).flatMap((one) =>
    one.id !== prompt.id && one.receipt ? [String(one.receipt)] : [],
  );
  const receipt = how === "receipt" ? receipts[0] : `LIE${id.slice(0, 5)}${stage.gateway.lies}`.toUpperCase();
  if (receipt === undefined) return;
  stage.gateway.lies += 1;
  const Item = Object.entries({
    ...{ Amount: prompt.amount, MpesaReceiptNumber: receipt, PhoneNumber: Number(prompt.phoneNumber) },
  }).map(([Name, Value]) => ({ Name, Value }));
  const end =
    how === "failed"
      ? { ResultCode: 1_032, ResultDesc: "Request cancelled by user." }
      : { ResultCode: 0, ResultDesc: "paid", CallbackMetadata: { Item } };
  const stkCallback = { CheckoutRequestID: prompt.checkoutRequestId, ...end };
  if (how === "shared") return liesAtSharedDoors(stage, id, stkCallback);
  const posted = { url, body: JSON.stringify({ Body: { stkCallback } }), isLie: true };
  stage.gateway.liedTo.add(String(prompt.phoneNumber));
  stage.gateway.callbacks.push(posted);
  posts(stage, posted);
  meets(`lie ${how}`);
}

async function liesAtSharedDoors(stage: Stage, id: string, stkCallback: object): Promise<void> {
  await stage.quiet();
  // What a death left undone is done at the next call, whoever calls.
  if (stage.readings.isOwing(`PAYMENT ${id}`)) return;
  const before = stage.readings.books();
  const asked = stage.gateway.queries;
  const [app = ""] = airtelCallbackUrl(stage.ctx, "sandbox", "an-app").split("/").slice(-2);
  const transaction = { id, status_code: "TS", airtel_money_id: "MP1" };
  const body = JSON.stringify({ transaction, Body: { stkCallback } });
  stage.lets(takeAirtelCallback(stage.ctx, app, body));
  stage.lets(takeCallback(stage.ctx, id, { door: { kind: "short" }, body }));
  await stage.quiet();
  meets("lie shared");
  if (stage.readings.books() !== before) stage.broken(9, "a message by a shared address changed the books");
  if (stage.gateway.queries > asked) stage.broken(9, "a message by a shared address made us ask the gateway");
}
