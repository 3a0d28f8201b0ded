import type { Context } from "../../../context.ts";
import { say, type Text } from "../../../contract/texts.ts";
import type { RefundName } from "../core/messages.ts";
import type { Route } from "../core/route.ts";
import { airtelRefund } from "./airtel-refund.ts";
import type { RefundDriver, RefundLine } from "./driver.ts";
import { mpesaRefund } from "./mpesa-refund.ts";
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
  switch (route.driver) {
    case "mpesa":
      return bind(mpesaRefund, { ctx, name, subject: { ...subject, route, receipt } });
    case "airtel_money":
      return bind(airtelRefund, { ctx, name, subject: { ...subject, route, receipt } });
    case "bank":
      return null;
    default:
      return route satisfies never;
  }
}

/** Why it cannot go back through its gateway, as a sentence. @param isRepeat a part of it went back before */
export async function refundFault(
  ctx: Context,
  subject: RefundSubject,
  isRepeat: boolean,
  cents: number,
): Promise<Text | null> {
  const gateway = refundGateway(ctx, subject, { objectId: subject.id, number: 0 });
  if (gateway) return gateway.fault(isRepeat, cents);
  return subject.receipt === null && subject.route.driver !== "bank" ? withoutReceipt : byHand;
}

/** Safaricom gives a payment back once, so a part only where nothing went back before: `refundFault` judges that. */
export function givesParts(ctx: Context, subject: RefundSubject): boolean {
  return refundGateway(ctx, subject, { objectId: subject.id, number: 0 })?.givesParts ?? false;
}

function bind<R extends Route>(driver: RefundDriver<R>, line: RefundLine<R>): RefundGateway {
  return {
    givesParts: driver.givesParts,
    fault: (isRepeat, cents) => driver.fault(line, isRepeat, cents),
    refund: (cents) => driver.refund(line, cents),
    query: (handle, ask) => driver.query(line, handle, ask),
  };
}
