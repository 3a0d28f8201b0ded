import type { Context } from "../../context.ts";
import type { Transaction } from "../../contract/transactions.ts";
import { AppError } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Delivery, deliverAgain } from "../entitlements/index.ts";
import { askPayment } from "../payments/index.ts";
import { findTransaction } from "./transactions.ts";

export type Retried = { success: boolean; message: string; transaction: Transaction };

/**
 * What a person can do about a transaction that did not end as it should: the gateway is asked about one that is not
 * paid, also when it had been called failed, and what is paid is handed to its router's bridge again.
 * @throws AppError not_found for a transaction that this provider does not have
 */
export async function retryActivation(ctx: Context, providerId: string, id: string): Promise<Retried> {
  const before = await findTransaction(ctx, providerId, id);
  if (!before) throw new AppError("not_found", "This transaction does not exist.");
  const asked = before.status === "completed" ? "not-needed" : await ask(ctx, id);
  const paid = asked === "not-needed" ? before : ((await findTransaction(ctx, providerId, id)) ?? before);
  if (paid.status !== "completed" || paid.entitlementId === null) {
    return { success: false, message: unpaid(paid, asked), transaction: paid };
  }
  const delivery = await deliverAgain(ctx, providerId, paid.entitlementId);
  const transaction = (await findTransaction(ctx, providerId, id)) ?? paid;
  const { success, message } = delivered[delivery];
  const prefix = asked === "not-needed" ? "" : "The payment has arrived. ";
  return { success, message: prefix + message, transaction };
}

type Asked = "asked" | "forgotten" | "silent" | "not-needed";

async function ask(ctx: Context, id: string): Promise<Asked> {
  try {
    return (await askPayment(ctx, id)) ? "asked" : "forgotten";
  } catch (cause) {
    log("error", "payment retry", cause, { payment: id });
    return "silent";
  }
}

function unpaid({ status }: Transaction, asked: Asked): string {
  if (asked === "silent") return "The payment could not be asked about. Please try again in a moment.";
  if (asked === "forgotten") return "This payment is too old to be asked about.";
  return status === "failed"
    ? "Asked again: no money has arrived for this one."
    : "Asked again: there is no result yet. We keep asking.";
}

const delivered: Record<Delivery, { success: boolean; message: string }> = {
  online: { success: true, message: "The router has let this device out." },
  sent: { success: true, message: "Sent to the router again. It is let out as soon as the router confirms." },
  "device-away": {
    success: true,
    message: "The router has it. The device is let out as soon as it is on the WiFi.",
  },
  "no-device": {
    success: false,
    message: "This purchase waits for its device: it starts when the buyer opens the portal on the WiFi.",
  },
  "router-gone": {
    success: false,
    message:
      "Its router was removed. It goes on when the buyer opens the portal on the WiFi of another one, or when you move it to a device there.",
  },
  "no-bridge": { success: false, message: "No bridge installed. It is delivered as soon as one is." },
  "bridge-away": {
    success: false,
    message: "The bridge at this site is not connected. It is delivered as soon as the bridge is back.",
  },
  moving: {
    success: false,
    message: "This purchase moves to another router. It goes on there when the old one has let go.",
  },
  "cut-off": { success: false, message: "You have disconnected this device. Allow it again first." },
  over: { success: false, message: "This purchase is over: its time or its data is used up, or it lapsed." },
  unknown: { success: false, message: "The access is not written yet. Please try again in a moment." },
};
