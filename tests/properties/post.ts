import { isCallbackAddress, takeCallback } from "#worker/features/payments/handle-callback";
import { meets } from "./broken.ts";
import type { Posted } from "./gateway-side.ts";
import type { Stage } from "./stage.ts";

/** As the worker's address for callbacks does it. */
export function posts(stage: Stage, { url, body, isLie }: Posted): void {
  const [id = "", secret = ""] = url.split("/").slice(-2);
  if (!isCallbackAddress(stage.ctx, id, secret)) return;
  const taken = takeCallback(stage.ctx, id, { door: { kind: "own" }, body });
  stage.lets(
    taken.then((stored) => {
      if (!stored) return;
      const [, handle = ""] = /"CheckoutRequestID":"([^"]+)"/.exec(body) ?? [];
      if (!isLie && /"ResultCode":0\b/.test(body)) stage.told.add(handle);
      meets("callbacks taken");
    }),
  );
}
