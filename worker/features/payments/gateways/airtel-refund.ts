import * as z from "zod";
import { say } from "../../../contract/texts.ts";
import type { AirtelRoute } from "../core/route.ts";
import { airtelCall, isAirtelRefusal } from "./airtel-call.ts";
import type { RefundDriver, RefundLine } from "./driver.ts";
import type { RefundEvent } from "./refund-types.ts";
import { wireText } from "./wire.ts";

// Airtel Money gives a payment back whole, and answers at once (docs/reference/gateways-airtel.md, "Refund").

/** The documented answer to a success says `"success": false`: only codes and the transaction's status count. */
const Answer = z.object({
  data: z.object({ transaction: z.object({ status: z.string() }) }).optional(),
  status: z.object({ message: z.string().optional(), result_code: wireText.optional() }).optional(),
});
const Enquiry = z.object({
  data: z.object({ transaction: z.object({ status: z.string(), message: z.string().nullish() }) }),
});

const lineOf = ({ ctx, subject }: RefundLine<AirtelRoute>) => ({
  ctx,
  route: subject.route,
  callbackUrl: "",
});

async function fault({ subject }: RefundLine<AirtelRoute>, _isRepeat: boolean, cents: number) {
  return cents === subject.amountCents ? null : say("refund_airtel_whole");
}

async function refund(line: RefundLine<AirtelRoute>): Promise<RefundEvent> {
  const answer = await airtelCall(lineOf(line), {
    method: "POST",
    path: "/standard/v1/payments/refund",
    body: { transaction: { airtel_money_id: line.subject.receipt } },
  });
  if (answer.kind === "lost") return { type: "unclear", detail: answer.detail };
  if (answer.kind === "not-sent") return { type: "refused", detail: answer.detail };
  const said = Answer.safeParse(answer.body);
  const code = said.success ? (said.data.status?.result_code ?? "") : "";
  const detail =
    `HTTP ${answer.status} ${code} ${said.success ? (said.data.status?.message ?? "") : ""}`.trim();
  if (answer.status === 200 && said.success && said.data.data?.transaction.status === "SUCCESS")
    return { type: "carried-out", receipt: null, detail };
  const atTheDoor = code === "" && answer.status >= 400 && answer.status < 500 && answer.status !== 408;
  return atTheDoor || isAirtelRefusal(code) || code === "ESB000045"
    ? { type: "refused", detail }
    : { type: "unclear", detail };
}

/** The enquiry tells of the payment; only where it calls it given back it says anything of the refund. */
async function query(line: RefundLine<AirtelRoute>): Promise<RefundEvent | null> {
  const path = `/standard/v1/payments/${line.subject.id}`;
  const answer = await airtelCall(lineOf(line), { method: "GET", path });
  const said = answer.kind === "answered" && answer.status === 200 ? Enquiry.safeParse(answer.body) : null;
  if (!said?.success) return null;
  const { status, message } = said.data.data.transaction;
  const detail = `${status} ${message ?? ""}`.trim();
  return /refund|revers/i.test(detail) ? { type: "carried-out", receipt: null, detail } : null;
}

export const airtelRefund: RefundDriver<AirtelRoute> = { givesParts: false, fault, refund, query };
