import { isCallbackAddress, takeCallback } from "#worker/features/payments/handle-callback";
import { meets } from "./broken.ts";
import type { Act } from "./history.ts";
import type { Stage } from "./stage.ts";

/** Property 9: what a stranger posts moves nothing; a note for a person and a question to the gateway are all that comes of it. */
export async function forges(stage: Stage, { who, how }: Extract<Act, { do: "forge" }>): Promise<void> {
  const prompt = await stage.promptOf(who);
  if (!prompt) return;
  await stage.quiet();
  const before = stage.readings.books();
  const url = String(prompt.callBackUrl);
  const [id = "", secret = ""] = url.split("/").slice(-2);
  const flipped = (text: string) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");
  const address = {
    secret: url.replace(secret, flipped(secret)),
    id: url.replace(id, flipped(id)),
    ...{ amount: url, phone: url, checkout: url },
  }[how];
  const Item = Object.entries({
    Amount: Number(prompt.amount) + (how === "amount" ? 1 : 0),
    MpesaReceiptNumber: "TKL000FAKE",
    PhoneNumber: how === "phone" ? 254711111111 : Number(prompt.phoneNumber),
  }).map(([Name, Value]) => ({ Name, Value }));
  const CheckoutRequestID = how === "checkout" ? "ws_CO_of_nobody" : prompt.checkoutRequestId;
  // Before its answer a push has no name that a stranger could miss: the query about the stranger's decides.
  if (how === "checkout" && !stage.readings.payment(`PAYMENT ${id}`)?.handle) return;
  const stkCallback = { CheckoutRequestID, ResultCode: 0, ResultDesc: "paid", CallbackMetadata: { Item } };
  const [to = "", by = ""] = address.split("/").slice(-2);
  if (isCallbackAddress(stage.ctx, to, by))
    stage.lets(
      takeCallback(stage.ctx, to, { door: { kind: "own" }, body: JSON.stringify({ Body: { stkCallback } }) }),
    );
  else if (how !== "secret" && how !== "id") stage.broken(9, `the right address is refused: ${how}`);
  await stage.quiet();
  meets(`forged ${how}`);
  // It may make us ask: what the gateway knows by then is no forgery.
  if (prompt.state === "open" && stage.readings.books() !== before)
    stage.broken(9, `a forged callback (${how}) changed the books`);
}
