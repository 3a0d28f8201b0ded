import type { Context } from "../../../context.ts";
import { say, type Text } from "../../../contract/texts.ts";
import { isHeldSinceLoad } from "../../providers/index.ts";
import type { RefundName } from "../core/callbacks.ts";
import type { Route } from "../core/route.ts";
import type { RefundDriver, RefundLine } from "./driver.ts";
import { adapterOf } from "./index.ts";
import type { RefundEvent, RefundSubject } from "./refund-types.ts";

export type RefundGateway = {
  readonly givesParts: boolean;
  fault(isRepeat: boolean, cents: number): Promise<Text | null>;
  refund(cents: number): Promise<RefundEvent>;
  query(handle: string | null, ask: number): Promise<RefundEvent | null>;
};

const byHand = say("refund_banks_never");
const withoutReceipt = say("refund_no_receipt");

/** Null where the gateway has no such call, or the payment no receipt: `refundFault` says so before anything begins. */
export function refundGateway(ctx: Context, subject: RefundSubject, name: RefundName): RefundGateway | null {
  const { route, receipt } = subject;
  if (receipt === null) return null;
  const driver = adapterOf(route).refunds;
  return driver && bind(driver, { ctx, name, subject: { ...subject, receipt } });
}

/** Why it cannot go back through its gateway, as a sentence. @param isRepeat a part of it went back before */
export async function refundFault(
  ctx: Context,
  subject: RefundSubject,
  isRepeat: boolean,
  cents: number,
): Promise<Text | null> {
  const gateway = refundGateway(ctx, subject, { objectId: subject.id, number: 0 });
  if (gateway)
    return (await isHeldSinceLoad(ctx, subject.providerId))
      ? say("held_since_load")
      : gateway.fault(isRepeat, cents);
  return subject.receipt === null && adapterOf(subject.route).refunds !== null ? withoutReceipt : byHand;
}

/** Safaricom gives a payment back once, so a part only where nothing went back before: `refundFault` judges that. */
export function givesParts(ctx: Context, subject: RefundSubject): boolean {
  return refundGateway(ctx, subject, { objectId: subject.id, number: 0 })?.givesParts ?? false;
}

function bind(driver: RefundDriver<Route>, line: RefundLine): RefundGateway {
  return {
    givesParts: driver.givesParts,
    fault: (isRepeat, cents) => driver.fault(line, isRepeat, cents),
    refund: (cents) => driver.refund(line, cents),
    query: (handle, ask) => driver.query(line, handle, ask),
  };
}
